package dev.gossamer.store;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.time.Instant;

/**
 * One request and its answer, as they went over the wire.
 *
 * @param via the page that led here; the URL itself for a seed
 * @param body as it came, content encoding and chunk framing included
 */
public record Capture(
        Url url,
        Url via,
        Instant at,
        InetAddress address,
        byte[] requestHead,
        byte[] responseHead,
        int status,
        byte[] body) {}
