package dev.gossamer.robots;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.ObjIntConsumer;

/**
 * The lines of a file as far as it is read: characters that have the value of a byte, without a
 * byte order mark. A line ends with CR, LF or both.
 */
final class RobotsLines {
    private final String text;

    private RobotsLines(String text) {
        this.text = text;
    }

    static RobotsLines of(byte[] content) {
        int mark = markBytes(content);
        boolean isUtf16 = mark == 2 && hasZero(content);
        if (isUtf16) return utf16(content);
        int to = Math.min(content.length, RobotsTxt.MAX_BYTES);
        var text = new String(content, mark, to - mark, StandardCharsets.ISO_8859_1);
        boolean isCut = to < content.length && !isEnd((char) (content[to] & 0xFF));
        return new RobotsLines(isCut ? withoutLastLine(text) : text);
    }

    /** As some editors write it. Becomes bytes of UTF-8, as if the file had them. */
    private static RobotsLines utf16(byte[] content) {
        Charset charset =
                content[0] == (byte) 0xFF ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
        int to = Math.min(content.length, RobotsTxt.MAX_BYTES);
        var text = new String(content, 2, to - 2, charset);
        if (to < content.length) text = withoutLastLine(text);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new RobotsLines(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    /** A mark of UTF-8 may be torn. */
    private static int markBytes(byte[] content) {
        boolean isUtf16 =
                content.length >= 2 && (content[0] & 0xFF) + (content[1] & 0xFF) == 0xFF + 0xFE;
        if (isUtf16) return 2;
        int[] mark = {0xEF, 0xBB, 0xBF};
        int length = 0;
        while (length < mark.length
                && length < content.length
                && (content[length] & 0xFF) == mark[length]) length++;
        return length;
    }

    /** Half of UTF-16's bytes are zero where it writes ASCII, as the names of all fields are. */
    private static boolean hasZero(byte[] content) {
        for (byte b : content) if (b == 0) return true;
        return false;
    }

    private static String withoutLastLine(String text) {
        int to = text.length();
        while (to > 0 && !isEnd(text.charAt(to - 1))) to--;
        return text.substring(0, to);
    }

    /** Calls with each line and its number, counted from one. */
    void forEach(ObjIntConsumer<String> consumer) {
        int start = 0;
        int number = 1;
        for (int i = 0; i <= text.length(); i++) {
            if (i < text.length() && !isEnd(text.charAt(i))) continue;
            consumer.accept(text.substring(start, i), number);
            if (i + 1 < text.length() && text.charAt(i) == '\r' && text.charAt(i + 1) == '\n') i++;
            start = i + 1;
            number++;
        }
    }

    Optional<String> line(int number) {
        var found = new String[1];
        forEach(
                (line, at) -> {
                    if (at == number) found[0] = line;
                });
        return Arrays.stream(found)
                .filter(line -> line != null)
                .map(line -> line.getBytes(StandardCharsets.ISO_8859_1))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip())
                .findFirst();
    }

    private static boolean isEnd(char c) {
        return c == '\n' || c == '\r';
    }
}
