package dev.gossamer.cli;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.report.Report;
import dev.gossamer.report.ReportFiles;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Write what a crawl found and did as a page with charts, as JSON and as CSV files; also of a running crawl.")
final class ReportCommand implements Callable<Integer> {
    /** What people look at first. */
    private static final List<String> TOLD =
            List.of(
                    "broken-links",
                    "redirects",
                    "missing-titles",
                    "duplicate-titles",
                    "orphans",
                    "duplicates",
                    "cut-bodies");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FOLDER",
            description = "Where to write the files (default: the folder of the crawl).")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--json", description = "Print the report as JSON, for programs.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        CrawlDirectory.open(directory);
        Path into = folder.orElse(directory);
        var report = write(into);
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(report.toJson());
            return 0;
        }
        for (String name : TOLD)
            report.table(name)
                    .ifPresent(
                            table ->
                                    out.printf(
                                            Locale.ROOT,
                                            "%,10d  %s%n",
                                            table.total(),
                                            table.title().toLowerCase(Locale.ROOT)));
        out.println("written: " + into.resolve("report.html"));
        out.println("         " + into.resolve("report.json"));
        out.println("         " + into.resolve("report") + "/*.csv");
        return 0;
    }

    private Report write(Path into) throws IOException {
        try {
            return ReportFiles.write(directory, into, InstantSource.system().instant());
        } catch (AccessDeniedException | FileAlreadyExistsException e) {
            throw new UsageException("cannot write to " + into + "; choose another folder with -o");
        }
    }
}
