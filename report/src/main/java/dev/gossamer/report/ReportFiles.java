package dev.gossamer.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gossamer.files.ReplacedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The files of a report.
 *
 * @param html opens from disk, in any browser
 * @param json for programs
 * @param csv a folder with a file for each table, in full
 */
public record ReportFiles(Path html, Path json, Path csv) {
    private static final String READABLE_BY_ALL = "rw-r--r--";

    private static ReportFiles in(Path folder) {
        return new ReportFiles(
                folder.resolve("report.html"),
                folder.resolve("report.json"),
                folder.resolve("report"));
    }

    /**
     * Makes a report of the crawl in a folder, which may be running, and writes it.
     *
     * @param into the folder for the files, which may be that of the crawl
     */
    public static Report write(Path crawl, Path into, Instant now) throws IOException {
        Files.createDirectories(into);
        var files = in(into);
        try (var csv = new CsvFolder(files.csv)) {
            var report = Report.of(crawl, now, Report.Extent.ALL, csv);
            csv.finish(report);
            replace(files.json, report.toJson() + "\n");
            replace(files.html, report.toHtml());
            return report;
        }
    }

    private static void replace(Path file, String text) throws IOException {
        ReplacedFile.write(file, text.getBytes(UTF_8), READABLE_BY_ALL);
    }
}
