package dev.gossamer.replay;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tickets that let their holder look at the pages of one crawl for an hour. A ticket is its own
 * proof: the time at which it ends, and a code over that time and the crawl that only the holder of
 * the secret can make. So nothing has to be remembered.
 */
public final class ReplayTickets {
    static final Duration LIFETIME = Duration.ofHours(1);

    private static final int CODE_BYTES = 16;
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec secret;
    private final InstantSource clock;

    /**
     * @param secret random bytes, 32 of them or more, that nobody else knows
     */
    public ReplayTickets(byte[] secret, InstantSource clock) {
        if (secret.length < 32) throw new IllegalArgumentException("a secret that short");
        this.secret = new SecretKeySpec(secret, ALGORITHM);
        this.clock = clock;
    }

    /** Returns a ticket for a crawl. */
    public String issue(String crawl) {
        long end = clock.instant().plus(LIFETIME).getEpochSecond();
        byte[] ticket =
                ByteBuffer.allocate(Long.BYTES + CODE_BYTES)
                        .putLong(end)
                        .put(code(end, crawl))
                        .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(ticket);
    }

    /** Returns whether somebody with this ticket may see the crawl now. */
    boolean isValid(String ticket, String crawl) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(ticket);
        } catch (IllegalArgumentException e) {
            return false;
        }
        if (bytes.length != Long.BYTES + CODE_BYTES) return false;
        var buffer = ByteBuffer.wrap(bytes);
        long end = buffer.getLong();
        byte[] code = new byte[CODE_BYTES];
        buffer.get(code);
        return MessageDigest.isEqual(code, code(end, crawl))
                && clock.instant().getEpochSecond() < end;
    }

    private byte[] code(long end, String crawl) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            mac.update(ByteBuffer.allocate(Long.BYTES).putLong(end).array());
            byte[] whole = mac.doFinal(crawl.getBytes(StandardCharsets.UTF_8));
            return Arrays.copyOf(whole, CODE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
