package dev.gossamer.crawl;

import dev.gossamer.http.StatusCode;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@code crawl.log} tells of one URL, in one pass from its end to its beginning. A page is
 * logged before any page that it leads to, so the way from a seed unrolls on the way back.
 */
final class LogStory {
    /** Longer ways from a seed are not told to their beginning. */
    private static final int MAX_HOPS = 60;

    private static final int MAX_FAILURES = 5;

    private final String url;
    private final Set<String> failing;
    private final Map<String, CrawlLog.Entry> pages = new HashMap<>();
    private final Set<String> wanted;
    private final Deque<CrawlLog.Entry> failures = new ArrayDeque<>();
    private final List<Explanation.Hop> hops = new ArrayList<>();
    private CrawlLog.@Nullable Entry last;
    private int answers;
    private boolean isFromSeed;

    /** The URL whose line is the next hop; empty before the way begins and after its end. */
    private String hop = "";

    private LogStory(Url url, Set<String> wanted) {
        this.url = url.toString();
        this.wanted = wanted;
        // Not Set.of, which refuses a URL that is the robots.txt itself.
        failing = Set.copyOf(List.of(this.url, "dns:" + url.host(), url.origin() + "/robots.txt"));
    }

    /**
     * @param via what named the URL; empty where only the log can tell
     * @param others URLs whose last line is wanted too
     */
    static LogStory read(Path log, Url url, Optional<Url> via, Set<String> others)
            throws IOException {
        var story = new LogStory(url, others);
        via.filter(each -> !each.equals(url)).ifPresent(each -> story.hop = each.toString());
        if (Files.exists(log)) CrawlLog.readBackwards(log, story::isWanted, story::take);
        return story;
    }

    private boolean isWanted(String each) {
        return each.equals(hop) || failing.contains(each) || wanted.contains(each);
    }

    private void take(CrawlLog.Entry line) {
        String at = line.url().toString();
        if (wanted.contains(at) && line.status() > 0) pages.putIfAbsent(at, line);
        if (at.equals(url)) {
            if (last == null) last = line;
            if (line.status() > 0) answers++;
        }
        if (!line.fault().isEmpty() && failing.contains(at) && failures.size() < MAX_FAILURES)
            failures.addFirst(line);
        // A failed request leads nowhere; the same URL was answered before or after.
        if (at.equals(hop) && line.status() > 0) hop(line);
    }

    private void hop(CrawlLog.Entry line) {
        boolean isRedirect = StatusCode.isRedirect(line.status());
        hops.add(new Explanation.Hop(line.url(), isRedirect));
        boolean isSeed = line.via().equals(line.url().toString());
        // A robots.txt is named by nobody either.
        isFromSeed = isSeed && !line.url().path().equals("/robots.txt");
        hop = isSeed || hops.size() == MAX_HOPS ? "" : line.via();
    }

    /** The last line about the URL itself. */
    Optional<CrawlLog.Entry> last() {
        return Optional.ofNullable(last);
    }

    /** Requests for the URL that were answered. */
    int answers() {
        return answers;
    }

    /** The last answer of another URL that was asked for. */
    Optional<CrawlLog.Entry> page(Url other) {
        return Optional.ofNullable(pages.get(other.toString()));
    }

    /** Whether the way was told to its beginning. */
    boolean isFromSeed() {
        return isFromSeed;
    }

    List<Explanation.Hop> hops() {
        return List.copyOf(hops);
    }

    List<Explanation.Failure> failures() {
        return failures.stream()
                .map(
                        line ->
                                new Explanation.Failure(
                                        line.at(), line.url(), line.fault(), line.note()))
                .toList();
    }
}
