package dev.gossamer.report;

import java.util.List;

/** Takes the rows of tables when they are found, also those that the report itself leaves out. */
@FunctionalInterface
interface TableSink {
    /** Takes nothing. */
    TableSink NONE = (_, _, _) -> {};

    /** Takes a row; a table begins with its first one. */
    void row(String table, List<Column> columns, List<Cell> row);
}
