package dev.gossamer.crawl;

import dev.gossamer.store.HostMirrors;
import dev.gossamer.store.PayloadDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a crawl, finished or running, got more than once; reckoned from {@code crawl.log}.
 *
 * @param pages 2xx answers that were not robots.txt
 * @param duplicates as in {@link Status}
 * @param nearDuplicates as in {@link Status}
 * @param mirrors hosts that share most of their contents, the most alike first
 * @param near pages that are nearly like another, in the order of the crawl, so many at most
 */
public record Duplicates(
        long pages,
        long duplicates,
        long nearDuplicates,
        List<HostMirrors.Mirror> mirrors,
        List<Near> near) {
    /** Near duplicates that are named one by one; the others are counted only. */
    public static final int MAX_NAMED = 10_000;

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /**
     * A page whose text is nearly that of another.
     *
     * @param like the other, the first of its kind
     */
    public record Near(String url, String like) {}

    public String toJson() {
        return JSON.writeValueAsString(this);
    }

    public static Duplicates of(CrawlDirectory directory) throws IOException {
        var status = directory.status();
        var near = new ArrayList<Waiting>();
        var mirrors = new HostMirrors();
        if (Files.exists(directory.log())) {
            CrawlLog.read(directory.log(), 0, line -> look(line, near, mirrors));
        }
        return new Duplicates(
                status.pages(),
                status.duplicates(),
                status.nearDuplicates(),
                mirrors.mirrors(),
                named(near, directory));
    }

    /** A near duplicate of which only the simhash of the first one is known yet. */
    private record Waiting(String url, long like) {}

    private static void look(CrawlLog.Entry line, List<Waiting> near, HostMirrors mirrors) {
        if (!Copies.isPage(line)) return;
        PayloadDigest.parse(line.digest())
                .ifPresent(digest -> mirrors.add(line.url().host(), digest));
        var likeness = Likeness.ofNote(line.note());
        if (likeness.isNear() && near.size() < MAX_NAMED) {
            near.add(new Waiting(line.url().toString(), likeness.like().getAsLong()));
        }
    }

    /** Goes through the log a second time for the pages that the others are like. */
    private static List<Near> named(List<Waiting> near, CrawlDirectory directory)
            throws IOException {
        if (near.isEmpty()) return List.of();
        Map<Long, String> first = new HashMap<>();
        for (var page : near) first.put(page.like, "");
        CrawlLog.read(
                directory.log(),
                0,
                line -> {
                    var likeness = Likeness.ofNote(line.note());
                    if (likeness.isNear()) return;
                    first.computeIfPresent(
                            likeness.simhash(),
                            (_, url) -> url.isEmpty() ? line.url().toString() : url);
                });
        return near.stream()
                .map(page -> new Near(page.url, first.getOrDefault(page.like, "")))
                .toList();
    }
}
