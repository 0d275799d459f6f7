package dev.gossamer.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Text in UTF-8 on its way to a terminal, line by line through {@link TerminalText}. */
final class CleanStream extends FilterOutputStream {
    /** A longer line is passed on in pieces. */
    private static final int LONGEST = 1 << 16;

    /** As much as is looked at to tell text from other things. */
    private static final int LOOKED_AT = 1024;

    private byte[] line = new byte[256];
    private int length;

    CleanStream(OutputStream out) {
        super(out);
    }

    /** Returns true if no text begins so: there is a NUL in it. */
    static boolean isBinary(byte[] bytes) {
        for (int i = 0; i < Math.min(LOOKED_AT, bytes.length); i++) if (bytes[i] == 0) return true;
        return false;
    }

    @Override
    public void write(int b) throws IOException {
        if (length == line.length) line = Arrays.copyOf(line, 2 * length);
        line[length++] = (byte) b;
        if (b == '\n' || length >= LONGEST) pass();
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        for (int i = from; i < from + count; i++) write(bytes[i]);
    }

    private void pass() throws IOException {
        String text = new String(line, 0, length, StandardCharsets.UTF_8).replace("\r\n", "\n");
        length = 0;
        out.write(TerminalText.cleanLines(text).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void flush() throws IOException {
        pass();
        out.flush();
    }
}
