package dev.gossamer.crawl;

import dev.gossamer.alike.Copies;
import dev.gossamer.frontier.DropReason;
import dev.gossamer.frontier.Trace;
import dev.gossamer.http.StatusCode;
import dev.gossamer.links.InLink;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.store.Archive;
import dev.gossamer.store.IndexEntry;
import dev.gossamer.url.HostPattern;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds out how a URL was found and what became of it, or which rule keeps it out: from the
 * journals of the frontier, the log, the archive, the link graph and the rules of the crawl. Each
 * of them is read once.
 */
final class Why {
    /** Links to a URL that are looked at. */
    private static final int MAX_LINKS = 50;

    private final CrawlDirectory directory;
    private final Path journals;
    private final CrawlOptions options;
    private final KeptOut keptOut;

    private Why(CrawlDirectory directory, Path journals) throws IOException {
        this.directory = directory;
        this.journals = journals;
        options = CrawlOptions.load(directory.configuration());
        keptOut = new KeptOut(directory, options);
    }

    /**
     * @param journals the folder of the frontier's journals
     */
    static Explanation of(CrawlDirectory directory, Path journals, Url asked) throws IOException {
        var why = new Why(directory, journals);
        return why.explain(why.options.reach().normal().form().apply(asked), Optional.empty());
    }

    private Explanation explain(Url url, Optional<Explanation.Change> change) throws IOException {
        var trace = Trace.of(journals, url);
        if (trace.isEmpty() && change.isEmpty()) {
            var changed = keptOut.changed(url);
            if (changed.isPresent())
                return explain(
                        changed.get(),
                        Optional.of(new Explanation.Change(url, keptOut.changedBy(url))));
        }
        var links = linksTo(url);
        Set<String> sources =
                links.map(Explanation.LinksTo::first).orElse(List.of()).stream()
                        .map(link -> link.source().toString())
                        .collect(Collectors.toSet());
        var story = LogStory.read(directory.log(), url, trace.map(Trace::via), sources);
        var copies = story.answers() == 0 ? Copies.none() : Copies.of(directory.loggedPages(), url);
        return new Explanation(
                url,
                change,
                fate(url, trace, story, copies, links),
                captures(url),
                copies,
                trace.map(found -> discovery(found, story)),
                links);
    }

    // ---- what became of it

    private Explanation.Fate fate(
            Url url,
            Optional<Trace> trace,
            LogStory story,
            Copies copies,
            Optional<Explanation.LinksTo> links)
            throws IOException {
        if (trace.isPresent()) return fate(url, trace.get(), story, copies);
        if (story.answers() > 0)
            return new Explanation.Fate(
                    Explanation.State.FETCHED,
                    Optional.of(
                            directory.isImported()
                                    ? Explanation.Reason.of(
                                            "imported",
                                            "it was imported, so how it was found is not known")
                                    : Explanation.Reason.of(
                                            "state-missing",
                                            "the log names it, but the state of the crawl does not know it")),
                    0,
                    story.answers(),
                    story.failures());
        return new Explanation.Fate(
                Explanation.State.NEVER_QUEUED,
                Optional.of(keptOut.reason(url, links, story)),
                0,
                0,
                List.of());
    }

    private Explanation.Fate fate(Url url, Trace trace, LogStory story, Copies copies)
            throws IOException {
        var reason =
                switch (trace.state()) {
                    case QUEUED -> blocked(url);
                    case UNDER_WAY -> Optional.<Explanation.Reason>empty();
                    case FETCHED -> fetched(story, copies);
                    case PARKED -> Optional.of(parked(trace, story));
                    case DROPPED -> trace.reason().map(drop -> dropped(url, trace, drop));
                };
        var state =
                story.last().flatMap(line -> line.noted(Statistics.DECLINED)).isPresent()
                                && trace.state() == Trace.State.FETCHED
                        ? Explanation.State.DECLINED
                        : Explanation.State.valueOf(trace.state().name());
        return new Explanation.Fate(
                state, reason, trace.ahead(), trace.attempts(), story.failures());
    }

    private Optional<Explanation.Reason> blocked(Url url) {
        return options.politeness().blocked().stream()
                .filter(pattern -> HostPattern.matches(pattern, url.host()))
                .findFirst()
                .map(
                        pattern ->
                                new Explanation.Reason(
                                        "blocked",
                                        "its host is blocked (block: " + pattern + ")",
                                        "unblock takes it up"));
    }

    private Optional<Explanation.Reason> fetched(LogStory story, Copies copies) throws IOException {
        if (story.last().isEmpty()) return Optional.empty();
        var line = story.last().get();
        var declined = line.noted(Statistics.DECLINED);
        if (line.isOnlyChecked()) return Optional.of(checked(line));
        if (declined.isPresent()) return declined.map(rule -> declined(rule, line));
        if (!StatusCode.isPage(line.shownStatus()) && line.status() > 0)
            return Optional.of(
                    Explanation.Reason.of(
                            "status-" + line.status(), "the server answered " + line.status()));
        if (copies.isNear() && !options.storage().nearDuplicates().areArchived())
            return Optional.of(
                    Explanation.Reason.of(
                            LeftOut.NEAR_DUPLICATE,
                            "it was not archived: its text was seen before (near-duplicates)"));
        return Optional.empty();
    }

    private Explanation.Reason checked(CrawlLog.Entry line) throws IOException {
        return new Explanation.Reason(
                HeadRules.CHECK_LINKS,
                "it was only checked, because it lies outside the scope (--check-links); it answered "
                        + line.status(),
                "resume with " + keptOut.widerScope(line.url()) + " fetches it");
    }

    private static Explanation.Reason declined(String rule, CrawlLog.Entry line) {
        String what =
                switch (rule) {
                    case HeadRules.UNWANTED_TYPE ->
                            "its type " + line.type() + " is none of those that --types names";
                    case HeadRules.UNWANTED_STATUS ->
                            "it answered " + line.status() + ", which --decline names";
                    default -> "it is " + rule + ", which --decline names";
                };
        return new Explanation.Reason(
                rule,
                "its body was not downloaded: " + what,
                "resume with other --types or --decline asks for it again");
    }

    private static Explanation.Reason parked(Trace trace, LogStory story) {
        String again = "resume tries it again";
        String fault = trace.fault();
        // What stands in the log in one word had blanks before.
        var forbidden =
                story.failures().stream()
                        .filter(each -> each.fault().equals("forbidden_address"))
                        .reduce((_, later) -> later);
        if (forbidden.isPresent() && fault.contains("not public"))
            return new Explanation.Reason(
                    "private-address",
                    "its address " + forbidden.get().detail().replace('_', ' ') + " is not public",
                    "resume with --allow-private visits it");
        if (fault.equals("no such host"))
            return new Explanation.Reason("no-such-host", "there is no host of its name", again);
        if (fault.startsWith("robots.txt"))
            return new Explanation.Reason(
                    "robots-unreachable",
                    fault + ", and without it nothing of the origin is asked for",
                    again);
        if (fault.matches("\\d{3}"))
            return new Explanation.Reason("status-" + fault, "the server answered " + fault, again);
        return new Explanation.Reason(fault.replace(' ', '-'), fault, again);
    }

    private Explanation.Reason dropped(Url url, Trace trace, DropReason drop) {
        return switch (drop) {
            case ROBOTS -> RobotsLine.reason(directory, options.identity().agent(), url);
            case PAGE_LIMIT ->
                    new Explanation.Reason(
                            "max-pages-per-host",
                            "its host has given as many pages as max-pages-per-host (%,d) allows"
                                    .formatted(options.limits().maxPagesPerHost()),
                            "resume with a higher --max-pages-per-host takes it up");
            case FILTER -> keptOut.atItsTurn(url, trace);
            case BUDGET -> KeptOut.BUDGET;
            case BLOCKED ->
                    new Explanation.Reason(
                            "blocked",
                            "its host was blocked, and what waited for it let go",
                            "changes.jsonl says by whom");
        };
    }

    // ---- what else is known of it

    private List<Explanation.Capture> captures(Url url) throws IOException {
        return captures(directory, url);
    }

    /** Returns the captures of a URL in the archive of a folder, oldest first. */
    static List<Explanation.Capture> captures(CrawlDirectory directory, Url url)
            throws IOException {
        if (!Archive.isIn(directory.root())) return List.of();
        var archive = directory.archive();
        var captures = new ArrayList<Explanation.Capture>();
        for (IndexEntry entry : archive.find(url))
            if (entry.url().equals(url.toString()))
                captures.add(capture(directory, archive, entry));
        return captures;
    }

    private static Explanation.Capture capture(
            CrawlDirectory directory, Archive archive, IndexEntry entry) {
        return new Explanation.Capture(
                entry.at(),
                entry.status(),
                entry.file(),
                entry.offset(),
                original(directory, archive, entry));
    }

    private static Optional<Explanation.Original> original(
            CrawlDirectory directory, Archive archive, IndexEntry entry) {
        try {
            return archive.original(entry)
                    .map(
                            found ->
                                    new Explanation.Original(
                                            found.url(),
                                            found.at(),
                                            found.directory()
                                                    .filter(dir -> !dir.equals(directory.warc())),
                                            found.directory().isPresent()));
        } catch (IOException e) { // a damaged record has no original that could be told
            return Optional.of(
                    new Explanation.Original(entry.url(), entry.at(), Optional.empty(), false));
        }
    }

    private static Explanation.Discovery discovery(Trace trace, LogStory story) {
        var hops = story.hops();
        boolean isSeed = trace.via().equals(trace.url());
        return new Explanation.Discovery(
                trace.found().truncatedTo(ChronoUnit.SECONDS),
                trace.depth(),
                trace.redirects(),
                hops,
                isSeed || story.isFromSeed());
    }

    /** As far as the graph of links is built. */
    private Optional<Explanation.LinksTo> linksTo(Url url) throws IOException {
        try (var graph = LinkGraph.open(directory.links())) {
            List<InLink> first = graph.to(url, MAX_LINKS);
            return Optional.of(new Explanation.LinksTo(graph.countTo(url), first));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
