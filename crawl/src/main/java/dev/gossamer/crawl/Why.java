package dev.gossamer.crawl;

import dev.gossamer.alike.Copies;
import dev.gossamer.frontier.Trace;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.store.Archive;
import dev.gossamer.store.IndexEntry;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells how a URL was found and what became of it, or which rule keeps it out; of a running crawl
 * too.
 */
public final class Why {
    /** Longer ways from a seed are not told to their beginning. */
    private static final int MAX_HOPS = 60;

    /** Links and copies that are named; the others are only counted. */
    private static final int MAX_NAMED = 5;

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final CrawlDirectory directory;
    private final CrawlOptions options;
    private final Pipeline pipeline;
    private final List<String> lines = new ArrayList<>();

    /** The same for programs; what is not known is not there. */
    private final Map<String, Object> facts = new LinkedHashMap<>();

    private Why(CrawlDirectory directory, CrawlOptions options) throws IOException {
        this.directory = directory;
        this.options = options;
        pipeline = pipeline(directory, options);
    }

    /** Lines for people to read. */
    public static List<String> explain(CrawlDirectory directory, Url asked) throws IOException {
        return of(directory, asked).lines;
    }

    /** The same facts as an object for programs ({@code docs/archive.md}). */
    public static String json(CrawlDirectory directory, Url asked) throws IOException {
        return JSON.writeValueAsString(of(directory, asked).facts);
    }

    private static Why of(CrawlDirectory directory, Url asked) throws IOException {
        var why = new Why(directory, CrawlOptions.load(directory.configuration()));
        why.explain(why.options.reach().normal().form().apply(asked));
        return why;
    }

    private void explain(Url url) throws IOException {
        lines.add(url.toString());
        facts.put("url", url.toString());
        var trace = Trace.of(directory.state(), url);
        if (trace.isEmpty()) {
            var found = new Found(options.seeds().getFirst(), 1, 0);
            Url changed = pipeline.apply(url, found);
            if (changed != null && !changed.equals(url)) {
                String filter = pipeline.firstToChange(url, found);
                facts.put("asked", url.toString());
                facts.put("changedBy", filter);
                lines.add("  the filter '" + filter + "' changes it; it is crawled as");
                explain(changed);
                return;
            }
            neverQueued(pipeline.firstToDrop(url, found));
            linkedFrom(url);
            return;
        }
        becameOf(trace.get());
        failures(url);
        archived(url);
        copies(url);
        foundBy(trace.get());
        linkedFrom(url);
    }

    private static Pipeline pipeline(CrawlDirectory directory, CrawlOptions options)
            throws IOException {
        var scope =
                new SeedScope(
                        options.reach().scope(),
                        options.seeds(),
                        directory.roots().roots(),
                        _ -> {});
        return Filters.pipeline(options, scope);
    }

    private void neverQueued(String filter) {
        facts.put("state", "never-queued");
        if (!filter.isEmpty()) facts.put("filter", filter);
        lines.add("  was never queued");
        lines.add(
                filter.isEmpty()
                        ? "  every filter would let it pass: no page that was fetched links to it in a way that is followed, or only beyond max-depth or max-redirects"
                        : "  the filter '" + filter + "' drops it" + details(filter));
    }

    private String details(String filter) {
        if (!filter.equals("scope")) return "";
        return ": it is not in the scope '" + words(options.reach().scope()) + "' of the seeds";
    }

    /** Requests that brought nothing, by the log: the archive does not know of them. */
    private void failures(Url url) throws IOException {
        if (!Files.exists(directory.log())) return;
        var failures = new ArrayList<Map<String, String>>();
        CrawlLog.read(
                directory.log(),
                0,
                line -> {
                    boolean isFailure = !line.fault().isEmpty() && line.url().equals(url);
                    if (!isFailure || failures.size() == MAX_NAMED) return;
                    String at = line.at().map(Why::seconds).map(Instant::toString).orElse("");
                    lines.add("    " + line.fault().replace('_', ' ') + " at " + at);
                    failures.add(Map.of("at", at, "fault", line.fault()));
                });
        if (!failures.isEmpty()) facts.put("failures", failures);
    }

    private void becameOf(Trace trace) {
        facts.put("state", SettingType.name(trace.state()));
        trace.reason().ifPresent(reason -> facts.put("reason", SettingType.name(reason)));
        if (trace.state() == Trace.State.QUEUED) facts.put("ahead", trace.ahead());
        facts.put("attempts", trace.attempts());
        if (!trace.fault().isEmpty()) facts.put("fault", trace.fault());
        lines.add(
                switch (trace.state()) {
                    case QUEUED ->
                            "  waits in the queue of its origin behind "
                                    + trace.ahead()
                                    + " others";
                    case UNDER_WAY -> "  is being fetched";
                    case FETCHED -> "  was fetched";
                    case PARKED ->
                            "  could not be fetched so far ("
                                    + trace.fault()
                                    + "); 'gossamer resume' tries it again";
                    case DROPPED ->
                            "  was dropped: " + trace.reason().map(Why::words).orElse("unknown");
                });
        if (trace.attempts() > 0) lines.add("  requests made for it: " + trace.attempts());
    }

    private static String words(Enum<?> reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private void archived(Url url) throws IOException {
        if (!Archive.isIn(directory.root())) return;
        var archive = directory.archive();
        var captures = new ArrayList<Map<String, Object>>();
        for (IndexEntry entry : archive.find(url)) {
            if (!entry.url().equals(url.toString())) continue;
            lines.add(
                    "  archived %s, status %d, in %s at %d"
                            .formatted(entry.at(), entry.status(), entry.file(), entry.offset()));
            var capture = new LinkedHashMap<String, Object>();
            capture.put("at", entry.at().toString());
            capture.put("status", entry.status());
            capture.put("file", entry.file());
            capture.put("offset", entry.offset());
            captures.add(capture);
            try {
                var original = archive.original(entry);
                if (original.isEmpty()) continue;
                capture.put("original", original.get().url());
                capture.put("originalAt", original.get().at().toString());
                sameAs(original.get(), entry);
            } catch (IOException e) {
                lines.add("    without its content, which cannot be read: " + e);
            }
        }
        facts.put("captures", captures);
    }

    private void sameAs(Archive.Original original, IndexEntry revisit) {
        String what =
                original.url().equals(revisit.url())
                        ? "    unchanged: the content is that of "
                        : "    without its content, which is that of " + original.url() + " of ";
        String where =
                original.directory()
                        .map(dir -> dir.equals(directory.warc()) ? "" : ", in " + dir)
                        .orElse(", which is not there any more");
        lines.add(what + original.at() + where);
    }

    private void copies(Url url) throws IOException {
        var copies = Copies.of(directory.loggedPages(), url);
        if (copies.isNear() && !options.storage().nearDuplicates().areArchived()) {
            lines.add("  was not archived: its text was seen before (near-duplicates)");
        }
        others("have the same content", copies.same());
        copies.like().ifPresent(like -> lines.add("  its text is nearly that of " + like));
        copies.like().ifPresent(like -> facts.put("like", like));
        facts.put("sameContent", copies.same());
        facts.put("nearlySameText", copies.near());
        others("have nearly its text", copies.near());
    }

    private void others(String what, Set<String> urls) {
        if (urls.isEmpty()) return;
        String more = urls.size() == Copies.MAX_COUNTED ? " or more" : "";
        lines.add("  other URLs that %s: %,d%s".formatted(what, urls.size(), more));
        urls.stream().limit(MAX_NAMED).forEach(other -> lines.add("    " + other));
    }

    /** The way from a seed, backwards. */
    private void foundBy(Trace trace) throws IOException {
        lines.add(
                "  found "
                        + seconds(trace.found())
                        + " at depth "
                        + trace.depth()
                        + (trace.redirects() > 0 ? " by a redirect" : ""));
        facts.put("found", seconds(trace.found()).toString());
        facts.put("depth", trace.depth());
        facts.put("redirects", trace.redirects());
        var via = new ArrayList<String>();
        facts.put("via", via);
        var step = trace;
        for (int hop = 0; hop < MAX_HOPS && !step.via().equals(step.url()); hop++) {
            var before = Trace.of(directory.state(), step.via());
            via.add(step.via().toString());
            lines.add(
                    "    "
                            + (step.redirects() > 0 ? "redirected from " : "named by ")
                            + step.via());
            if (before.isEmpty()) return;
            step = before.get();
        }
        if (step.via().equals(step.url())) lines.add("    which is a seed");
    }

    /** As far as the graph of links is built. */
    private void linkedFrom(Url url) throws IOException {
        try (var graph = LinkGraph.open(directory.links())) {
            long count = graph.countTo(url);
            lines.add(
                    count == 0
                            ? "  no page that was read links to it"
                            : "  links to it that were read: " + count);
            facts.put("links", count);
            var sources = new ArrayList<String>();
            facts.put("linkedFrom", sources);
            for (var link : graph.to(url, MAX_NAMED)) {
                sources.add(link.source().toString());
                String text = link.text();
                lines.add(
                        "    "
                                + link.source()
                                + (text.isEmpty() ? "" : "  \u201c" + text + "\u201d"));
            }
        } catch (NoSuchFileException e) {
            lines.add("  links to it: not known ('gossamer links DIR --build' reads them)");
        }
    }

    private static Instant seconds(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS);
    }
}
