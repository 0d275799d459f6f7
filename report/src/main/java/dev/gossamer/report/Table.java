package dev.gossamer.report;

import java.util.List;

/**
 * A table of a report.
 *
 * @param name in JSON, and of the CSV file, such as {@code broken-links}
 * @param title for people
 * @param note a sentence that explains the table; empty where the title says enough
 * @param rows the first ones; each has a cell for each column
 * @param total how many rows there are in all
 */
public record Table(
        String name,
        String title,
        String note,
        List<Column> columns,
        List<List<Cell>> rows,
        long total) {
    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (var row : rows)
            if (row.size() != columns.size())
                throw new IllegalArgumentException(name + ": a row of " + row.size() + " cells");
    }
}
