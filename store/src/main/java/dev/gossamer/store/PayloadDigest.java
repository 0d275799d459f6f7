package dev.gossamer.store;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * SHA-1 of the entity: the body after transfer decoding, content encoding kept, as WARC 1.1 section
 * 5.9 asks. Two captures with the same one carry the same thing.
 *
 * @param sha1 20 bytes
 */
public record PayloadDigest(byte[] sha1) {
    private static final String PREFIX = "sha1:";

    public PayloadDigest {
        if (sha1.length != Sha1.BYTES) {
            throw new IllegalArgumentException("not a SHA-1: " + sha1.length + " bytes");
        }
    }

    /**
     * Reckons the digest of an answer. A body whose chunk framing is broken has no entity; its
     * digest is taken over the bytes as they came, which is still the same for the same answer.
     */
    public static PayloadDigest of(byte[] responseHead, CaptureBody body) throws IOException {
        return new Sha1().payload(responseHead, body);
    }

    /** What {@link #toString} wrote; empty for anything else. */
    public static Optional<PayloadDigest> parse(String text) {
        if (!text.startsWith(PREFIX)) return Optional.empty();
        return Base32.decodeSha1(text.substring(PREFIX.length())).map(PayloadDigest::new);
    }

    /** As WARC and CDXJ write it, without the {@code sha1:}. */
    public String base32() {
        return Base32.encode(sha1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PayloadDigest digest && Arrays.equals(sha1, digest.sha1);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(sha1);
    }

    @Override
    public String toString() {
        return PREFIX + base32();
    }
}
