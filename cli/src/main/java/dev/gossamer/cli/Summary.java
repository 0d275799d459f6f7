package dev.gossamer.cli;

import dev.gossamer.crawl.Status;
import dev.gossamer.derive.Lag;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A crawl's numbers as people like to read them. */
final class Summary {
    private static final int MOST_LISTED = 8;

    private Summary() {}

    static String of(Status status, Path directory) {
        var text = new StringBuilder();
        line(text, "state", status.state() + how(status, directory));
        line(
                text,
                "pages",
                "%,d  (%,.1f a second, %s)"
                        .formatted(
                                status.pages(), status.pagesPerSecond(), time(status.seconds())));
        line(
                text,
                "bytes",
                "%s, %,d pages with a content seen before%s"
                        .formatted(bytes(status.bytes()), status.duplicates(), nearly(status)));
        line(
                text,
                "requests",
                "%,d to %s".formatted(status.requests(), count(status.hosts(), "host")));
        line(text, "answers", list(status.status()));
        line(text, "errors", status.errors().isEmpty() ? "none" : list(status.errors()));
        if (!status.dropped().isEmpty()) line(text, "dropped", list(status.dropped()));
        if (!status.leftOut().isEmpty()) line(text, "left out", list(status.leftOut()));
        line(text, "queue", "%,d waiting of %,d seen".formatted(status.queued(), status.seen()));
        if (!status.found().isEmpty()) line(text, "found", list(status.found()));
        for (var each : status.unreachable()) line(text, "not got", unreachable(each));
        long named = status.unreachable().stream().mapToLong(Status.Unreachable::urls).sum();
        if (status.parked() > named)
            line(text, "not got", "%,d more URLs".formatted(status.parked() - named));
        for (var each : status.lags().entrySet()) {
            // Without a page there is neither a graph nor an index, and nothing to catch up with.
            if (status.pages() == 0 && each.getValue().hasReadAll()) continue;
            line(text, each.getKey().label(), lag(each.getValue()));
        }
        line(text, "folder", directory.toString());
        return text.toString().stripTrailing();
    }

    private static String nearly(Status status) {
        return status.nearDuplicates() == 0
                ? ""
                : ", %,d with nearly such a text".formatted(status.nearDuplicates());
    }

    private static String how(Status status, Path directory) {
        return switch (status.state()) {
            case stopped ->
                    status.reason()
                            .map(limit -> limit(limit, directory))
                            .orElseGet(() -> goOn(directory, ""));
            case crashed -> goOn(directory, "");
            case paused -> status.reason().map(why -> "  (" + why + ")").orElse("");
            case running ->
                    status.waiting().map(each -> "  " + ProgressLine.waiting(each)).orElse("");
            case finished -> "";
        };
    }

    /** A time counts for each run; other limits must be raised. */
    private static String limit(String limit, Path directory) {
        String name = limit.replaceFirst(" .*", "");
        String more = name.equals("max-time") ? "" : " with a higher --" + name;
        return ": " + limit + " is reached" + goOn(directory, more);
    }

    private static String goOn(Path directory, String how) {
        return "  (go on with: " + TypedCommand.with("resume", directory) + how + ")";
    }

    /** What could not be fetched, and why: the status names the origins with the most. */
    private static String unreachable(Status.Unreachable each) {
        return "%s of %s: %s"
                .formatted(
                        count(each.urls(), "URL"),
                        TerminalText.clean(each.origin()),
                        TerminalText.clean(each.reason()));
    }

    private static String lag(Lag lag) {
        if (!lag.problem().isEmpty()) return "stays behind: " + lag.problem();
        String skipped =
                lag.skipped() == 0
                        ? ""
                        : ", %,d that could not be read left out".formatted(lag.skipped());
        return lag.behindBytes() == 0
                ? "up to date" + skipped
                : bytes(lag.behindBytes()) + " of the archive to read yet" + skipped;
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("  ")
                .append(name)
                .append(" ".repeat(10 - name.length()))
                .append(value)
                .append('\n');
    }

    private static String more(int rest) {
        return rest > 0 ? ", and %d more (status --json has all)".formatted(rest) : "";
    }

    private static String list(Map<String, Long> counts) {
        if (counts.isEmpty()) return "none";
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_LISTED)
                .map(each -> "%s: %,d".formatted(each.getKey().replace('_', ' '), each.getValue()))
                .collect(Collectors.joining(", ", "", more(counts.size() - MOST_LISTED)));
    }

    /** A number with its word, such as "1 host" or "2 hosts". */
    static String count(long number, String word) {
        return "%,d %s%s".formatted(number, word, number == 1 ? "" : "s");
    }

    static String bytes(long bytes) {
        if (bytes < 1000) return bytes + " B";
        int unit = (int) (Math.log10((double) bytes) / 3);
        return String.format(
                Locale.ROOT, "%.1f %sB", bytes / Math.pow(1000, unit), "kMGTPE".charAt(unit - 1));
    }

    static String time(double seconds) {
        return Math.round(seconds) < 60
                ? String.format(Locale.ROOT, "%.1f s", seconds)
                : wholeTime(seconds);
    }

    /** A time without parts of a second. */
    static String wholeTime(double seconds) {
        long whole = Math.round(seconds);
        if (whole < 60) return whole + " s";
        if (whole < 3600) return whole / 60 + " min " + whole % 60 + " s";
        return whole / 3600 + " h " + whole % 3600 / 60 + " min";
    }
}
