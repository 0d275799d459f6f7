package dev.gossamer.crawl;

import dev.gossamer.alike.Similarity;
import dev.gossamer.derive.DerivedData;
import dev.gossamer.frontier.Trace;
import dev.gossamer.links.InLink;
import dev.gossamer.links.Edge;
import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.Link;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.store.Lookup;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Says why a URL is not in the queue: which filter drops it, or, where all let it pass, what the
 * pages that link to it say. Those are read from the archive, and each link is held against the
 * rules by which the crawl picked its links.
 */
final class KeptOut {
    static final Explanation.Reason BUDGET =
            new Explanation.Reason(
                    "budget",
                    "its host or domain had as many URLs as one may have of memory or disk",
                    "see max-state and docs/security.md");

    /** Pages with a link to the URL that are read from the archive. */
    private static final int MAX_READ = 20;

    /** Nearest to being followed first: the rule that one would have to lift. */
    private static final List<String> NEAREST =
            List.of(
                    LeftOut.MAX_DEPTH,
                    LeftOut.NOFOLLOW,
                    LeftOut.NEAR_DUPLICATE,
                    LeftOut.MAX_REDIRECTS,
                    LeftOut.RESOURCE,
                    LeftOut.RELATION,
                    LeftOut.FORM);

    private final CrawlDirectory directory;
    private final CrawlOptions options;
    private final Pipeline pipeline;
    private final Found found;

    KeptOut(CrawlDirectory directory, CrawlOptions options) throws IOException {
        this.directory = directory;
        this.options = options;
        pipeline =
                Filters.pipeline(
                        options, scope(options.reach().scope(), options.reach().checkLinks()));
        found = new Found(options.seeds().getFirst(), 1, 0);
    }

    private SeedScope scope(Scope scope, boolean areLinksChecked) throws IOException {
        // Roots that redirects of seeds added belong to the scope that the crawl has.
        List<String> roots =
                scope == options.reach().scope() ? directory.roots().roots() : List.of();
        return new SeedScope(scope, areLinksChecked, options.seeds(), roots, _ -> {});
    }

    /** What the filters make of a URL, where that is another. */
    Optional<Url> changed(Url url) {
        return Optional.ofNullable(pipeline.apply(url, found)).filter(each -> !each.equals(url));
    }

    String changedBy(Url url) {
        return pipeline.firstToChange(url, found);
    }

    /** Why it was never queued. */
    Explanation.Reason reason(Url url, Optional<Explanation.LinksTo> links, LogStory story)
            throws IOException {
        String filter = pipeline.firstToDrop(url, found);
        if (!filter.isEmpty()) return filter(url, filter);
        if (links.isEmpty())
            return new Explanation.Reason(
                    "links-unknown",
                    "no filter keeps it out; which pages link to it is not known",
                    "the command index reads their links");
        if (links.get().count() == 0) return notLinked();
        return byLinks(url, links.get(), story);
    }

    private Explanation.Reason notLinked() throws IOException {
        var lag = directory.status().lags().get(DerivedData.LINKS);
        boolean isBehind = lag != null && (lag.behindBytes() > 0 || !lag.problem().isEmpty());
        return new Explanation.Reason(
                "not-linked",
                "no filter keeps it out, but no page that was read links to it",
                isBehind
                        ? "the links of the newest pages are not read yet; the command index reads them"
                        : "");
    }

    private Explanation.Reason filter(Url url, String filter) throws IOException {
        String text = "the filter '" + filter + "' drops it";
        return switch (filter) {
            case Filters.SCOPE ->
                    new Explanation.Reason(
                            filter,
                            text
                                    + ": it is not in the scope '"
                                    + name(options.reach().scope())
                                    + "' of the seeds",
                            "resume with " + widerScope(url) + " lets it in");
            case "include" ->
                    new Explanation.Reason(
                            filter,
                            text + ": no pattern of --include is found in it",
                            "resume with another --include lets it in");
            case "exclude" ->
                    new Explanation.Reason(
                            filter,
                            text + ": a pattern of --exclude is found in it" + excluding(url),
                            "resume with another --exclude lets it in");
            default -> Explanation.Reason.of(filter, text);
        };
    }

    private String excluding(Url url) {
        return options.reach().exclude().stream()
                .filter(pattern -> pattern.matcher(url.toString()).find())
                .findFirst()
                .map(pattern -> ", '" + pattern + "'")
                .orElse("");
    }

    /** Returns the option that takes in a URL which lies outside the scope. */
    String widerScope(Url url) throws IOException {
        var wider = Scope.ANY;
        for (var scope : Scope.values())
            if (scope.compareTo(options.reach().scope()) > 0
                    && scope.compareTo(wider) < 0
                    && scope(scope, false).isInside(url)) wider = scope;
        return "--scope " + name(wider);
    }

    private static String name(Scope scope) {
        return scope.name().toLowerCase(Locale.ROOT);
    }

    /** Why it was let go when its turn came, though it had been let in. */
    Explanation.Reason atItsTurn(Url url, Trace trace) {
        var way = new Found(trace.via(), trace.depth(), trace.redirects());
        String filter = pipeline.firstToDrop(url, way);
        if (filter.isEmpty() && trace.depth() > options.limits().maxDepth())
            filter = LeftOut.MAX_DEPTH;
        return filter.isEmpty()
                ? Explanation.Reason.of(
                        "filter",
                        "a filter forbade it when its turn came; the filters of today would not")
                : Explanation.Reason.of(
                        filter,
                        "it was queued, and when its turn came '" + filter + "' forbade it");
    }

    // ---- what the pages say that link to it

    /** A rule that keeps a link out, and the page where it stands. */
    private record Against(String rule, Url source) {}

    private Explanation.Reason byLinks(Url url, Explanation.LinksTo links, LogStory story)
            throws IOException {
        var rules = new ArrayList<Against>();
        var reader =
                new HtmlParser(
                        EnumSet.of(HtmlParser.Want.LINKS, HtmlParser.Want.FACTS),
                        options.identity().agent());
        var archive =
                Archive.isIn(directory.root()) ? Optional.of(directory.archive()) : NO_ARCHIVE;
        int read = 0;
        for (InLink link : links.first()) {
            if (read++ == MAX_READ) break;
            rules.add(against(url, link, story, archive, reader));
        }
        for (String rule : NEAREST)
            for (var each : rules) if (each.rule.equals(rule)) return kept(each);
        boolean wasFull = directory.status().dropped().containsKey("budget");
        if (wasFull) return BUDGET;
        return new Explanation.Reason(
                "not-taken-up",
                "no rule of today keeps it out, and "
                        + rules.getFirst().source()
                        + " links to it: it was left out by rules of an earlier run, or is not read yet",
                "resume reads the links of fetched pages again where the options change");
    }

    private static final Optional<Archive> NO_ARCHIVE = Optional.empty();

    private Explanation.Reason kept(Against against) {
        String text = LeftOut.MEANING.getOrDefault(against.rule, against.rule);
        String advice =
                switch (against.rule) {
                    case LeftOut.MAX_DEPTH -> "resume with a higher --max-depth takes it up";
                    case LeftOut.RESOURCE -> "resume with --resources takes it up";
                    default -> "";
                };
        return new Explanation.Reason(
                against.rule, text + "; it is named by " + against.source, advice);
    }

    private Against against(
            Url url, InLink link, LogStory story, Optional<Archive> archive, HtmlParser parser)
            throws IOException {
        var line = story.page(link.source());
        int depth = line.map(CrawlLog.Entry::depth).orElse(0);
        if (link.kind() == Edge.Kind.REDIRECT)
            return new Against(LeftOut.MAX_REDIRECTS, link.source());
        boolean isNear =
                line.map(each -> Similarity.ofNote(each.note()).isNear()).orElse(false)
                        && !options.storage().nearDuplicates().areFollowed();
        String rule = archive.isEmpty() ? "" : ofPage(url, link.source(), archive.get(), parser);
        if (rule.isEmpty() && isNear) rule = LeftOut.NEAR_DUPLICATE;
        if (rule.isEmpty() && depth + 1 > options.limits().maxDepth()) rule = LeftOut.MAX_DEPTH;
        return new Against(rule, link.source());
    }

    /** The rule by which the page's own words keep the link out; empty if they do not. */
    private String ofPage(Url url, Url source, Archive archive, HtmlParser parser)
            throws IOException {
        if (!(Lookup.newest(archive, source) instanceof Lookup.Found(var page))) return "";
        if (!page.isHtml()) return "";
        var parsed = parse(source, page, parser);
        NormalForm form = options.reach().normal().form();
        String rule = "";
        for (Link link : parsed.links()) {
            Url target = pipeline.apply(form.apply(link.target()), found);
            if (target == null || !target.equals(url)) continue;
            rule = LinkPicker.ruleOfKind(link, options.reach());
            if (rule.isEmpty() && link.isNofollow()) rule = LeftOut.NOFOLLOW;
            if (rule.isEmpty()) break;
        }
        boolean isOfPage =
                rule.isEmpty()
                        && FollowLinks.isNofollow(
                                parsed, page.headers(), options.identity().agent());
        return isOfPage ? LeftOut.NOFOLLOW : rule;
    }

    private ParsedPage parse(Url source, ArchivedPage page, HtmlParser parser) {
        int most = AnswerLimits.withinHeap(options.network().answer().maxDecodedBytes());
        return parser.parse(source, page.headers().joined("content-type"), page.content(most));
    }
}
