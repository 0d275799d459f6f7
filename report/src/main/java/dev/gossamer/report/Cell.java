package dev.gossamer.report;

/** A value in a table. */
public sealed interface Cell {
    /** Words, or a URL. They may come from a stranger's page. */
    record Text(String value) implements Cell {}

    /** A whole number. */
    record Count(long value) implements Cell {}

    /** A number with decimals. */
    record Amount(double value) implements Cell {}

    static Cell of(String value) {
        return new Text(value);
    }

    static Cell of(long value) {
        return new Count(value);
    }

    static Cell of(double value) {
        return new Amount(value);
    }

    /** Returns the value as CSV has it. */
    default String plain() {
        return switch (this) {
            case Text(var value) -> value;
            case Count(var value) -> Long.toString(value);
            case Amount(var value) -> Double.toString(Math.round(value * 1000) / 1000.0);
        };
    }
}
