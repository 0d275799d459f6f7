package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The links as of the last commit when it was opened, also while a writer runs in this or another
 * process. Free for all threads until it is closed.
 */
public final class LinkGraph implements AutoCloseable {
    /** A writer may take segments away between our reading their names and opening them. */
    private static final int OPEN_ATTEMPTS = 10;

    /** With this number of links to a URL it becomes faster to look at the segments as a whole. */
    private static final int MANY_LINKS = 10_000;

    private final Path dir;
    private final String position;
    private final List<Segment> segments;
    private final Ranks ranks;
    private @Nullable Merged merged;

    private LinkGraph(Path dir, String position, List<Segment> segments, Ranks ranks) {
        this.dir = dir;
        this.position = position;
        this.segments = segments;
        this.ranks = ranks;
    }

    /**
     * @throws NoSuchFileException when nothing was ever committed there
     */
    public static LinkGraph open(Path dir) throws IOException {
        for (int attempt = 1; ; attempt++) {
            if (!Manifest.isIn(dir)) throw new NoSuchFileException(dir.toString());
            var manifest = Manifest.read(dir);
            List<Segment> segments = new ArrayList<>();
            try {
                for (var name : manifest.segments()) segments.add(Segment.open(dir.resolve(name)));
                return new LinkGraph(dir, manifest.position(), segments, Ranks.open(dir));
            } catch (IOException e) {
                for (var segment : segments) segment.close();
                if (attempt == OPEN_ATTEMPTS || !(e instanceof NoSuchFileException)) throw e;
            }
        }
    }

    /** Of the commit that this shows. */
    public String position() {
        return position;
    }

    Path dir() {
        return dir;
    }

    /** URLs that were fetched or linked to, fetched ones, and links. */
    public LinkCounts counts() throws IOException {
        return merged().counts();
    }

    /** What one link takes on disk, by part; {@code all} is the sum. */
    public Map<String, Double> bitsPerLink() {
        var size = segments.stream().map(Segment::size).reduce(SegmentSize.NONE, SegmentSize::plus);
        long edges = segments.stream().mapToLong(Segment::edges).sum();
        Map<String, Double> bits = new LinkedHashMap<>();
        size.parts().forEach((part, bytes) -> bits.put(part, 8.0 * bytes / Math.max(1, edges)));
        return bits;
    }

    /** How many files are looked into for each question; one after {@link LinkStore#compact}. */
    public int segmentCount() {
        return segments.size();
    }

    /** Everything as one; made when first asked for. */
    synchronized Merged merged() throws IOException {
        if (merged == null) merged = Merged.of(segments);
        return merged;
    }

    /** The text by number of {@link #merged}. */
    Url url(int id) throws IOException {
        var whole = merged();
        for (int i = 0; i < segments.size(); i++) {
            int old = whole.oldId(i, id);
            if (old >= 0) return url(segments.get(i), old);
        }
        throw new IllegalArgumentException("no URL " + id);
    }

    /** The number in {@link #merged}, or -1. */
    int id(Url url) throws IOException {
        for (int i = 0; i < segments.size(); i++) {
            int old = segments.get(i).dictionary().find(bytes(url));
            if (old >= 0) return merged().id(i, old);
        }
        return -1;
    }

    private static byte[] bytes(Url url) {
        return url.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Url url(Segment segment, int id) throws IOException {
        var cursor = segment.dictionary().cursor();
        cursor.seek(id);
        return Url.of(cursor.ascii());
    }

    /**
     * What a page links to; empty when it was not fetched. The edges stand in the order of their
     * targets.
     */
    public Optional<PageLinks> from(Url page) throws IOException {
        byte[] text = bytes(page);
        for (var segment : segments.reversed()) {
            int id = segment.dictionary().find(text);
            if (id >= 0 && segment.isFetched(id)) return Optional.of(read(segment, page, id));
        }
        return Optional.empty();
    }

    private static PageLinks read(Segment segment, Url page, int id) throws IOException {
        var forward = segment.forward();
        forward.seek(id);
        var backward = segment.backward();
        List<Edge> edges = new ArrayList<>();
        int last = -1;
        for (int i = 0; i < forward.edges().size(); i++) {
            int target = Packed.target(forward.edges().get(i));
            if (target == last) continue;
            last = target;
            // The texts stand with the links as seen from the target.
            backward.seek(target);
            var url = url(segment, target);
            for (int j = 0; j < backward.links().size(); j++) {
                long link = backward.links().get(j);
                if (Packed.source(link) != id) continue;
                long label = Packed.label(link);
                edges.add(
                        new Edge(
                                url,
                                Packed.kind(Packed.kind(label)),
                                text(segment, Packed.text(label))));
            }
        }
        return new PageLinks(
                page, Instant.ofEpochSecond(forward.seconds()), forward.status(), edges);
    }

    private static String text(Segment segment, int number) throws IOException {
        if (number == 0) return "";
        var cursor = segment.texts().cursor();
        cursor.seek(number - 1);
        return cursor.utf8();
    }

    /** The status and time of a fetched page, without its links; empty when it was not fetched. */
    public Optional<PageLinks> fetched(Url page) throws IOException {
        byte[] text = bytes(page);
        for (var segment : segments.reversed()) {
            int id = segment.dictionary().find(text);
            if (id < 0) continue;
            var forward = segment.forward();
            if (!forward.seek(id)) continue;
            var at = Instant.ofEpochSecond(forward.seconds());
            return Optional.of(new PageLinks(page, at, forward.status(), List.of()));
        }
        return Optional.empty();
    }

    /** Returns links to a URL, at most as many as the limit. */
    public List<InLink> to(Url target, int limit) throws IOException {
        List<InLink> links = new ArrayList<>();
        if (limit > 0)
            forEachTo(
                    target,
                    link -> {
                        links.add(link);
                        return links.size() < limit;
                    });
        return links;
    }

    /** Takes links one by one. */
    interface InLinkVisitor {
        /** Returns whether to go on. */
        boolean visit(InLink link);
    }

    /** Hands on the links to a URL. */
    void forEachTo(Url target, InLinkVisitor visitor) throws IOException {
        forEachTo(
                target,
                (segment, source, label) ->
                        visitor.visit(
                                new InLink(
                                        url(segment, source),
                                        Packed.kind(Packed.kind(label)),
                                        text(segment, Packed.text(label)))));
    }

    /** How many links there are to a URL. */
    public long countTo(Url target) throws IOException {
        long[] count = {0};
        forEachTo(
                target,
                (_, _, _) -> {
                    count[0]++;
                    return true;
                });
        return count[0];
    }

    /** The words with which other pages link to a page, the most used first. */
    public List<Anchor> anchors(Url page, int limit) throws IOException {
        byte[] own = bytes(page);
        Map<Segment, Integer> self = new HashMap<>();
        for (var segment : segments) self.put(segment, segment.dictionary().find(own));
        record Words(Segment segment, int number) {}
        Map<Words, Long> counts = new HashMap<>();
        forEachTo(
                page,
                (segment, source, label) -> {
                    boolean hasWords = Packed.text(label) != 0;
                    if (hasWords && self.getOrDefault(segment, -1) != source)
                        counts.merge(new Words(segment, Packed.text(label)), 1L, Long::sum);
                    return true;
                });
        Map<String, Long> byText = new HashMap<>();
        for (var entry : counts.entrySet()) {
            var words = entry.getKey();
            byText.merge(text(words.segment, words.number), entry.getValue(), Long::sum);
        }
        return byText.entrySet().stream()
                .map(entry -> new Anchor(entry.getKey(), entry.getValue()))
                .sorted(
                        Comparator.comparingLong(Anchor::count)
                                .reversed()
                                .thenComparing(Anchor::text))
                .limit(limit)
                .toList();
    }

    private interface LinkVisitor {
        /** Returns whether to go on. */
        boolean visit(Segment segment, int source, long label) throws IOException;
    }

    private void forEachTo(Url target, LinkVisitor visitor) throws IOException {
        byte[] text = bytes(target);
        for (int i = 0; i < segments.size(); i++) {
            var segment = segments.get(i);
            int id = segment.dictionary().find(text);
            if (id < 0) continue;
            var backward = segment.backward();
            backward.seek(id);
            var links = backward.links();
            if (links.size() > MANY_LINKS && i < segments.size() - 1) merged();
            for (int j = 0; j < links.size(); j++) {
                int source = Packed.source(links.get(j));
                if (isShadowed(i, source)) continue;
                if (!visitor.visit(segment, source, Packed.label(links.get(j)))) return;
            }
        }
    }

    /** Whether a later segment has fetched this page again. */
    private boolean isShadowed(int segment, int id) throws IOException {
        if (segment == segments.size() - 1) return false;
        Merged whole = merged;
        if (whole != null) return whole.isShadowed(segment, id);
        var cursor = segments.get(segment).dictionary().cursor();
        cursor.seek(id);
        byte[] text = Arrays.copyOf(cursor.text(), cursor.length());
        for (int i = segment + 1; i < segments.size(); i++) {
            int later = segments.get(i).dictionary().find(text);
            if (later >= 0 && segments.get(i).isFetched(later)) return true;
        }
        return false;
    }

    /**
     * The share of all importance that this page has; those of all URLs sum to one. Zero for one
     * that was not known when it was last computed.
     */
    public double pageRank(Url page) throws IOException {
        return ranks.of(page.fingerprint());
    }

    @Override
    public void close() throws IOException {
        for (var segment : segments) segment.close();
        ranks.close();
    }
}
