package dev.gossamer.report;

import java.time.Instant;
import java.util.List;

/** A drawing of figures that a table has too, or of how a figure changed over time. */
public sealed interface Chart {
    String title();

    /** One bar for each label, from top to bottom. */
    record Bars(String title, List<Bar> bars) implements Chart {
        public Bars {
            bars = List.copyOf(bars);
        }
    }

    /**
     * A bar.
     *
     * @param isBad whether it counts something that should not be
     */
    record Bar(String label, long value, boolean isBad) {}

    /**
     * A figure over time.
     *
     * @param unit such as {@code pages/s}; {@code B/s} is shown in larger units
     */
    record Line(String title, String unit, List<Point> points) implements Chart {
        public Line {
            points = List.copyOf(points);
        }
    }

    record Point(Instant time, double value) {}
}
