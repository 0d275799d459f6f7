package dev.gossamer.export;

import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * Which answers of an archive are exported. A list that is empty admits everything.
 *
 * @param everything also robots.txt, redirects, errors, and pages that ask not to be indexed or
 *     archived; without it only what the format is for
 * @param hosts names of hosts; {@code example.org} admits {@code www.example.org} too
 * @param types beginnings of media types
 * @param statuses such as {@code 404} or {@code 4xx}; with it answers of any kind are looked at
 * @param from the first moment
 * @param until the first moment that is too late
 */
public record PageSelection(
        boolean everything,
        List<String> hosts,
        List<String> types,
        List<String> statuses,
        Instant from,
        Instant until) {
    /** What a format is for, and no more. */
    public static final PageSelection USUAL =
            new PageSelection(false, List.of(), List.of(), List.of(), Instant.MIN, Instant.MAX);

    public PageSelection {
        hosts = lowerCase(hosts);
        types = lowerCase(types);
        statuses = lowerCase(statuses);
        for (String status : statuses) {
            if (!status.matches("[1-5](xx|\\d\\d)"))
                throw new IllegalArgumentException(
                        "'" + status + "' is no status; expected one such as 404 or 4xx");
        }
    }

    private static List<String> lowerCase(List<String> texts) {
        return texts.stream().map(text -> text.toLowerCase(Locale.ROOT)).toList();
    }

    boolean admits(ExportedPage page, ArchiveExport.Format format) {
        return admits(page.at())
                && isAny(statuses, status -> isStatus(page.status(), status))
                && isAny(types, page.type()::startsWith)
                && (hosts.isEmpty() || isAny(hosts, host -> isOf(page.url(), host)))
                && (everything || isMeant(page, format));
    }

    private boolean isMeant(ExportedPage page, ArchiveExport.Format format) {
        if (format == ArchiveExport.Format.EDGES) return true;
        if (page.isRobotsTxt()) return false;
        if (format == ArchiveExport.Format.CSV) return true;
        if (!page.isPage() && statuses.isEmpty()) return false;
        return !format.hasContent() || !page.isWithheld();
    }

    private boolean admits(Instant at) {
        return !at.isBefore(from) && at.isBefore(until);
    }

    private interface Rule {
        boolean matches(String entry);
    }

    private static boolean isAny(List<String> entries, Rule rule) {
        return entries.isEmpty() || entries.stream().anyMatch(rule::matches);
    }

    private static boolean isStatus(int status, String pattern) {
        String text = String.valueOf(status);
        return pattern.endsWith("xx") ? text.charAt(0) == pattern.charAt(0) : text.equals(pattern);
    }

    private static boolean isOf(String url, String host) {
        String name = Url.parse(url).map(Url::host).orElse("");
        return name.equals(host) || name.endsWith("." + host);
    }
}
