package dev.gossamer.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table that grows: some rows are kept, the first ones as a rule; all are counted and handed to a
 * sink.
 */
final class TableRows {
    /** Rows that a report keeps of a table. */
    static final int KEPT = 1_000;

    /** Characters that are kept of a text, such as the URLs of a chain of redirects. */
    static final int KEPT_CHARS = 4_096;

    private final String name;
    private final String title;
    private final String note;
    private final List<Column> columns;
    private final TableSink sink;
    private final List<List<Cell>> rows = new ArrayList<>();
    private long total;

    TableRows(String name, String title, String note, TableSink sink, Column... columns) {
        this.name = name;
        this.title = title;
        this.note = note;
        this.sink = sink;
        this.columns = List.of(columns);
    }

    void add(Cell... cells) {
        addToSink(cells);
        keep(cells);
    }

    /** Adds a row that the report does not keep. */
    void addToSink(Cell... cells) {
        total++;
        sink.row(name, columns, List.of(cells));
    }

    /** Keeps a row, if there is room, that was handed to the sink already, in another order. */
    void keep(Cell... cells) {
        if (rows.size() < KEPT) rows.add(Stream.of(cells).map(TableRows::kept).toList());
    }

    /** Returns whether somebody wants more rows: the report, or whoever takes all. */
    boolean takesMore() {
        return sink.isWanted() || rows.size() < KEPT;
    }

    private static Cell kept(Cell cell) {
        return cell instanceof Cell.Text(var text) && text.length() > KEPT_CHARS
                ? Cell.of(text.substring(0, KEPT_CHARS) + "…")
                : cell;
    }

    /** Returns the table as it is now. */
    Table table() {
        return new Table(name, title, note, columns, rows, total);
    }

    /** Returns the table where more rows exist than were found out. */
    Table table(long inAll) {
        return new Table(name, title, note, columns, rows, Math.max(total, inAll));
    }
}
