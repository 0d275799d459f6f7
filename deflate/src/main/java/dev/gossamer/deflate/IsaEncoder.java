package dev.gossamer.deflate;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * The encoder of ISA-L, at its level 1: at the ratio of zlib's level 1 or a little better, in a
 * third of its time. Input gathers in memory outside of the heap, so that a record of an archive is
 * mostly one call.
 */
final class IsaEncoder implements DeflateEncoder {
    private static final int GATHERED_BYTES = 1 << 16;

    /**
     * More than a call has to put out, so that a flush is complete after one call: another one
     * would put out the mark of a flush again.
     */
    private static final int PACKED_BYTES = 1 << 18;

    /** More than {@code struct isal_zstream} takes, most of which is the library's own state. */
    private static final int STREAM_BYTES = 1 << 18;

    private static final int CACHE_LINE = 64;

    /**
     * A stream shorter than this, such as a request, has the code of the standard: one of its own
     * costs more time than all the rest, and gains nothing.
     */
    private static final int SHORT_STREAM = 1024;

    /** What the library advises for level 1. */
    private static final int LEVEL_BYTES = 276 * 1024;

    /** Where the fields lie. The library keeps their places from version to version. */
    private static final int NEXT_IN = 0;

    private static final int AVAIL_IN = 8;
    private static final int NEXT_OUT = 16;
    private static final int AVAIL_OUT = 24;
    private static final int LEVEL = 40;
    private static final int LEVEL_BUF_SIZE = 44;
    private static final int LEVEL_BUF = 48;
    private static final int END_OF_STREAM = 56;
    private static final int FLUSH = 58;

    private static final int STANDARD_CODE = 2;
    private static final short NO_FLUSH = 0;
    private static final short SYNC_FLUSH = 1;

    private final IsaLibrary library;
    private final Arena memory = Arena.ofShared();
    private final MemorySegment gathered = memory.allocate(GATHERED_BYTES, CACHE_LINE);
    private final MemorySegment packed = memory.allocate(PACKED_BYTES, CACHE_LINE);
    private final ByteBuffer packedBytes = packed.asByteBuffer();
    private final MemorySegment stream = memory.allocate(STREAM_BYTES, CACHE_LINE);
    private int length;
    private boolean isBegun;

    IsaEncoder(IsaLibrary library) {
        this.library = library;
        IsaLibrary.call(library.init(), stream);
        useStandardCode();
        stream.set(ValueLayout.JAVA_INT, LEVEL_BUF_SIZE, LEVEL_BYTES);
        stream.set(ValueLayout.ADDRESS, LEVEL_BUF, memory.allocate(LEVEL_BYTES, CACHE_LINE));
    }

    @Override
    public void reset() {
        IsaLibrary.call(library.reset(), stream);
        stream.set(ValueLayout.JAVA_SHORT, END_OF_STREAM, (short) 0);
        length = 0;
        isBegun = false;
    }

    @Override
    public void write(byte[] bytes, int from, int count, Sink into) throws IOException {
        for (int done = 0; done < count; ) {
            if (length == GATHERED_BYTES) deflate(NO_FLUSH, into);
            int n = Math.min(GATHERED_BYTES - length, count - done);
            MemorySegment.copy(bytes, from + done, gathered, ValueLayout.JAVA_BYTE, length, n);
            length += n;
            done += n;
        }
    }

    @Override
    public void flush(Sink into) throws IOException {
        deflate(SYNC_FLUSH, into);
    }

    @Override
    public void finish(Sink into) throws IOException {
        stream.set(ValueLayout.JAVA_SHORT, END_OF_STREAM, (short) 1);
        deflate(NO_FLUSH, into);
    }

    /** All that has gathered; it is done when the input is taken and there is room left. */
    private void deflate(short flush, Sink into) throws IOException {
        stream.set(ValueLayout.ADDRESS, NEXT_IN, gathered);
        stream.set(ValueLayout.JAVA_INT, AVAIL_IN, length);
        stream.set(ValueLayout.JAVA_SHORT, FLUSH, flush);
        if (!isBegun) stream.set(ValueLayout.JAVA_INT, LEVEL, length < SHORT_STREAM ? 0 : 1);
        isBegun = true;
        length = 0;
        int left = 0;
        while (left == 0 || stream.get(ValueLayout.JAVA_INT, AVAIL_IN) > 0) {
            stream.set(ValueLayout.ADDRESS, NEXT_OUT, packed);
            stream.set(ValueLayout.JAVA_INT, AVAIL_OUT, PACKED_BYTES);
            int result = IsaLibrary.result(library.deflate(), stream);
            if (result != 0) throw new IOException("the deflate library fails with " + result);
            left = stream.get(ValueLayout.JAVA_INT, AVAIL_OUT);
            put(PACKED_BYTES - left, into);
        }
    }

    private void put(int count, Sink into) throws IOException {
        for (int done = 0; done < count; ) {
            var room = into.room();
            int n = Math.min(room.remaining(), count - done);
            room.put(packedBytes.slice(done, n));
            done += n;
        }
    }

    /** For streams at level 0. */
    private void useStandardCode() {
        try {
            int result =
                    (int) library.code().invokeExact(stream, MemorySegment.NULL, STANDARD_CODE);
            if (result != 0) throw new IllegalStateException("the library refuses its own code");
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a function of C has no exceptions", e);
        }
    }

    @Override
    public void close() {
        memory.close();
    }
}
