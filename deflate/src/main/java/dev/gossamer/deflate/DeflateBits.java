package dev.gossamer.deflate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A writer that packs bits into bytes, the lowest first, as deflate wants them. The caller sees to
 * the room.
 */
final class DeflateBits {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[0];
    private int length;
    private long bits;
    private int count;

    /** Starts anew with room for that many bytes. */
    void reset(int room) {
        if (bytes.length < room + Long.BYTES) bytes = new byte[room + Long.BYTES];
        length = 0;
        bits = 0;
        count = 0;
    }

    /** At most 48 bits at once. */
    void put(long value, int width) {
        bits |= value << count;
        count += width;
        LONG.set(bytes, length, bits);
        int whole = count >>> 3;
        length += whole;
        bits >>>= whole << 3;
        count &= 7;
    }

    /** A code as {@link HuffmanCode} holds it. */
    void code(int code) {
        put(code >>> 4, code & 15);
    }

    /** Fills the last byte up with zeros. */
    void align() {
        if (count > 0) put(0, 8 - count);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Whole bytes so far. */
    int length() {
        return length;
    }

    /** Forgets the whole bytes; the bits that make none yet stay. */
    void taken() {
        length = 0;
    }
}
