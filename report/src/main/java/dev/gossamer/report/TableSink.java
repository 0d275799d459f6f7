package dev.gossamer.report;

import java.util.List;

/** Takes the rows of tables when they are found, also those that the report itself leaves out. */
@FunctionalInterface
interface TableSink {
    /** Takes nothing. */
    TableSink NONE =
            new TableSink() {
                @Override
                public void row(String table, List<Column> columns, List<Cell> row) {}

                @Override
                public boolean isWanted() {
                    return false;
                }
            };

    /** Takes a row; a table begins with its first one. */
    void row(String table, List<Column> columns, List<Cell> row);

    /** Returns whether rows beyond those that a report keeps are wanted, and worth finding. */
    default boolean isWanted() {
        return true;
    }
}
