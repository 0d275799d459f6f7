package dev.gossamer.deflate;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Gathers what an encoder puts out, in rooms of a given size. */
final class Deflated implements DeflateEncoder.Sink {
    private final ByteBuffer room;
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();

    Deflated(int roomBytes) {
        room = ByteBuffer.allocateDirect(roomBytes);
    }

    @Override
    public ByteBuffer room() {
        if (!room.hasRemaining()) empty();
        return room;
    }

    private void empty() {
        room.flip();
        while (room.hasRemaining()) all.write(room.get());
        room.clear();
    }

    byte[] bytes() {
        empty();
        return all.toByteArray();
    }
}
