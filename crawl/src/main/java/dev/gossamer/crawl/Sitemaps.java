package dev.gossamer.crawl;

import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.Headers;
import dev.gossamer.http.MediaType;
import dev.gossamer.http.StatusCode;
import dev.gossamer.robots.Sitemap;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads what sitemaps name. Those that robots.txt names are asked for, and {@code /sitemap.xml} of
 * a seed's host whose robots.txt names none. They are fetched as pages are, with the same pace and
 * rules.
 */
final class Sitemaps implements AnswerSteps.Step {
    /** An index of indexes of sitemaps is the most that is followed. */
    private static final int MAX_LEVELS = 3;

    /** Sitemaps that one index may name; the others are left out. */
    private static final int MAX_NAMED = 1_000;

    /** Sitemaps that one robots.txt may name; more than that are no help but a burden. */
    private static final int MAX_LINES = 50;

    /** How the names of files end that may be sitemaps if they say so. */
    private static final Set<String> ENDINGS = Set.of("xml", "gz", "txt", "php", "aspx", "");

    private final boolean areUsed;
    private final Set<String> seedHosts;

    Sitemaps(CrawlOptions options) {
        // Without a scope each host of the web would add all that it has.
        areUsed = options.reach().sitemaps() && options.reach().scope() != Scope.ANY;
        seedHosts = options.seeds().stream().map(Url::host).collect(Collectors.toSet());
    }

    /**
     * Whether somebody calls this URL a sitemap: then it may be as large as a sitemap may be, and
     * feeds and texts are read as sitemaps.
     */
    static boolean isCalledSo(Task.Fetch task) {
        if (task.via().path().equals("/robots.txt")) return true;
        String path = task.url().path().toLowerCase(Locale.ROOT);
        String name = path.substring(path.lastIndexOf('/') + 1);
        String ending = name.contains(".") ? name.substring(name.lastIndexOf('.') + 1) : "";
        return name.endsWith(".xml.gz") || (name.contains("sitemap") && ENDINGS.contains(ending));
    }

    /** Whether the crawl reads this URL as a sitemap, whatever its type and length. */
    boolean isExpected(Task.Fetch task) {
        return areUsed && isCalledSo(task);
    }

    /** A type in which sitemaps are sent; that of a film is none. */
    static boolean isUsualType(Headers headers) {
        String type = MediaType.essence(headers);
        return type.endsWith("xml")
                || type.endsWith("gzip")
                || type.equals("text/plain")
                || type.equals("application/octet-stream");
    }

    @Override
    public void take(Visit visit) throws IOException {
        if (!areUsed || !(visit.shown() instanceof Outcome.Answer answer)) return;
        switch (visit.task) {
            case Task.Robots robots -> named(visit, robots);
            case Task.Fetch fetch -> read(visit, fetch, answer);
            case Task.Resolve _ -> {}
        }
    }

    /** What robots.txt names, or the usual place where it does not exist or names none. */
    private void named(Visit visit, Task.Robots task) {
        if (!visit.hasRules()) return;
        var urls = resolved(visit.url, first(visit.sitemapLines(), MAX_LINES));
        if (urls.isEmpty())
            Url.parse(task.origin() + "/sitemap.xml")
                    .filter(url -> seedHosts.contains(url.host()))
                    .ifPresent(urls::add);
        visit.names(urls, true);
    }

    private static void read(Visit visit, Task.Fetch task, Outcome.Answer answer)
            throws IOException {
        if (!StatusCode.isPage(answer.status()) || visit.page().isPresent()) return;
        boolean isCalled = isCalledSo(task);
        if (!isCalled && !MediaType.essence(answer.headers()).endsWith("xml")) return;
        if (!isCalled && !Sitemap.isSitemap(answer.body().content(Sitemap.START_BYTES))) return;
        int most = AnswerLimits.withinHeap(Sitemap.MAX_BYTES);
        var sitemap = Sitemap.read(answer.body().content(most), most);
        if (sitemap.isIndex() && task.depth() >= MAX_LEVELS) return;
        var locations =
                sitemap.isIndex() ? first(sitemap.locations(), MAX_NAMED) : sitemap.locations();
        visit.names(ofItsDomain(visit, resolved(visit.url, locations)), sitemap.isIndex());
    }

    private static List<String> first(List<String> all, int most) {
        return all.subList(0, Math.min(most, all.size()));
    }

    /** A sitemap speaks for its own domain, and for the one whose robots.txt names it. */
    private static List<Url> ofItsDomain(Visit visit, List<Url> urls) {
        var domains = List.of(visit.url.registeredDomain(), visit.via.registeredDomain());
        urls.removeIf(url -> !domains.contains(url.registeredDomain()));
        return urls;
    }

    private static List<Url> resolved(Url base, List<String> locations) {
        var urls = new ArrayList<Url>(locations.size());
        for (String location : locations)
            base.resolve(location).filter(Url::isHttp).ifPresent(urls::add);
        return urls;
    }
}
