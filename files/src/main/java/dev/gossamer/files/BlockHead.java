package dev.gossamer.files;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The head in front of a block of bytes in a file: the length of the block, a check of that length,
 * and the CRC-32C of the block, each four bytes, highest first. The length has its own check so
 * that a damaged length is not taken for a block that a crash cut short.
 */
public final class BlockHead {
    /** The length of a head. */
    public static final int BYTES = 12;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private BlockHead() {}

    /** Puts the head of a block at a place of an array, which may be that of the block. */
    public static void put(byte[] to, int at, byte[] block, int from, int length) {
        INT.set(to, at, length);
        INT.set(to, at + 4, check(length));
        INT.set(to, at + 8, Checksum.of(block, from, length));
    }

    /** Returns the length of the block; negative where it does not agree with its check. */
    public static int length(byte[] head, int at) {
        int length = (int) INT.get(head, at);
        return (int) INT.get(head, at + 4) == check(length) ? length : -1;
    }

    /** Returns whether a block is the one that the head was made for. */
    public static boolean isIntact(byte[] head, int at, byte[] block, int from, int length) {
        return (int) INT.get(head, at + 8) == Checksum.of(block, from, length);
    }

    private static int check(int length) {
        return (int) ((length * 0x9E3779B97F4A7C15L) >>> 32) ^ 0x5A5A5A5A;
    }
}
