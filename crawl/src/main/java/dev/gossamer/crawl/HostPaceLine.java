package dev.gossamer.crawl;

import dev.gossamer.frontier.FrontierOptions;
import dev.gossamer.url.HostPattern;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A line of the setting {@code pace}: a host, or {@code *.} and a name for all hosts below it, and
 * what it is paced by. What the line does not set is as for every host.
 *
 * @param text as the user wrote it
 */
public record HostPaceLine(
        String text,
        String pattern,
        Optional<Duration> delay,
        Optional<Integer> connections,
        Optional<Long> maxPages) {
    private static final Set<String> NAMES = Set.of("delay", "connections", "max-pages");
    private static final String EXPECTED =
            "a host without a port and what it is paced by: *.example.org delay=5s connections=2 max-pages=100";

    /** In a file the pattern may also be the key, and what is set its value. */
    static final SettingType<HostPaceLine> TYPE =
            SettingType.entry(
                    "LINE",
                    entry ->
                            parse(
                                    (entry.name() + " " + String.join(" ", entry.arguments()))
                                            .strip()),
                    line -> NamedArguments.of(line.text));

    private static HostPaceLine parse(String text) {
        var words = List.of(text.split("[\\s,]+"));
        if (words.size() < 2) throw Settings.wrong("pace", text, EXPECTED);
        var set = new HashMap<String, String>();
        for (String word : words.subList(1, words.size())) {
            int equals = word.indexOf('=');
            String name = word.substring(0, Math.max(0, equals));
            if (!NAMES.contains(name) || set.put(name, word.substring(equals + 1)) != null) {
                throw Settings.wrong("pace", text, EXPECTED);
            }
        }
        return new HostPaceLine(
                text,
                HostPattern.parse(words.getFirst())
                        .orElseThrow(() -> Settings.wrong("pace", text, EXPECTED)),
                read(Settings.DELAY, set.get("delay")),
                read(Settings.CONNECTIONS_PER_HOST, set.get("connections")),
                read(Settings.MAX_PAGES_PER_HOST, set.get("max-pages")));
    }

    private static <T> Optional<T> read(Setting<T> as, @Nullable String text) {
        return Optional.ofNullable(text).map(each -> as.type().read("pace: " + as, each));
    }

    FrontierOptions.HostPace override(CrawlOptions options) {
        return new FrontierOptions.HostPace(
                pattern,
                delay.orElse(options.politeness().delay()),
                connections.orElse(options.politeness().connectionsPerHost()),
                maxPages.orElse(options.limits().maxPagesPerHost()));
    }
}
