package dev.gossamer.parse;

import java.util.Optional;

/**
 * Finds the encoding of a page (HTML 13.2.3.2): a byte order mark, then the header, then what the
 * page itself declares, then a guess.
 */
final class EncodingSniffer {
    private EncodingSniffer() {}

    static Encoding sniff(Optional<String> charset, byte[] body) {
        if (bomLength(body) == 3) return Encoding.UTF_8;
        if (bomLength(body) == 2) {
            return body[0] == (byte) 0xFE ? Encoding.UTF_16BE : Encoding.UTF_16LE;
        }
        return charset.flatMap(Encoding::ofLabel).orElse(Encoding.UTF_8);
    }

    /** The bytes of the byte order mark at the start, which is no part of the text. */
    static int bomLength(byte[] body) {
        if (body.length >= 3
                && body[0] == (byte) 0xEF
                && body[1] == (byte) 0xBB
                && body[2] == (byte) 0xBF) return 3;
        if (body.length < 2) return 0;
        boolean isBigEndian = body[0] == (byte) 0xFE && body[1] == (byte) 0xFF;
        boolean isLittleEndian = body[0] == (byte) 0xFF && body[1] == (byte) 0xFE;
        return isBigEndian || isLittleEndian ? 2 : 0;
    }
}
