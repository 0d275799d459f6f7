package dev.gossamer.bench;

import java.util.Formatter;
import java.util.Locale;
import java.util.Map;

/**
 * Draws how the share of PageRank grows with the pages fetched, a curve for each order. Pages are
 * on a scale of powers of ten, so that the same part fewer is the same distance everywhere.
 */
final class OrderChart {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 400;
    private static final int LEFT = 60;
    private static final int TOP = 40;
    private static final int POINTS = 320;

    /** Where the scale begins. */
    private static final double FIRST = 10;

    private static final String[] COLOURS = {"#222222", "#b08d1e", "#c2361a", "#1f6fb5"};

    private final Formatter svg = new Formatter(Locale.ROOT);
    private final int pages;

    private OrderChart(int pages) {
        this.pages = pages;
    }

    static String svg(Map<String, OrderGame.Played> curves, int pages) {
        var chart = new OrderChart(pages);
        chart.svg.format(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' "
                        + "font-family='sans-serif' font-size='13'>\n"
                        + "<rect width='100%%' height='100%%' fill='#fff'/>\n",
                WIDTH + 300, HEIGHT + 100);
        chart.axes();
        int i = 0;
        for (var curve : curves.entrySet()) chart.curve(i++, curve.getKey(), curve.getValue());
        return chart.svg.format("</svg>%n").toString();
    }

    private void axes() {
        for (int share = 0; share <= 100; share += 25) {
            double y = y(share / 100.0);
            svg.format("<path d='M%d %.1f h%d' stroke='#ddd'/>", LEFT, y, WIDTH);
            svg.format(
                    "<text x='%d' y='%.1f' text-anchor='end'>%d %%</text>\n",
                    LEFT - 8, y + 4, share);
        }
        for (double tick = FIRST; tick <= pages; tick *= 10) {
            svg.format("<path d='M%.1f %d v%d' stroke='#eee'/>", x(tick), TOP, HEIGHT);
            svg.format(
                    "<text x='%.1f' y='%d' text-anchor='middle'>%,.0f</text>\n",
                    x(tick), TOP + HEIGHT + 20, tick);
        }
        svg.format("<text x='%d' y='%d'>Share of all PageRank</text>", LEFT, TOP - 18);
        svg.format(
                "<text x='%d' y='%d' text-anchor='end'>pages fetched, of %,d</text>\n",
                LEFT + WIDTH, TOP + HEIGHT + 42, pages);
    }

    private void curve(int number, String name, OrderGame.Played played) {
        String colour = COLOURS[number % COLOURS.length];
        double[] sums = played.sums();
        svg.format("<path fill='none' stroke-width='2' stroke='%s' d='", colour);
        for (int point = 0; point <= POINTS; point++) {
            double fetched = FIRST * Math.pow(sums.length / FIRST, (double) point / POINTS);
            svg.format(
                    "%s%.0f %.1f ",
                    point == 0 ? "M" : "L",
                    x(fetched),
                    y(sums[Math.min(sums.length, (int) Math.round(fetched)) - 1]));
        }
        svg.format("'/>\n");
        int y = TOP + 20 + 42 * number;
        int x = LEFT + WIDTH + 20;
        svg.format("<path d='M%d %d h24' stroke-width='3' stroke='%s'/>", x, y, colour);
        svg.format("<text x='%d' y='%d'>%s</text>", x + 32, y + 4, name);
        svg.format(
                "<text x='%d' y='%d' fill='#666'>half after %,d</text>\n",
                x + 32, y + 21, played.pagesFor(0.5));
    }

    private double x(double fetched) {
        return LEFT + WIDTH * Math.log(fetched / FIRST) / Math.log(pages / FIRST);
    }

    private static double y(double share) {
        return TOP + HEIGHT * (1 - share);
    }
}
