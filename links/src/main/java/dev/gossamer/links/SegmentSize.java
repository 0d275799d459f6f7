package dev.gossamer.links;

/** What the parts of segments take, in bytes. */
record SegmentSize(long texts, long urls, long forward, long backward, long labels) {
    static final SegmentSize NONE = new SegmentSize(0, 0, 0, 0, 0);

    SegmentSize plus(SegmentSize other) {
        return new SegmentSize(
                texts + other.texts,
                urls + other.urls,
                forward + other.forward,
                backward + other.backward,
                labels + other.labels);
    }
}
