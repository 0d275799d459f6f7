package dev.gossamer.store;

import java.io.IOException;

/** An encoder that writes records as they are. */
final class PlainEncoder implements RecordEncoder {
    private @org.jspecify.annotations.Nullable OpenFile into;

    @Override
    public void begin(OpenFile file, long bytes) {
        into = file;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        java.util.Objects.requireNonNull(into).put(bytes, from, length);
    }

    @Override
    public void packedFromHere() {}

    @Override
    public void end() {}

    @Override
    public void close() {}
}
