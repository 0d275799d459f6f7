package dev.gossamer.cli;

import dev.gossamer.crawl.Status;
import dev.gossamer.derive.Lag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A running crawl in some lines of a terminal: how far it is, how fast, what its hosts do, what
 * they answered, and what it waits for.
 *
 * @param name of the crawl
 * @param maxPages after which it stops; {@link Long#MAX_VALUE} if there is no limit
 * @param marks with which bars are drawn
 */
record LiveView(String name, long maxPages, Marks marks) {
    private static final String GAP = "   ";
    private static final int BAR = 20;
    private static final double THOUSAND = 1000;

    /** What bars are made of, which not every terminal can show. */
    enum Marks {
        BLOCKS("█", "░", "●", "‖", "▁▂▃▄▅▆▇█"),
        ASCII("#", "-", "*", "=", "_.-=^");

        private final String full;
        private final String empty;
        private final String running;
        private final String paused;
        private final String heights;

        Marks(String full, String empty, String running, String paused, String heights) {
            this.full = full;
            this.empty = empty;
            this.running = running;
            this.paused = paused;
            this.heights = heights;
        }

        /** Small columns, as high as the figures are. */
        String columns(List<Double> figures) {
            double most = figures.stream().mapToDouble(Double::doubleValue).max().orElse(0);
            var text = new StringBuilder();
            for (double each : figures) {
                double share = most == 0 ? 0 : each / most;
                text.append(heights.charAt((int) Math.round(share * (heights.length() - 1))));
            }
            return text.toString();
        }
    }

    /**
     * Returns the lines, none wider than there are columns.
     *
     * @param speed how fast it was lately
     */
    List<String> lines(Status status, Speed speed, int columns) {
        var lines = new ArrayList<String>();
        lines.add(state(status, speed));
        lines.add(pages(status, speed));
        lines.add(hosts(status));
        lines.add(answers(status));
        var waits = waits(status);
        if (!waits.isEmpty()) lines.add(waits);
        lines.replaceAll(line -> ProgressLine.cut(line, columns));
        return lines;
    }

    private String state(Status status, Speed speed) {
        boolean isPaused = status.state() == Status.State.paused;
        var text =
                "%s  %s %s %s"
                        .formatted(
                                TerminalText.clean(name),
                                isPaused ? marks.paused : marks.running,
                                status.state(),
                                Summary.time(status.seconds()));
        if (maxPages == Long.MAX_VALUE) return text;
        double share = Math.min(1, (double) status.pages() / maxPages);
        int full = (int) (share * BAR);
        text += GAP + marks.full.repeat(full) + marks.empty.repeat(BAR - full);
        text += String.format(Locale.ROOT, " %.0f %% of %,d pages", share * 100, maxPages);
        if (speed.pages() <= 0) return text;
        double left = Math.max(0, maxPages - status.pages()) / speed.pages();
        return text + GAP + "about " + Summary.wholeTime(left) + " to go";
    }

    private String pages(Status status, Speed speed) {
        return "pages %,d  %s %s%s%s/s%squeue %,d%sseen %,d"
                .formatted(
                        status.pages(),
                        ProgressLine.rate(speed.pages()),
                        marks.columns(speed.history()),
                        GAP,
                        Summary.bytes((long) speed.bytes()),
                        GAP,
                        status.queued(),
                        GAP,
                        status.seen());
    }

    private static String hosts(Status status) {
        var activity = status.activity();
        var states =
                activity.hostStates().entrySet().stream()
                        .filter(each -> each.getValue() > 0)
                        .map(each -> "%,d %s".formatted(each.getValue(), word(each.getKey())))
                        .collect(Collectors.joining(", "));
        var text = "hosts %,d".formatted(status.hosts()) + (states.isEmpty() ? "" : ": " + states);
        text +=
                "%sconnections %,d of %,d"
                        .formatted(GAP, activity.underWay(), activity.connections());
        return activity.rateLimit() == 0
                ? text
                : text + GAP + "at most " + ProgressLine.rate(activity.rateLimit());
    }

    private static String word(String hostState) {
        return hostState.equals("aside") ? "set aside" : hostState;
    }

    private static String answers(Status status) {
        var text = new StringBuilder("answers");
        long all = status.status().values().stream().mapToLong(Long::longValue).sum();
        for (String kind : List.of("2", "3", "4", "5")) {
            long count = count(status.status(), kind);
            if (count > 0)
                text.append(
                        String.format(Locale.ROOT, " %sxx %.1f %% ", kind, 100.0 * count / all));
        }
        text.append(GAP).append("errors %,d".formatted(status.failures()));
        status.errors().entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .ifPresent(
                        most -> text.append(" (%s %,d)".formatted(most.getKey(), most.getValue())));
        if (all > 0)
            text.append(GAP)
                    .append("half within ")
                    .append(seconds(status.activity().seconds(0.5)))
                    .append(", 95 % within ")
                    .append(seconds(status.activity().seconds(0.95)));
        return text.toString();
    }

    private static long count(Map<String, Long> statuses, String kind) {
        return statuses.entrySet().stream()
                .filter(each -> each.getKey().startsWith(kind))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static String seconds(double seconds) {
        return seconds < 1
                ? String.format(Locale.ROOT, "%.0f ms", seconds * THOUSAND)
                : String.format(Locale.ROOT, "%.1f s", seconds);
    }

    private static String waits(Status status) {
        var parts = new ArrayList<String>();
        if (status.state() == Status.State.paused)
            parts.add(TerminalText.clean(status.reason().orElse("paused")));
        status.waiting()
                .filter(waiting -> waiting.seconds() >= 1)
                .ifPresent(waiting -> parts.add(ProgressLine.waiting(waiting)));
        long behind = status.lags().values().stream().mapToLong(Lag::behindBytes).max().orElse(0);
        if (behind > 0) parts.add("links and index are " + Summary.bytes(behind) + " behind");
        return String.join(GAP, parts);
    }
}
