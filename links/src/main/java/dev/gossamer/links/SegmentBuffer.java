package dev.gossamer.links;

import dev.gossamer.files.HeapShare;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Pages in memory until there are enough for a segment. Bounded by its number of edges and by the
 * characters of the texts and URLs that it holds, whatever pages come.
 */
final class SegmentBuffer {
    static final int MAX_EDGES = 1 << 20;

    /** A character costs some six bytes, with the maps. */
    static final int MAX_CHARS = HeapShare.LINK_BUFFER.count();

    private final int maxEdges;
    private final Map<Url, Integer> urls = new HashMap<>();
    private final Map<String, Integer> texts = new HashMap<>();

    /** By the number of a source: its newest page, counted from one. */
    private int[] newest = new int[1024];

    private int[] sources = new int[1024];
    private int[] statuses = new int[1024];
    private long[] seconds = new long[1024];

    /** Of each page; where the next one's begin is where its own end. */
    private int[] firstEdges = new int[1025];

    private int pages;
    private int[] targets = new int[1 << 14];
    private int[] edgeTexts = new int[1 << 14];
    private byte[] kinds = new byte[1 << 14];
    private int edges;
    private long chars;

    SegmentBuffer(int maxEdges) {
        this.maxEdges = maxEdges;
    }

    boolean isEmpty() {
        return pages == 0;
    }

    boolean isFull() {
        return edges >= maxEdges || pages >= maxEdges || chars >= MAX_CHARS;
    }

    void add(PageLinks page) {
        if (pages == sources.length) growPages();
        int source = number(page.source());
        if (source >= newest.length)
            newest = Arrays.copyOf(newest, Math.max(source + 1, 2 * newest.length));
        newest[source] = pages + 1;
        sources[pages] = source;
        statuses[pages] = page.status();
        seconds[pages] = page.at().getEpochSecond();
        for (var edge : page.edges()) {
            if (edges == targets.length) growEdges();
            targets[edges] = number(edge.target());
            edgeTexts[edges] = edge.text().isEmpty() ? -1 : number(edge.text());
            kinds[edges++] = (byte) Packed.number(edge.kind());
        }
        firstEdges[++pages] = edges;
    }

    private int number(Url url) {
        int fresh = urls.size();
        Integer known = urls.putIfAbsent(url, fresh);
        if (known != null) return known;
        chars += url.toString().length();
        return fresh;
    }

    private int number(String text) {
        int fresh = texts.size();
        Integer known = texts.putIfAbsent(text, fresh);
        if (known != null) return known;
        chars += text.length();
        return fresh;
    }

    private void growPages() {
        int capacity = 2 * pages;
        sources = Arrays.copyOf(sources, capacity);
        statuses = Arrays.copyOf(statuses, capacity);
        seconds = Arrays.copyOf(seconds, capacity);
        firstEdges = Arrays.copyOf(firstEdges, capacity + 1);
    }

    private void growEdges() {
        int capacity = 2 * edges;
        targets = Arrays.copyOf(targets, capacity);
        edgeTexts = Arrays.copyOf(edgeTexts, capacity);
        kinds = Arrays.copyOf(kinds, capacity);
    }

    /** Writes everything and forgets it. */
    void write(Path path) throws IOException {
        try (var writer = SegmentWriter.create(path)) {
            int[] textIds = writeTexts(writer);
            int[] pageOf = new int[urls.size()];
            int[] ids = writeUrls(writer, pageOf);
            var forward = writer.forward();
            int[] linksTo = new int[urls.size() + 1];
            var list = new LongList();
            for (int id = 0; id < pageOf.length; id++) {
                int page = pageOf[id] - 1;
                if (page < 0) continue;
                list.clear();
                for (int e = firstEdges[page]; e < firstEdges[page + 1]; e++) {
                    int target = ids[targets[e]];
                    linksTo[target + 1]++;
                    list.add(Packed.edge(target, kinds[e]));
                }
                list.sort();
                forward.page(id, statuses[page], seconds[page], list);
            }
            writer.finishForward(forward);
            writeBackward(writer, ids, textIds, pageOf, linksTo);
        }
        clear();
    }

    /** Returns the number on disk of each text: 0 is the empty one. */
    private int[] writeTexts(SegmentWriter writer) throws IOException {
        record Numbered(byte[] text, int number) {}
        var sorted = new Numbered[texts.size()];
        texts.forEach(
                (text, i) -> sorted[i] = new Numbered(text.getBytes(StandardCharsets.UTF_8), i));
        Arrays.sort(sorted, (a, b) -> Arrays.compareUnsigned(a.text, b.text));
        var dictionary = writer.texts();
        int[] ids = new int[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            // Broken surrogates all become question marks, so that two texts may become one.
            boolean isNew = i == 0 || !Arrays.equals(sorted[i].text, sorted[i - 1].text);
            if (isNew) dictionary.add(sorted[i].text, sorted[i].text.length);
            ids[sorted[i].number] = dictionary.count();
        }
        writer.finishTexts(dictionary);
        return ids;
    }

    /**
     * Returns the number on disk of each URL.
     *
     * @param pageOf receives for each number on disk the page, counted from one
     */
    private int[] writeUrls(SegmentWriter writer, int[] pageOf) throws IOException {
        var sorted = urls.keySet().toArray(Url[]::new);
        Arrays.sort(sorted);
        var dictionary = writer.urls();
        int[] ids = new int[sorted.length];
        long[] fetched = new long[sorted.length / Long.SIZE + 1];
        for (int id = 0; id < sorted.length; id++) {
            int number = urls.getOrDefault(sorted[id], -1);
            ids[number] = id;
            if (number < newest.length && newest[number] > 0) {
                pageOf[id] = newest[number];
                fetched[id >>> 6] |= 1L << id;
            }
            byte[] text = sorted[id].toString().getBytes(StandardCharsets.ISO_8859_1);
            dictionary.add(text, text.length);
        }
        writer.finishUrls(dictionary, fetched);
        return ids;
    }

    /**
     * @param linksTo by target, moved on by one: how many links there are; is used up
     */
    private void writeBackward(
            SegmentWriter writer, int[] ids, int[] textIds, int[] pageOf, int[] linksTo)
            throws IOException {
        for (int i = 1; i < linksTo.length; i++) linksTo[i] += linksTo[i - 1];
        long[] all = new long[linksTo[linksTo.length - 1]];
        int[] at = Arrays.copyOf(linksTo, linksTo.length);
        for (int id = 0; id < pageOf.length; id++) {
            int page = pageOf[id] - 1;
            if (page < 0) continue;
            for (int e = firstEdges[page]; e < firstEdges[page + 1]; e++) {
                int text = edgeTexts[e] < 0 ? 0 : textIds[edgeTexts[e]];
                all[at[ids[targets[e]]]++] = Packed.inLink(text, kinds[e], id);
            }
        }
        var backward = writer.backward();
        var list = new LongList();
        for (int target = 0; target < pageOf.length; target++) {
            list.clear();
            for (int i = linksTo[target]; i < linksTo[target + 1]; i++) list.add(all[i]);
            list.sort();
            if (list.size() > 0) backward.target(target, list);
        }
        writer.finishBackward(backward);
    }

    void clear() {
        urls.clear();
        texts.clear();
        Arrays.fill(newest, 0);
        pages = 0;
        edges = 0;
        chars = 0;
    }
}
