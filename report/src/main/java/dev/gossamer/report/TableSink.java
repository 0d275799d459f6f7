package dev.gossamer.report;

import java.util.List;

/** Takes the rows of tables when they are found, also those that the report itself leaves out. */
interface TableSink extends AutoCloseable {
    /** Takes nothing. */
    TableSink NONE =
            new TableSink() {
                @Override
                public void row(String table, List<Column> columns, List<Cell> row) {}

                @Override
                public void close() {}
            };

    /** Takes a row; a table begins with its first one. */
    void row(String table, List<Column> columns, List<Cell> row);
}
