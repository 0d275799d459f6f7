package dev.gossamer.crawl;

import dev.gossamer.http.ContentSniffer;
import dev.gossamer.http.DecodedBody;
import dev.gossamer.http.RetryAfter;
import dev.gossamer.http.RobotsDirectives;
import dev.gossamer.http.StatusCode;
import dev.gossamer.http.Truncation;
import dev.gossamer.http.MediaType;
import dev.gossamer.http.Headers;
import dev.gossamer.fetch.Body;
import dev.gossamer.fetch.Fault;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Discovered;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.Link;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.store.Capture;
import dev.gossamer.store.PageFacts;
import dev.gossamer.store.PayloadDigest;
import dev.gossamer.store.WireBody;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one answer after another: archives it, finds its links, filters them, and says what the
 * frontier must know. Each worker has its own, so nothing here is locked.
 */
final class Reader {
    private static final DecodedBody NOTHING_READ = new DecodedBody(new byte[0], Optional.empty());

    private final CrawlContext crawl;
    private final HtmlParser parser;
    private final RecentLinks recent = new RecentLinks();
    private final HeadRules headRules;

    Reader(CrawlContext crawl) {
        this.crawl = crawl;
        this.parser = new HtmlParser(crawl.wanted());
        this.headRules = HeadRules.of(crawl.options());
    }

    Finished read(Task.Fetch task, Outcome outcome) throws IOException {
        boolean isDone = false;
        try {
            var finished = readOutcome(task, outcome);
            isDone = true;
            return finished;
        } finally {
            if (!isDone) recent.forget();
        }
    }

    private Finished readOutcome(Task.Fetch task, Outcome outcome) throws IOException {
        return switch (outcome) {
            case Outcome.Failed failed -> failed(task, failed);
            case Outcome.Declined declined -> declined(task, declined);
            case Outcome.Answer answer -> {
                try (Body _ = answer.body()) {
                    yield answered(task, answer);
                }
            }
        };
    }

    private Finished failed(Task.Fetch task, Outcome.Failed failed) throws IOException {
        // We stopped: nothing that the server did, and nobody waits for it.
        if (failed.fault() != Fault.CANCELLED) {
            crawl.statistics().failed(FaultResult.name(failed.fault()));
            crawl.log()
                    .failed(
                            failed.at(),
                            failed.fault(),
                            failed.took().toMillis(),
                            task.url(),
                            task.via(),
                            failed.detail());
        }
        return Finished.without(task, FaultResult.of(failed.fault(), failed.detail()));
    }

    /** The head said enough: the body is of a kind that nobody asked for. */
    private Finished declined(Task.Fetch task, Outcome.Declined declined) throws IOException {
        crawl.statistics().answered(declined.status(), 0);
        String rule = headRules.declined(declined.status(), declined.headers()).orElse("");
        crawl.statistics().dropped(rule, 1);
        crawl.log()
                .write(
                        new CrawlLog.Line(
                                declined.at(),
                                String.valueOf(declined.status()),
                                0,
                                declined.took().toMillis(),
                                task.url(),
                                task.via(),
                                mediaType(declined.headers()),
                                "",
                                Statistics.DECLINED + rule));
        if (isOverloaded(declined.status())) {
            return later(task, declined.status(), declined.headers(), declined.at());
        }
        var discovered = new ArrayList<Discovered>();
        redirected(task, declined.status(), declined.headers(), discovered);
        if (declined.status() / 100 == 2) follow(task, List.of(), discovered);
        return new Finished(task, new Result.Fetched(declined.status()), discovered);
    }

    private Finished answered(Task.Fetch task, Outcome.Answer answer) throws IOException {
        boolean isPage = answer.status() / 100 == 2;
        String type = mediaType(answer.headers());
        boolean isParsed =
                isPage && ContentSniffer.isHtml(answer.headers(), answer.body()::content);
        var content =
                isParsed || (isPage && crawl.hasListener())
                        ? answer.body().decode(crawl.options().network().answer().maxDecodedBytes())
                        : NOTHING_READ;
        var parsed = isParsed ? parse(task, answer, content) : Optional.<ParsedPage>empty();
        var likeness =
                parsed.map(page -> crawl.texts().look(answer.url(), page.text()))
                        .orElse(Likeness.UNKNOWN);
        archive(task.via(), answer, type, new Read(content, parsed, likeness));
        // Not before: an answer that could not be archived is read again, and is not its own copy.
        crawl.texts().add(likeness);
        if (likeness.isNear()) crawl.statistics().nearDuplicate();
        crawl.statistics().answered(answer.status(), answer.body().wireBytes());
        if (isOverloaded(answer.status())) {
            return later(task, answer.status(), answer.headers(), answer.at());
        }
        var discovered = new ArrayList<Discovered>();
        redirected(task, answer.status(), answer.headers(), discovered);
        if (isPage) {
            var links = parsed.map(page -> links(page, answer, likeness)).orElse(List.of());
            follow(task, links, discovered);
            tell(task, answer, type, content.bytes(), parsed);
        }
        return new Finished(task, result(answer), discovered);
    }

    /** A body that the server or the network cut off is asked for once more. */
    private static Result result(Outcome.Answer answer) {
        boolean isCut =
                answer.body().truncation().filter(why -> why != Truncation.LENGTH).isPresent();
        return isCut ? new Result.Cut(answer.status()) : new Result.Fetched(answer.status());
    }

    /** A page that breaks the parser is our fault: it is archived all the same, without links. */
    private Optional<ParsedPage> parse(
            Task.Fetch task, Outcome.Answer answer, DecodedBody content) {
        String type = answer.headers().joined("content-type");
        try {
            return Optional.of(parser.parse(answer.url(), type, content.bytes()));
        } catch (RuntimeException | StackOverflowError e) {
            crawl.complain(task, e);
            return Optional.empty();
        }
    }

    private CrawlOptions.NearDuplicatePages nearDuplicates() {
        return crawl.options().storage().nearDuplicates();
    }

    /** What was read out of an answer. */
    private record Read(DecodedBody content, Optional<ParsedPage> parsed, Likeness likeness) {
        static final Read NOTHING = new Read(NOTHING_READ, Optional.empty(), Likeness.UNKNOWN);
    }

    /** What the log says of a body that is not whole, or did not decode, or was seen before. */
    private static String note(Body body, Read read) {
        var notes = new ArrayList<String>(2);
        body.truncation().ifPresent(reason -> notes.add("truncated:" + name(reason)));
        body.cause().ifPresent(fault -> notes.add(name(fault)));
        read.content.flaw().ifPresent(flaw -> notes.add("decoded:" + name(flaw)));
        if (!read.likeness.note().isEmpty()) notes.add(read.likeness.note());
        return String.join(",", notes);
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    void archive(Url via, Outcome.Answer answer) throws IOException {
        String type = mediaType(answer.headers());
        archive(via, answer, type, Read.NOTHING);
    }

    /**
     * Every answer is archived and logged, also that of a robots.txt: an archive tells what the web
     * said, not what we made of it. Near duplicates are logged alone if the user asks for it.
     */
    private void archive(Url via, Outcome.Answer answer, String type, Read read)
            throws IOException {
        var body = wire(answer.body());
        var digest = PayloadDigest.of(answer.responseHead(), body);
        var truncation = answer.body().truncation();
        if (!read.likeness.isNear() || nearDuplicates().areArchived()) {
            crawl.store()
                    .write(
                            new Capture(
                                    answer.url(),
                                    via,
                                    answer.at(),
                                    answer.took(),
                                    answer.address(),
                                    answer.requestHead(),
                                    answer.responseHead(),
                                    answer.status(),
                                    body,
                                    truncation,
                                    Optional.empty(),
                                    Optional.of(digest),
                                    read.parsed.map(Reader::facts)));
        }
        crawl.log()
                .write(
                        new CrawlLog.Line(
                                answer.at(),
                                String.valueOf(answer.status()),
                                body.bytes(),
                                answer.took().toMillis(),
                                answer.url(),
                                via,
                                type,
                                digest.toString(),
                                note(answer.body(), read)));
    }

    /** A body that lies on disk is archived from there: it was too large for memory. */
    private static WireBody wire(Body body) throws IOException {
        return body.file().isPresent()
                ? new WireBody.InFile(body.file().get(), body.wireBytes())
                : new WireBody.InMemory(body.wire());
    }

    private static PageFacts facts(ParsedPage parsed) {
        return new PageFacts(
                parsed.title(),
                parsed.text(),
                parsed.links().stream().map(Link::target).map(Url::withoutUserinfo).toList());
    }

    /** What the page and its server ask of us together. */
    private RobotsDirectives robotsOf(ParsedPage parsed, Headers headers) {
        return parsed.facts().robots().and(HeadRules.robots(headers, headRules.agent()));
    }

    /** What the listener throws is its own mistake: counted and told, and no loss to the crawl. */
    private void tell(
            Task.Fetch task,
            Outcome.Answer answer,
            String type,
            byte[] content,
            Optional<ParsedPage> parsed) {
        if (!crawl.hasListener()) return;
        var page =
                new Page(
                        answer.url(),
                        task.via(),
                        task.depth(),
                        answer.at(),
                        answer.status(),
                        answer.headers(),
                        type,
                        content,
                        parsed.map(ParsedPage::title).orElse(""),
                        parsed.map(ParsedPage::links).orElse(List.of()),
                        parsed.map(ParsedPage::text).orElse(""));
        try {
            crawl.tellListener(page);
        } catch (RuntimeException e) {
            crawl.complain(task, e);
        }
    }

    /** The links of a page, unless it asks not to follow them or is one that we know already. */
    private List<Link> links(ParsedPage parsed, Outcome.Answer answer, Likeness likeness) {
        if (robotsOf(parsed, answer.headers()).nofollow()) return List.of();
        if (!likeness.isNear() || nearDuplicates().areFollowed()) return parsed.links();
        crawl.statistics().dropped("near-duplicate", parsed.links().size());
        return List.of();
    }

    /** Also for a page without links: an order may count how much of a host was fetched. */
    private void follow(Task.Fetch task, List<Link> links, List<Discovered> discovered) {
        var found = new Found(task.url(), task.depth() + 1, 0);
        discover(targets(links, found), found, discovered);
    }

    private List<Url> targets(List<Link> links, Found found) {
        if (found.depth() > crawl.options().limits().maxDepth()) {
            if (!links.isEmpty()) crawl.statistics().dropped("max-depth", links.size());
            return List.of();
        }
        boolean learns = crawl.strategy().learns();
        var targets = new ArrayList<Url>();
        for (Link link : links) {
            long fingerprint = RecentLinks.fingerprint(link.target());
            boolean isKnown = recent.contains(fingerprint);
            if ((isKnown && !learns) || !isFollowed(link)) continue;
            Url url = isKnown ? link.target() : filtered(link.target(), found);
            if (url == null) continue;
            targets.add(url);
            // One that learns is told of every link: those that pass unchanged need no filter.
            if (!learns || url.equals(link.target())) recent.add(fingerprint);
        }
        return targets;
    }

    private boolean isFollowed(Link link) {
        if (link.isNofollow()) return false;
        return switch (link.kind()) {
            case NAVIGATE, FRAME, REFRESH -> true;
            case RESOURCE -> crawl.options().reach().resources();
            case RELATION, FORM -> false;
        };
    }

    private void redirected(
            Task.Fetch task, int status, Headers headers, List<Discovered> discovered) {
        if (!isRedirect(status)) return;
        headers.first("location")
                .flatMap(task.url()::resolve)
                .ifPresent(target -> redirected(task, target, discovered));
    }

    private void redirected(Task.Fetch task, Url target, List<Discovered> discovered) {
        var found = new Found(task.url(), task.depth(), task.redirects() + 1);
        if (found.redirects() > crawl.options().limits().maxRedirects()) {
            crawl.statistics().dropped("max-redirects", 1);
            return;
        }
        Url url = filtered(target, found);
        if (url != null) discover(List.of(url), found, discovered);
    }

    private @Nullable Url filtered(Url target, Found found) {
        try {
            return crawl.pipeline().apply(crawl.normalForm().apply(target), found);
        } catch (RuntimeException e) {
            // A filter of the user's: it costs this link, and no other.
            crawl.complain(target, e);
            crawl.statistics().dropped("filter-failed", 1);
            return null;
        }
    }

    private void discover(List<Url> urls, Found found, List<Discovered> discovered) {
        crawl.strategy().fetched(found.via(), urls);
        for (Url url : urls) {
            discovered.add(
                    new Discovered(
                            url,
                            found.via(),
                            found.depth(),
                            found.redirects(),
                            crawl.strategy().priority(url, found)));
        }
    }

    /** What a server says when it cannot now but may later. */
    private static boolean isOverloaded(int status) {
        return StatusCode.isTemporary(status);
    }

    private static Finished later(Task.Fetch task, int status, Headers headers, Instant at) {
        return Finished.without(task, new Result.Later(status, RetryAfter.of(headers, at)));
    }

    static boolean isRedirect(int status) {
        return StatusCode.isRedirect(status);
    }

    /** Without parameters, in lower case; empty where the server named none that can be read. */
    static String mediaType(Headers headers) {
        return MediaType.essence(headers);
    }
}
