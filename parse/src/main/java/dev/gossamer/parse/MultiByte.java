package dev.gossamer.parse;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/**
 * Decodes encodings with several bytes a character. The JDK knows them; what is ours is what
 * happens at malformed bytes: an ASCII byte that is no proper second one is never swallowed with
 * the first, as the Encoding standard demands. Otherwise a stray byte before a {@code <} or a quote
 * would hide markup, or make some.
 */
final class MultiByte {
    private MultiByte() {}

    static String decode(Charset charset, byte[] in, int from, int end) {
        var decoder =
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        var bytes = ByteBuffer.wrap(in, from, end - from);
        // No encoding here makes more characters than it takes bytes.
        var chars = CharBuffer.allocate(end - from + 1);
        while (true) {
            CoderResult result = decoder.decode(bytes, chars, true);
            if (!result.isError()) break;
            chars.put('\uFFFD');
            int at = bytes.position();
            boolean keepsSecond = result.length() > 1 && at + 1 < end && in[at + 1] >= 0;
            bytes.position(at + (keepsSecond ? 1 : result.length()));
        }
        decoder.flush(chars);
        return chars.flip().toString();
    }
}
