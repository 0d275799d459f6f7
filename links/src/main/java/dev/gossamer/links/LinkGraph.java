package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The links as of the last commit when it was opened, also while a writer runs in this or another
 * process. Immutable; free for all threads.
 */
public final class LinkGraph implements AutoCloseable {
    private final String position;
    private final Map<Url, PageLinks> pages = new TreeMap<>();
    private final Map<Url, List<InLink>> backward = new HashMap<>();

    private LinkGraph(String position) {
        this.position = position;
    }

    /**
     * @throws NoSuchFileException when nothing was ever committed there
     */
    public static LinkGraph open(Path dir) throws IOException {
        if (!Manifest.isIn(dir)) throw new NoSuchFileException(dir.toString());
        var manifest = Manifest.read(dir);
        var graph = new LinkGraph(manifest.position());
        for (var name : manifest.segments()) graph.read(dir.resolve(name));
        for (var page : graph.pages.values()) {
            for (var edge : page.edges()) {
                graph.backward
                        .computeIfAbsent(edge.target(), _ -> new ArrayList<>())
                        .add(new InLink(page.source(), edge.kind(), edge.text()));
            }
        }
        return graph;
    }

    private void read(Path segment) throws IOException {
        try (var in = new DataInputStream(Files.newInputStream(segment))) {
            while (true) {
                var source = Url.of(in.readUTF());
                var at = Instant.ofEpochSecond(in.readLong());
                int status = in.readShort();
                int count = in.readInt();
                List<Edge> edges = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    edges.add(
                            new Edge(
                                    Url.of(in.readUTF()),
                                    Edge.Kind.valueOf(in.readUTF()),
                                    in.readUTF()));
                }
                pages.put(source, new PageLinks(source, at, status, edges));
            }
        } catch (EOFException e) {
            return;
        }
    }

    /** Of the commit that this shows. */
    public String position() {
        return position;
    }

    /** What a page links to; empty when it was not fetched. */
    public Optional<PageLinks> from(Url page) throws IOException {
        return Optional.ofNullable(pages.get(page));
    }

    /** What links to a URL, at most so many. */
    public List<InLink> to(Url target, int limit) throws IOException {
        return backward.getOrDefault(target, List.of()).stream().limit(limit).toList();
    }

    /** The words with which other pages link to a page, the most used first. */
    public List<Anchor> anchors(Url page, int limit) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (var link : to(page, Integer.MAX_VALUE)) {
            if (!link.text().isEmpty() && !link.source().equals(page))
                counts.merge(link.text(), 1L, Long::sum);
        }
        return counts.entrySet().stream()
                .map(e -> new Anchor(e.getKey(), e.getValue()))
                .sorted(Comparator.comparingLong(Anchor::count).reversed())
                .limit(limit)
                .toList();
    }

    /**
     * The share of all importance that this page has; those of all URLs sum to one. Zero for one
     * that was not known when it was last computed.
     */
    public double pageRank(Url page) throws IOException {
        return 0;
    }

    @Override
    public void close() throws IOException {}
}
