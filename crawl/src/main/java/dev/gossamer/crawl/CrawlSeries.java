package dev.gossamer.crawl;

import dev.gossamer.files.AppendedLines;
import dev.gossamer.files.ReplacedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How a crawl went over time: {@code stats.csv} in its folder, a line every ten seconds while it
 * runs. When the file is large, every second line of it goes.
 */
public final class CrawlSeries {
    private static final String HEAD =
            "time,pages,requests,bytes,queued,seen,hosts,underWay,errors,2xx,3xx,4xx,5xx,p50,p95";
    private static final long MAX_BYTES = 8 << 20;
    private static final int COLUMNS = HEAD.split(",").length;

    private CrawlSeries() {}

    /**
     * Where the crawl stood at a time. All but the last two are counted from its beginning.
     *
     * @param statuses answers of 2xx, 3xx, 4xx and 5xx
     * @param p50 seconds below which half of the answers since the line before took
     * @param p95 the same for 95 of 100
     */
    public record Point(
            Instant time,
            long pages,
            long requests,
            long bytes,
            long queued,
            long seen,
            long hosts,
            int underWay,
            long errors,
            List<Long> statuses,
            double p50,
            double p95) {}

    /**
     * Reads a part of the series of the crawl in a folder.
     *
     * @param most points; of more, some are left out evenly, the last one never
     */
    public static List<Point> read(Path folder, Instant from, Instant to, int most)
            throws IOException {
        return thinned(within(CrawlDirectory.open(folder).series(), from, to), most);
    }

    private static List<Point> within(Path file, Instant from, Instant to) throws IOException {
        var points = new ArrayList<Point>();
        if (!Files.exists(file)) return points;
        try (var lines = Files.newBufferedReader(file)) {
            for (var line = lines.readLine(); line != null; line = lines.readLine())
                point(line)
                        .filter(each -> !each.time().isBefore(from) && !each.time().isAfter(to))
                        .ifPresent(points::add);
        }
        return points;
    }

    private static List<Point> thinned(List<Point> points, int most) {
        if (points.size() <= most) return points;
        var some = new ArrayList<Point>();
        for (int i = 1; i <= most; i++)
            some.add(points.get((int) ((long) i * points.size() / most) - 1));
        return some;
    }

    /** Empty for the head, and for a line that a crash cut. */
    private static Optional<Point> point(String line) {
        var cells = line.split(",");
        if (cells.length != COLUMNS) return Optional.empty();
        try {
            var statuses = new ArrayList<Long>();
            for (int i = 9; i < 13; i++) statuses.add(Long.valueOf(cells[i]));
            return Optional.of(
                    new Point(
                            Instant.parse(cells[0]),
                            Long.parseLong(cells[1]),
                            Long.parseLong(cells[2]),
                            Long.parseLong(cells[3]),
                            Long.parseLong(cells[4]),
                            Long.parseLong(cells[5]),
                            Long.parseLong(cells[6]),
                            Integer.parseInt(cells[7]),
                            Long.parseLong(cells[8]),
                            statuses,
                            Double.parseDouble(cells[13]),
                            Double.parseDouble(cells[14])));
        } catch (DateTimeParseException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    static void append(Path file, Point point) throws IOException {
        if (Files.exists(file) && Files.size(file) > MAX_BYTES) halve(file);
        var line = (Files.exists(file) ? "" : HEAD + "\n") + text(point) + "\n";
        AppendedLines.append(file, line, false);
    }

    private static String text(Point point) {
        var cells = new ArrayList<Object>();
        cells.add(point.time());
        cells.addAll(
                List.of(
                        point.pages(),
                        point.requests(),
                        point.bytes(),
                        point.queued(),
                        point.seen(),
                        point.hosts(),
                        point.underWay(),
                        point.errors()));
        cells.addAll(point.statuses());
        cells.add(String.format(Locale.ROOT, "%.4f", point.p50()));
        cells.add(String.format(Locale.ROOT, "%.4f", point.p95()));
        return String.join(",", cells.stream().map(String::valueOf).toList());
    }

    private static void halve(Path file) throws IOException {
        var kept = new StringBuilder(HEAD).append('\n');
        int line = 0;
        for (var each : Files.readAllLines(file))
            if (point(each).isPresent() && line++ % 2 == 1) kept.append(each).append('\n');
        ReplacedFile.write(file, kept.toString().getBytes(StandardCharsets.UTF_8));
    }
}
