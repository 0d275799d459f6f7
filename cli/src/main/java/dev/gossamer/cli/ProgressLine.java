package dev.gossamer.cli;

import dev.gossamer.crawl.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One line that says where a running crawl stands and what it waits for. Where it does not fit,
 * what matters least is left out.
 *
 * @param maxPages after which the crawl stops; {@link Long#MAX_VALUE} if there is no limit
 */
record ProgressLine(long maxPages) {
    private static final String GAP = "  ";

    /**
     * A part of the line.
     *
     * @param rank those with the highest are left out first
     */
    private record Part(String text, int rank) {}

    /**
     * Returns the line.
     *
     * @param columns that it may take
     */
    String of(Status status, double pagesPerSecond, int columns) {
        var parts = new ArrayList<Part>();
        parts.add(new Part(Summary.time(status.seconds()), 2));
        parts.add(new Part(pages(status), 0));
        parts.add(new Part(rate(pagesPerSecond), 4));
        toGo(status, pagesPerSecond, parts);
        parts.add(new Part(Summary.bytes(status.bytes()), 8));
        parts.add(new Part("%,d queued".formatted(status.queued()), 6));
        parts.add(new Part(Summary.count(status.hosts(), "host"), 9));
        long errors = status.failures() + serverErrors(status);
        parts.add(new Part(Summary.count(errors, "error"), errors > 0 ? 3 : 7));
        // A wait that is over when it is read explains nothing.
        status.waiting()
                .filter(waiting -> waiting.seconds() >= 1)
                .ifPresent(waiting -> parts.add(new Part(waiting(waiting), 1)));
        return fitting(parts, columns);
    }

    private String pages(Status status) {
        return maxPages == Long.MAX_VALUE
                ? Summary.count(status.pages(), "page")
                : "%,d of %s".formatted(status.pages(), Summary.count(maxPages, "page"));
    }

    static String rate(double pagesPerSecond) {
        String format = pagesPerSecond < 10 ? "%.1f/s" : "%,.0f/s";
        return String.format(Locale.ROOT, format, pagesPerSecond);
    }

    /** What is queued takes at least so long; more may be found on the way. */
    private void toGo(Status status, double pagesPerSecond, List<Part> parts) {
        if (pagesPerSecond <= 0) return;
        boolean isLimited = maxPages != Long.MAX_VALUE;
        long left = isLimited ? Math.max(0, maxPages - status.pages()) : status.queued();
        String time = Summary.wholeTime(left / pagesPerSecond);
        parts.add(new Part((isLimited ? "about " : "at least ") + time + " to go", 5));
    }

    private static long serverErrors(Status status) {
        return status.status().entrySet().stream()
                .filter(each -> each.getKey().startsWith("5"))
                .mapToLong(each -> each.getValue())
                .sum();
    }

    static String waiting(Status.Waiting waiting) {
        String time = Summary.wholeTime(Math.ceil(waiting.seconds()));
        return "waiting " + time + ": " + TerminalText.clean(waiting.reason());
    }

    private static String fitting(List<Part> parts, int columns) {
        var left = new ArrayList<>(parts);
        while (left.size() > 2 && joined(left).length() > columns)
            left.remove(left.stream().max(Comparator.comparingInt(Part::rank)).orElseThrow());
        return cut(joined(left), columns);
    }

    private static String joined(List<Part> parts) {
        return parts.stream().map(Part::text).collect(Collectors.joining(GAP));
    }

    static String cut(String line, int columns) {
        return line.length() <= columns ? line : line.substring(0, Math.max(0, columns));
    }
}
