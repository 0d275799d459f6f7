package dev.gossamer.report;

import dev.gossamer.files.CsvRow;
import dev.gossamer.files.ReplacedFile;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A folder with a CSV file for each table. The files get their names when all is written, so that
 * nobody reads half a table. Owned by one thread.
 */
final class CsvFolder implements TableSink, AutoCloseable {
    private static final String UNFINISHED = ".tmp";

    private final Path folder;
    private final Map<String, Writer> files = new LinkedHashMap<>();
    private Optional<IOException> failure = Optional.empty();

    CsvFolder(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /** A disk that refuses is told when this is closed: the rows come from deep in a reading. */
    @Override
    public void row(String table, List<Column> columns, List<Cell> row) {
        if (failure.isPresent()) return;
        try {
            file(table, columns).append(CsvRow.of(row.stream().map(Cell::plain).toList()));
        } catch (IOException e) {
            failure = Optional.of(e);
        }
    }

    private Writer file(String table, List<Column> columns) throws IOException {
        var open = files.get(table);
        if (open != null) return open;
        var begun = Files.newBufferedWriter(folder.resolve(table + ".csv" + UNFINISHED));
        files.put(table, begun);
        begun.append(CsvRow.of(columns.stream().map(Column::name).toList()));
        return begun;
    }

    /** Adds the heads of tables without rows, removes files of an earlier report, and finishes. */
    void finish(Report report) throws IOException {
        for (var section : report.sections())
            for (var table : section.tables()) {
                var _ = file(table.name(), table.columns());
            }
        close();
        for (String name : files.keySet())
            ReplacedFile.move(
                    folder.resolve(name + ".csv" + UNFINISHED), folder.resolve(name + ".csv"));
    }

    @Override
    public void close() throws IOException {
        for (var file : files.values()) file.close();
        if (failure.isPresent()) throw failure.get();
    }
}
