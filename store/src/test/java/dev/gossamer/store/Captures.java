package dev.gossamer.store;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** Captures for tests. */
final class Captures {
    static final Instant AT = Instant.parse("2026-11-15T05:25:05.123Z");
    static final InetAddress ADDRESS = address();

    private Captures() {}

    static Capture page(String url, String body) {
        return of(url, "Content-Type: text/html\r\n", body.getBytes(StandardCharsets.UTF_8));
    }

    static Capture of(String url, String fields, byte[] body) {
        return new Capture(
                Url.of(url),
                Url.of(url),
                AT,
                ADDRESS,
                ("GET " + Url.of(url).pathAndQuery() + " HTTP/1.1\r\nHost: a.test\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII),
                ("HTTP/1.1 200 OK\r\n" + fields + "\r\n").getBytes(StandardCharsets.US_ASCII),
                200,
                body);
    }

    /** A 304 without a tag. */
    static Capture notModified(String url, String requestFields) {
        return new Capture(
                Url.of(url),
                Url.of(url),
                AT,
                ADDRESS,
                ("GET / HTTP/1.1\r\n" + requestFields + "\r\n").getBytes(StandardCharsets.US_ASCII),
                "HTTP/1.1 304 Not Modified\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                304,
                new byte[0]);
    }

    /** Words that compress about as well as a page does. */
    static String words(RandomGenerator random, int bytes) {
        var text = new StringBuilder("<html><body>");
        while (text.length() < bytes) {
            text.append("<p class=w>word").append(random.nextInt(5000)).append("</p> ");
        }
        return text.substring(0, bytes);
    }

    private static InetAddress address() {
        try {
            return InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 7});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
