package dev.gossamer.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import dev.gossamer.url.Url;

/**
 * What the filters of a crawl would make of a URL that a page names.
 *
 * @param url as it was asked
 * @param filter the first that drops it; empty where it passes
 * @param taken the URL that the crawl would ask for; empty where it is dropped
 */
public record UrlVerdict(String url, Optional<String> filter, Optional<String> taken) {
    /** What is said of a text that is no URL. */
    private static final String NOT_A_URL = "not-a-url";

    /**
     * Asks the filters of a crawl that is described by settings alone.
     *
     * @throws UsageException if the settings make no sense
     */
    public static List<UrlVerdict> of(Crawl crawl, List<String> urls) {
        return of(crawl.options(), List.of(), urls);
    }

    /**
     * Asks the filters of the crawl in a folder, with some of its settings changed.
     *
     * @throws UsageException if the settings make no sense
     */
    public static List<UrlVerdict> of(Path folder, Map<String, ?> changed, List<String> urls)
            throws IOException {
        var directory = CrawlDirectory.open(folder);
        var values = CrawlOptions.load(directory.configuration()).settings();
        for (var each : changed.entrySet())
            values = values.withWritten(Settings.named(each.getKey()), each.getValue());
        return of(CrawlOptions.read(values), directory.roots().roots(), urls);
    }

    private static List<UrlVerdict> of(
            CrawlOptions options, List<String> roots, List<String> urls) {
        var reach = options.reach();
        var scope =
                new SeedScope(reach.scope(), reach.checkLinks(), options.seeds(), roots, _ -> {});
        var pipeline = Filters.pipeline(options, scope);
        var verdicts = new ArrayList<UrlVerdict>();
        for (String text : urls) verdicts.add(of(text, options, pipeline));
        return verdicts;
    }

    private static UrlVerdict of(String text, CrawlOptions options, Pipeline pipeline) {
        Optional<Url> url = Url.parse(text).filter(each -> !each.host().isEmpty());
        if (url.isEmpty() || options.seeds().isEmpty())
            return new UrlVerdict(text, Optional.of(NOT_A_URL), Optional.empty());
        var normal = options.reach().normal().form().apply(url.get());
        var found = new Found(options.seeds().getFirst(), 1, 0);
        String filter = pipeline.firstToDrop(normal, found);
        if (!filter.isEmpty()) return new UrlVerdict(text, Optional.of(filter), Optional.empty());
        var taken = Optional.ofNullable(pipeline.apply(normal, found)).map(Url::toString);
        return new UrlVerdict(text, Optional.empty(), taken);
    }
}
