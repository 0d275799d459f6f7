package dev.gossamer.cli;

import dev.gossamer.crawl.OpenedArchive;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.export.ArchiveExport;
import dev.gossamer.store.Damage;
import dev.gossamer.store.PageField;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Write the archived pages of a finished or running crawl in another form.")
final class ExportCommand implements Callable<Integer> {
    /** Damaged places that are named one by one. */
    private static final int MAX_NAMED = 20;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            required = true,
            description =
                    "urls, edges (page, link, kind and text, tabs between), jsonl, markdown (main text, front matter before each page) or parquet.")
    private ArchiveExport.Format format = ArchiveExport.Format.URLS;

    @Option(
            names = "--fields",
            split = ",",
            paramLabel = "FIELD",
            description =
                    "Of jsonl and parquet: url, time, status, type, digest, title, text, links (default: all).")
    private List<String> fields = List.of();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Where to write (default: standard output).")
    private Path file = Path.of("");

    private int damages;

    @Override
    public Integer call() throws IOException {
        var chosen = chosen();
        AskedFolder.check(directory);
        var opened = OpenedArchive.in(directory);
        var export = new ArchiveExport(format, chosen, opened.maxDecodedBytes());
        export.write(opened.archive(), open(), this::damaged);
        return damages == 0 ? 0 : 1;
    }

    /** Names the first damaged places; the export passes over all of them. */
    private void damaged(Damage damage) {
        damages++;
        var err = spec.commandLine().getErr();
        if (damages <= MAX_NAMED) err.println("gossamer: " + damage);
        else if (damages == MAX_NAMED + 1) err.println("gossamer: more damage is not listed");
    }

    private OutputStream open() throws IOException {
        if (!file.toString().isEmpty()) {
            try {
                return new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
            } catch (IOException e) {
                throw new UsageException("cannot write to " + file + ": " + Main.told(e));
            }
        }
        if (!format.isText()) throw new UsageException("parquet is no text; name a file with -o");
        var out = new FileOutputStream(FileDescriptor.out);
        return Terminal.ofOutput().isInteractive() ? new CleanStream(out) : out;
    }

    private Set<PageField> chosen() {
        if (fields.isEmpty()) return ArchiveExport.FIELDS;
        try {
            return ArchiveExport.fields(fields);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--fields: " + e.getMessage());
        }
    }
}
