package dev.gossamer.report;

/**
 * A column of a table.
 *
 * @param name in JSON and CSV, such as {@code linkedFrom}
 * @param kind how people want to read it
 */
public record Column(String name, Kind kind) {
    /** What the values of a column are. */
    public enum Kind {
        TEXT,
        URL,
        NUMBER,
        BYTES,
        MILLIS,
        SECONDS
    }

    static Column text(String name) {
        return new Column(name, Kind.TEXT);
    }

    static Column url(String name) {
        return new Column(name, Kind.URL);
    }

    static Column number(String name) {
        return new Column(name, Kind.NUMBER);
    }

    static Column bytes(String name) {
        return new Column(name, Kind.BYTES);
    }

    static Column millis(String name) {
        return new Column(name, Kind.MILLIS);
    }

    static Column seconds(String name) {
        return new Column(name, Kind.SECONDS);
    }

    /** Returns the name as a heading: {@code linkedFrom} becomes {@code linked from}. */
    String heading() {
        var words = new StringBuilder();
        for (char c : name.toCharArray())
            if (Character.isUpperCase(c)) words.append(' ').append(Character.toLowerCase(c));
            else words.append(c);
        return words.toString();
    }
}
