package dev.gossamer.crawl;

import dev.gossamer.http.RobotsDirectives;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.http.Headers;
import dev.gossamer.http.MediaType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Says from the head of an answer whether its body is worth a download: by type, length, status and
 * X-Robots-Tag. What the head tells without a body (a redirect, "come back later") is heeded all
 * the same.
 *
 * @param types beginnings of the media types to download; empty for all
 * @param decline names of what is not downloaded: {@link #OVERSIZED}, {@link #NOINDEX}, {@link
 *     #NOARCHIVE}, statuses such as {@code 404} or {@code 5xx}
 * @param agent whom an X-Robots-Tag may speak to by name
 */
record HeadRules(List<String> types, Set<String> decline, long maxBodyBytes, String agent) {
    static final String UNWANTED_TYPE = "unwanted-type";
    static final String OVERSIZED = "oversized";
    static final String NOINDEX = "noindex";
    static final String NOARCHIVE = "noarchive";
    static final String UNWANTED_STATUS = "unwanted-status";

    /** The URL lies outside the scope: whatever its head says, nobody wants the body. */
    static final String CHECK_LINKS = "check-links";

    /** The names under which answers are declined. */
    static final List<String> RULES =
            List.of(UNWANTED_TYPE, UNWANTED_STATUS, OVERSIZED, NOINDEX, NOARCHIVE, CHECK_LINKS);

    private static final Pattern NAME =
            Pattern.compile("oversized|noindex|noarchive|[2-5](xx|\\d\\d)");

    /** Entries of the setting {@code decline}. */
    static final SettingType<String> TYPE =
            SettingType.parsed(
                    "RULES",
                    "oversized, noindex, noarchive, or statuses such as 404 and 5xx",
                    HeadRules::parseRule,
                    rule -> rule);

    static HeadRules of(CrawlOptions options) {
        return new HeadRules(
                options.reach().types(),
                options.reach().decline(),
                options.limits().maxBodyBytes(),
                options.identity().agent());
    }

    private static String parseRule(String name) {
        if (NAME.matcher(name).matches()) return name;
        throw new IllegalArgumentException(name);
    }

    boolean isWanted(int status, Headers headers) {
        return declined(status, headers).isEmpty();
    }

    /**
     * Whether an answer to the question if a page has changed is wanted: it stands for the page, or
     * leads to another request, so it is not declined for its status.
     */
    boolean isWantedIfAsked(int status, Headers headers) {
        return (status == 304 || status == 412) && isWanted(200, headers);
    }

    /** The rule by which the answer was declined, for people. */
    String declined(Visit visit, Outcome.Declined declined) {
        return visit.isOnlyChecked()
                ? CHECK_LINKS
                : declined(declined.status(), declined.headers()).orElse("");
    }

    /** The rule that does not want the body; empty where none objects. */
    Optional<String> declined(int status, Headers headers) {
        if (status / 100 == 2 && !isTypeWanted(MediaType.essence(headers))) {
            return Optional.of(UNWANTED_TYPE);
        }
        if (decline.isEmpty()) return Optional.empty();
        if (decline.contains(String.valueOf(status)) || decline.contains(status / 100 + "xx")) {
            return Optional.of(UNWANTED_STATUS);
        }
        if (decline.contains(OVERSIZED) && announcedBytes(headers) > maxBodyBytes) {
            return Optional.of(OVERSIZED);
        }
        var robots = robots(headers, agent);
        if (robots.noindex() && decline.contains(NOINDEX)) return Optional.of(NOINDEX);
        if (robots.noarchive() && decline.contains(NOARCHIVE)) return Optional.of(NOARCHIVE);
        return Optional.empty();
    }

    /** A body whose type is not told is taken to be of any. */
    private boolean isTypeWanted(String type) {
        return types.isEmpty() || type.isEmpty() || types.stream().anyMatch(type::startsWith);
    }

    private static long announcedBytes(Headers headers) {
        String text = headers.first("content-length").orElse("").strip();
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
    }

    /** What all fields X-Robots-Tag of an answer ask together. */
    static RobotsDirectives robots(Headers headers, String agent) {
        return RobotsDirectives.of(headers, agent);
    }
}
