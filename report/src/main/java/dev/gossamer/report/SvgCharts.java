package dev.gossamer.report;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Draws charts as SVG within a page. */
final class SvgCharts {
    private static final double WIDTH = 460;

    private static final double LABEL_WIDTH = 150;
    private static final double VALUE_WIDTH = 76;
    private static final double BAR_STEP = 22;
    private static final int MOST_LABEL_CHARS = 24;

    private static final double LINE_HEIGHT = 170;
    private static final double PLOT_TOP = 20;
    private static final double PLOT_BOTTOM = 148;

    private SvgCharts() {}

    static void draw(Chart chart, Markup out) {
        out.raw("<figure><figcaption>").text(chart.title()).raw("</figcaption>");
        switch (chart) {
            case Chart.Bars bars -> bars(bars, out);
            case Chart.Line line -> line(line, out);
        }
        out.raw("</figure>");
    }

    private static void open(String title, double height, Markup out) {
        out.format("<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"", WIDTH, height);
        out.text(title).raw("\">");
    }

    private static void bars(Chart.Bars chart, Markup out) {
        if (chart.bars().isEmpty()) {
            out.raw("<p class=\"none\">None.</p>");
            return;
        }
        long largest =
                Math.max(1, chart.bars().stream().mapToLong(Chart.Bar::value).max().orElse(1));
        open(chart.title(), chart.bars().size() * BAR_STEP + 4, out);
        double room = WIDTH - LABEL_WIDTH - VALUE_WIDTH;
        double top = 4;
        for (var bar : chart.bars()) {
            double length = Math.max(bar.value() > 0 ? 1.5 : 0, room * bar.value() / largest);
            out.format(
                    "<text class=\"label\" x=\"%.0f\" y=\"%.0f\" text-anchor=\"end\">",
                    LABEL_WIDTH - 8, top + 12);
            out.text(cut(bar.label())).raw("</text>");
            out.raw(bar.isBad() ? "<rect class=\"bad\"" : "<rect class=\"bar\"");
            out.format(
                    " x=\"%.0f\" y=\"%.0f\" width=\"%.1f\" height=\"14\" rx=\"2\"/>",
                    LABEL_WIDTH, top, length);
            out.format("<text x=\"%.1f\" y=\"%.0f\">", LABEL_WIDTH + length + 6, top + 12);
            out.text(Figures.count(bar.value())).raw("</text>");
            top += BAR_STEP;
        }
        out.raw("</svg>");
    }

    private static String cut(String label) {
        return label.length() <= MOST_LABEL_CHARS
                ? label
                : label.substring(0, MOST_LABEL_CHARS - 1) + "…";
    }

    private static void line(Chart.Line chart, Markup out) {
        var points = chart.points();
        double largest = points.stream().mapToDouble(Chart.Point::value).max().orElse(0);
        open(chart.title(), LINE_HEIGHT, out);
        out.format(
                "<line class=\"axis\" x1=\"0\" x2=\"%.0f\" y1=\"%.0f\" y2=\"%.0f\"/>",
                WIDTH, PLOT_BOTTOM, PLOT_BOTTOM);
        out.format(
                "<line class=\"axis\" x1=\"0\" x2=\"%.0f\" y1=\"%.0f\" y2=\"%.0f\"/>",
                WIDTH, PLOT_TOP, PLOT_TOP);
        String course = course(points, largest);
        out.raw("<polygon class=\"area\" points=\"")
                .format("0,%.0f ", PLOT_BOTTOM)
                .raw(course)
                .format("%.0f,%.0f\"/>", WIDTH, PLOT_BOTTOM);
        out.raw("<polyline class=\"course\" points=\"").raw(course).raw("\"/>");
        out.format("<text x=\"0\" y=\"%.0f\">", PLOT_TOP - 6);
        out.text("most " + Figures.inUnit(largest, chart.unit())).raw("</text>");
        var from = points.getFirst().time();
        var to = points.getLast().time();
        out.format("<text x=\"0\" y=\"%.0f\">", LINE_HEIGHT - 4).text(time(from, from, to));
        out.format(
                "</text><text x=\"%.0f\" y=\"%.0f\" text-anchor=\"end\">", WIDTH, LINE_HEIGHT - 4);
        out.text(time(to, from, to)).raw("</text></svg>");
    }

    private static String course(List<Chart.Point> points, double largest) {
        var from = points.getFirst().time();
        double span = Math.max(1, Duration.between(from, points.getLast().time()).toMillis());
        double scale = largest > 0 ? (PLOT_BOTTOM - PLOT_TOP) / largest : 0;
        var course = new StringBuilder();
        for (var point : points)
            course.append(
                    String.format(
                            Locale.ROOT,
                            "%.1f,%.1f ",
                            WIDTH * Duration.between(from, point.time()).toMillis() / span,
                            PLOT_BOTTOM - point.value() * scale));
        return course.toString();
    }

    private static String time(Instant time, Instant from, Instant to) {
        boolean isLong = Duration.between(from, to).toHours() >= 20;
        return DateTimeFormatter.ofPattern(isLong ? "MM-dd HH:mm" : "HH:mm:ss", Locale.ROOT)
                .withZone(ZoneOffset.UTC)
                .format(time);
    }
}
