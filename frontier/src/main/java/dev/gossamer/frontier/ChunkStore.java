package dev.gossamer.frontier;

import java.io.IOException;

/** Where the middle parts of long queues lie. */
interface ChunkStore {
    /** For queues that are always short. */
    ChunkStore NONE =
            new ChunkStore() {
                @Override
                public long write(byte[] from, int at, int length) {
                    throw new IllegalStateException("there is no place for chunks");
                }

                @Override
                public byte[] read(long reference) {
                    throw new IllegalStateException("there are no chunks");
                }

                @Override
                public void release(long reference) {}

                @Override
                public void restore(long reference) {}
            };

    /** Returns a reference by which it is read again. */
    long write(byte[] from, int at, int length) throws IOException;

    byte[] read(long reference) throws IOException;

    /** The chunk is not needed any more. */
    void release(long reference);

    /** A snapshot named this chunk. */
    void restore(long reference) throws IOException;
}
