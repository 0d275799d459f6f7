package dev.gossamer.deflate;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * A decoder of raw deflate streams that lie in memory as a whole, by ISA-L: in half of the time of
 * zlib. It says no to everything that is not plain: a stream that is damaged, longer than its
 * limit, or of another length than the caller expects. The JDK's inflater then decides what such a
 * stream means. It is less strict in one thing, sets of codes that are not complete; so who calls
 * it has a checksum of the content.
 *
 * <p>What comes from the web is given to machine code here. So the code never sees the memory of
 * the JVM: input and output are copied from and to memory of its own, with room around both that
 * nothing else uses.
 *
 * <p>Each decoder is used by one thread at a time, and then kept for the next one.
 */
public final class DeflateDecoder {
    /** Longer streams are left to others: so much memory is kept for each decoder. */
    public static final int MAX_PACKED_BYTES = 1 << 18;

    /** As {@link #MAX_PACKED_BYTES}, of what comes out. */
    public static final int MAX_BYTES = 1 << 20;

    /** More than the longest distance between two copies of the same bytes (RFC 1951). */
    private static final int SLACK_BYTES = 1 << 16;

    /** More than {@code struct inflate_state} takes. */
    private static final int STATE_BYTES = 1 << 18;

    private static final int CACHE_LINE = 64;
    private static final int MOST_KEPT = 8;

    /** Where the fields lie. The library keeps their places from version to version. */
    private static final int NEXT_OUT = 0;

    private static final int AVAIL_OUT = 8;
    private static final int NEXT_IN = 16;
    private static final int AVAIL_IN = 32;

    private static final ArrayBlockingQueue<DeflateDecoder> KEPT =
            new ArrayBlockingQueue<>(MOST_KEPT);

    private final IsaLibrary library;
    private final MemorySegment state;
    private final MemorySegment packed;
    private final MemorySegment plain;

    private DeflateDecoder(IsaLibrary library) {
        this.library = library;
        var memory = Arena.ofAuto();
        state = memory.allocate(STATE_BYTES, CACHE_LINE);
        packed = withSlack(memory, MAX_PACKED_BYTES);
        plain = withSlack(memory, MAX_BYTES);
    }

    private static MemorySegment withSlack(Arena memory, int bytes) {
        return memory.allocate(bytes + 2L * SLACK_BYTES, CACHE_LINE).asSlice(SLACK_BYTES, bytes);
    }

    /**
     * Decodes one stream.
     *
     * @param from where it begins
     * @param length how many bytes there are; the stream may end before
     * @param into what comes out must fill it exactly
     * @return how many bytes the stream took; -1 if it is not such a stream, or if there is no
     *     library for this machine
     */
    public static int decode(byte[] bytes, int from, int length, byte[] into) {
        if (length > MAX_PACKED_BYTES || into.length > MAX_BYTES) return -1;
        var library = IsaLibrary.here();
        if (library.isEmpty()) return -1;
        var kept = KEPT.poll();
        var decoder = kept == null ? new DeflateDecoder(library.get()) : kept;
        int taken = decoder.inflate(bytes, from, length, into);
        // If there are enough already, this one is garbage.
        boolean _ = KEPT.offer(decoder);
        return taken;
    }

    private int inflate(byte[] bytes, int from, int length, byte[] into) {
        MemorySegment.copy(bytes, from, packed, ValueLayout.JAVA_BYTE, 0, length);
        IsaLibrary.call(library.initInflate(), state);
        state.set(ValueLayout.ADDRESS, NEXT_IN, packed);
        state.set(ValueLayout.JAVA_INT, AVAIL_IN, length);
        state.set(ValueLayout.ADDRESS, NEXT_OUT, plain);
        state.set(ValueLayout.JAVA_INT, AVAIL_OUT, into.length);
        int result = IsaLibrary.result(library.inflate(), state);
        if (result != 0 || state.get(ValueLayout.JAVA_INT, AVAIL_OUT) != 0) return -1;
        MemorySegment.copy(plain, ValueLayout.JAVA_BYTE, 0, into, 0, into.length);
        return length - state.get(ValueLayout.JAVA_INT, AVAIL_IN);
    }
}
