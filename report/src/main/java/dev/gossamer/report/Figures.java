package dev.gossamer.report;

import java.util.Locale;

/** Figures as people read them. */
final class Figures {
    private static final String[] BYTES = {"B", "KB", "MB", "GB", "TB", "PB"};
    private static final double NEXT = 1000;

    private Figures() {}

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    static String amount(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) return count((long) value);
        return String.format(Locale.ROOT, Math.abs(value) < 10 ? "%,.2f" : "%,.1f", value);
    }

    static String bytes(double value) {
        double rest = value;
        int unit = 0;
        while (rest >= NEXT && unit < BYTES.length - 1) {
            rest /= NEXT;
            unit++;
        }
        boolean isWhole = unit == 0 || rest >= 100;
        return String.format(Locale.ROOT, isWhole ? "%.0f %s" : "%.1f %s", rest, BYTES[unit]);
    }

    static String millis(long value) {
        return value < 1000 ? value + " ms" : String.format(Locale.ROOT, "%.1f s", value / 1000.0);
    }

    static String seconds(double value) {
        if (value < 60) return String.format(Locale.ROOT, "%.2f s", value);
        long whole = Math.round(value);
        if (whole < 3600) return "%d min %02d s".formatted(whole / 60, whole % 60);
        return "%d h %02d min".formatted(whole / 3600, whole % 3600 / 60);
    }

    /** Returns a value of a chart in its unit. */
    static String inUnit(double value, String unit) {
        return unit.equals("B/s") ? bytes(value) + "/s" : amount(value) + " " + unit;
    }
}
