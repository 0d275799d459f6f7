package dev.gossamer.files;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** The CRC-32C by which all our formats tell damage. */
public final class Checksum {
    private Checksum() {}

    /** Returns the checksum of a part of an array. */
    public static int of(byte[] bytes, int from, int length) {
        var crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /** Returns the checksum of what remains in the buffer. */
    public static int of(ByteBuffer bytes) {
        var crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /** Returns the checksum of a text in UTF-8, as eight hexadecimal digits. */
    public static String of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return "%08x".formatted(of(bytes, 0, bytes.length));
    }
}
