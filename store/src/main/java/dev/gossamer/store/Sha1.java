package dev.gossamer.store;

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
    PayloadDigest payload(byte[] responseHead, WireBody body) throws IOException {
        if (HttpHead.isChunked(responseHead)) {
            var chunks = new Dechunker(digest::update);
            body.feed(chunks);
            if (chunks.isSound()) return new PayloadDigest(digest.digest());
            digest.reset();
        }
        body.feed(digest::update);
        return new PayloadDigest(digest.digest());
    }

    /** Of a record's block: HTTP head and body. */
    byte[] block(byte[] head, WireBody body) throws IOException {
        digest.update(head);
        body.feed(digest::update);
        return digest.digest();
    }

    byte[] of(byte[] bytes) {
        return digest.digest(bytes);
    }
}
