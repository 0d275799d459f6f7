package dev.gossamer.crawl;

import dev.gossamer.frontier.FrontierOptions;
import dev.gossamer.url.Url;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How hosts are paced beyond {@link CrawlOptions.Politeness}, and how often state is made durable.
 * Most crawls need none of it.
 *
 * @param hosts lines such as {@code *.example.org delay=5s connections=2 max-pages=100}; the first
 *     that matches a host counts
 * @param adaptive the delay is at least so many times the last answer's duration; 0 is off
 * @param domainDelay between requests to one registered domain, all its hosts together
 * @param setAside how long a host that keeps failing is left alone, if not 180 times the first wait
 * @param timetable lines such as {@code mon-fri 08:00-18:00 10}, see {@link Timetable}
 * @param syncWindow what a machine that loses power may lose
 * @param checkpointEvery how often the state is written anew, so that a resume is quick
 */
public record Pacing(
        List<String> hosts,
        double adaptive,
        Duration domainDelay,
        int connectionsPerDomain,
        Duration maxCrawlDelay,
        Duration maxRetryWait,
        Duration maxRetryAfter,
        int setAsideAfter,
        Optional<Duration> setAside,
        int setAsides,
        List<String> timetable,
        Duration syncWindow,
        Duration checkpointEvery) {

    static final Set<String> NAMES =
            Set.of(
                    "pace",
                    "adaptive-delay",
                    "domain-delay",
                    "connections-per-domain",
                    "max-crawl-delay",
                    "max-retry-wait",
                    "max-retry-after",
                    "set-aside-after",
                    "set-aside",
                    "set-asides",
                    "timetable",
                    "sync-window",
                    "checkpoint-every");

    /** A quarter of an hour, with the first wait that is usual. */
    private static final int SET_ASIDE_WAITS = 180;

    static Pacing read(Settings from) {
        var pace = FrontierOptions.Pace.defaults();
        var retry = FrontierOptions.Retry.defaults();
        var durability = FrontierOptions.Durability.defaults();
        var pacing =
                new Pacing(
                        hosts(from),
                        from.decimal("adaptive-delay", 0, 0, 1_000),
                        from.duration("domain-delay", pace.domainDelay()),
                        (int) from.number("connections-per-domain", 0, 0, 10_000),
                        from.duration("max-crawl-delay", pace.crawlDelayCap()),
                        from.duration("max-retry-wait", retry.maxWait()),
                        from.duration("max-retry-after", retry.retryAfterCap()),
                        (int) from.number("set-aside-after", 5, 1, 1_000),
                        from.text("set-aside").map(_ -> from.duration("set-aside", Duration.ZERO)),
                        (int) from.number("set-asides", retry.setAsides(), 0, 1_000),
                        from.texts("timetable"),
                        from.duration("sync-window", durability.syncWindow()),
                        from.positive("checkpoint-every", Duration.ofMinutes(15)));
        Timetable.parse(pacing.timetable); // refuses what it cannot read
        return pacing;
    }

    /** In a file a pattern may also be the key, and what is set its value. */
    private static List<String> hosts(Settings from) {
        var lines = new ArrayList<String>();
        for (var line : from.named("pace", List.of()))
            lines.add((line.name() + " " + String.join(" ", line.arguments())).strip());
        return lines;
    }

    void save(Map<String, Object> all) {
        all.put("pace", hosts);
        all.put("adaptive-delay", adaptive);
        all.put("domain-delay", CrawlOptions.text(domainDelay));
        all.put("connections-per-domain", connectionsPerDomain);
        all.put("max-crawl-delay", CrawlOptions.text(maxCrawlDelay));
        all.put("max-retry-wait", CrawlOptions.text(maxRetryWait));
        all.put("max-retry-after", CrawlOptions.text(maxRetryAfter));
        all.put("set-aside-after", setAsideAfter);
        setAside.ifPresent(time -> all.put("set-aside", CrawlOptions.text(time)));
        all.put("set-asides", setAsides);
        all.put("timetable", timetable);
        all.put("sync-window", CrawlOptions.text(syncWindow));
        all.put("checkpoint-every", CrawlOptions.text(checkpointEvery));
    }

    /** As the frontier says it. What a line does not set is as for every host. */
    List<FrontierOptions.HostPace> overrides(CrawlOptions options) {
        return hosts.stream().map(line -> override(line, options)).toList();
    }

    private static FrontierOptions.HostPace override(String line, CrawlOptions options) {
        var words = List.of(line.strip().split("[\\s,]+"));
        var set = new java.util.LinkedHashMap<String, Object>();
        for (String word : words.subList(1, words.size())) {
            int equals = word.indexOf('=');
            if (equals > 0) set.put(word.substring(0, equals), word.substring(equals + 1));
        }
        if (set.isEmpty() || set.size() < words.size() - 1)
            throw Settings.wrong(
                    "pace", line, "a host and what it is paced by: *.example.org delay=5s");
        var own = Settings.of(set);
        own.refuseOthersThan(Set.of("delay", "connections", "max-pages"));
        var politeness = options.politeness();
        return new FrontierOptions.HostPace(
                pattern(words.getFirst(), line),
                own.duration("delay", politeness.delay()),
                (int) own.number("connections", politeness.connectionsPerHost(), 1, 10_000),
                own.number("max-pages", options.limits().maxPagesPerHost(), 1, Long.MAX_VALUE));
    }

    /**
     * Writes the host of a pattern as URLs have it: in small letters, other scripts in Punycode.
     */
    private static String pattern(String text, String line) {
        String below = text.startsWith("*.") ? "*." : "";
        var url = Url.parse("http://" + text.substring(below.length()) + "/");
        return url.filter(host -> host.toString().equals("http://" + host.host() + "/"))
                .map(host -> below + host.host())
                .orElseThrow(
                        () ->
                                Settings.wrong(
                                        "pace",
                                        line,
                                        "a host without a port: *.example.org delay=5s"));
    }

    FrontierOptions.Retry retry(CrawlOptions options) {
        var first = options.politeness().retryWait();
        return new FrontierOptions.Retry(
                options.limits().maxAttempts(),
                first,
                maxRetryWait,
                maxRetryAfter,
                setAsideAfter,
                setAside.orElse(first.multipliedBy(SET_ASIDE_WAITS)),
                setAsides);
    }
}
