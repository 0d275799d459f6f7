package dev.gossamer.links;

import java.util.LinkedHashMap;
import java.util.Map;

/** The bytes that each part of the segments takes. */
record SegmentSize(long texts, long urls, long forward, long backward, long labels) {
    static final SegmentSize NONE = new SegmentSize(0, 0, 0, 0, 0);

    Map<String, Long> parts() {
        Map<String, Long> parts = new LinkedHashMap<>();
        parts.put("forward", forward);
        parts.put("backward", backward);
        parts.put("labels", labels);
        parts.put("texts", texts);
        parts.put("urls", urls);
        parts.put("all", forward + backward + labels + texts + urls);
        return parts;
    }

    SegmentSize plus(SegmentSize other) {
        return new SegmentSize(
                texts + other.texts,
                urls + other.urls,
                forward + other.forward,
                backward + other.backward,
                labels + other.labels);
    }
}
