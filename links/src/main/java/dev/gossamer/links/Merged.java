package dev.gossamer.links;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Several segments as if they were one: numbers of their own for URLs and texts, and of each page
 * only the newest lists. Takes four bytes of memory for each URL and text of the segments.
 * Immutable once made; a walk is for one thread.
 */
final class Merged {
    private final List<Segment> segments;
    private final int[][] ids;
    private final int[][] texts;
    private final BitSet[] shadowed;
    private final int urls;

    private Merged(
            List<Segment> segments, int[][] ids, int[][] texts, BitSet[] shadowed, int urls) {
        this.segments = segments;
        this.ids = ids;
        this.texts = texts;
        this.shadowed = shadowed;
        this.urls = urls;
    }

    /**
     * @param segments oldest first
     */
    static Merged of(List<Segment> segments) throws IOException {
        var texts = new DictionaryMerge(segments.stream().map(Segment::texts).toList());
        while (texts.next()) {}
        var urls = new DictionaryMerge(segments.stream().map(Segment::dictionary).toList());
        var shadows = new Shadows(segments);
        while (urls.next()) shadows.isFetched(urls);
        return new Merged(segments, urls.newIds(), texts.newIds(), shadows.shadowed, urls.id() + 1);
    }

    /** Writes them as one segment. */
    static void write(List<Segment> segments, SegmentWriter writer) throws IOException {
        var texts = new DictionaryMerge(segments.stream().map(Segment::texts).toList());
        var textWriter = writer.texts();
        while (texts.next()) textWriter.add(texts.text(), texts.length());
        writer.finishTexts(textWriter);
        var urls = new DictionaryMerge(segments.stream().map(Segment::dictionary).toList());
        var shadows = new Shadows(segments);
        var urlWriter = writer.urls();
        long[] fetched = new long[64];
        while (urls.next()) {
            int word = urls.id() >>> 6;
            if (word == fetched.length) fetched = Arrays.copyOf(fetched, 2 * word);
            if (shadows.isFetched(urls)) fetched[word] |= 1L << urls.id();
            urlWriter.add(urls.text(), urls.length());
        }
        writer.finishUrls(urlWriter, fetched);
        var merged =
                new Merged(
                        segments, urls.newIds(), texts.newIds(), shadows.shadowed, urls.id() + 1);
        merged.writeLists(writer);
    }

    private void writeLists(SegmentWriter writer) throws IOException {
        var forward = writer.forward();
        for (var pages = pages(); pages.next(); ) {
            forward.page(pages.source(), pages.status(), pages.seconds(), pages.edges());
        }
        writer.finishForward(forward);
        var backward = writer.backward();
        for (var targets = new MergedTargets(this); targets.next(); ) {
            if (targets.links().size() > 0) backward.target(targets.target(), targets.links());
        }
        writer.finishBackward(backward);
    }

    /** Which pages of a segment were fetched again in a later one. */
    private static final class Shadows {
        private final List<Segment> segments;
        private final BitSet[] shadowed;

        Shadows(List<Segment> segments) {
            this.segments = segments;
            shadowed = new BitSet[segments.size()];
            Arrays.setAll(shadowed, _ -> new BitSet());
        }

        /** Whether any segment fetched the URL at which the walk stands. */
        boolean isFetched(DictionaryMerge urls) throws IOException {
            boolean isFetched = false;
            for (int i = urls.holders() - 1; i >= 0; i--) {
                int segment = urls.holder(i);
                int id = urls.oldId(i);
                if (!segments.get(segment).isFetched(id)) continue;
                if (isFetched) shadowed[segment].set(id);
                isFetched = true;
            }
            return isFetched;
        }
    }

    List<Segment> segments() {
        return segments;
    }

    int urls() {
        return urls;
    }

    /** The number here of a URL of a segment. */
    int id(int segment, int old) {
        return ids[segment][old];
    }

    /** The text's number on disk, where 0 is the empty one. */
    int text(int segment, int old) {
        return old == 0 ? 0 : texts[segment][old - 1] + 1;
    }

    boolean isShadowed(int segment, int old) {
        return shadowed[segment].get(old);
    }

    /** Which number it has in a segment; negative where it has none. */
    int oldId(int segment, int id) {
        return Arrays.binarySearch(ids[segment], id);
    }

    /** What counts: URLs that nothing links to any more, since a page was fetched again, do not. */
    LinkCounts counts() throws IOException {
        var known = new BitSet(urls);
        long pages = 0;
        for (var walk = pages(); walk.next(); pages++) {
            known.set(walk.source());
            for (int i = 0; i < walk.edges().size(); i++)
                known.set(Packed.target(walk.edges().get(i)));
        }
        long edges = 0;
        for (var walk = new MergedTargets(this); walk.next(); ) edges += walk.links().size();
        return new LinkCounts(known.cardinality(), pages, edges);
    }

    interface UrlVisitor {
        void visit(int id, String url);
    }

    /** Segment by segment, each by rising number; a URL of several segments comes several times. */
    void forEachUrl(UrlVisitor visitor) throws IOException {
        for (int i = 0; i < segments.size(); i++) {
            var cursor = segments.get(i).dictionary().cursor();
            while (cursor.next()) visitor.visit(ids[i][cursor.id()], cursor.ascii());
        }
    }

    /** Every page once, by rising number. */
    MergedPages pages() throws IOException {
        return new MergedPages(this);
    }
}
