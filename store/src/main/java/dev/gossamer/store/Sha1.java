package dev.gossamer.store;

import dev.gossamer.http.ChunkFraming;
import dev.gossamer.http.ResponseHead;
import java.nio.ByteBuffer;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digests that records carry. Owned by one thread at a time. */
final class Sha1 {
    static final int BYTES = 20;

    private final MessageDigest digest;

    Sha1() {
        try {
            digest = MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }

    /** See {@link PayloadDigest#of}. */
    PayloadDigest payload(byte[] responseHead, CaptureBody body) throws IOException {
        if (ResponseHead.parse(responseHead).isChunked()) {
            var framing = new ChunkFraming();
            body.feed((bytes, from, length) -> updateUnframed(framing, bytes, from, length));
            if (!framing.isBad()) return new PayloadDigest(digest.digest());
            digest.reset();
        }
        body.feed(digest::update);
        return new PayloadDigest(digest.digest());
    }

    private void updateUnframed(ChunkFraming framing, byte[] bytes, int from, int length) {
        var piece = ByteBuffer.wrap(bytes, from, length);
        for (int count = framing.next(piece); count > 0; count = framing.next(piece)) {
            digest.update(bytes, piece.position(), count);
            piece.position(piece.position() + count);
        }
    }

    byte[] of(byte[] bytes) {
        return digest.digest(bytes);
    }
}
