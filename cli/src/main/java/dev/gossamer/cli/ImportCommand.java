package dev.gossamer.cli;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.CrawlImport;
import dev.gossamer.derive.DerivedData;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Make the folder of a crawl out of WARC and WACZ files of any crawler, to search, show and export.",
        footer = {
            "",
            "WARC files may be packed with gzip or zstd or not at all, by whatever tool. They are copied record",
            "by record and stay as they are; a damaged record is left out and reported.",
            "",
            "Examples:",
            "  gossamer import site.warc.gz -o site",
            "  gossamer import collection.wacz heritrix/warcs/ -o all"
        })
final class ImportCommand implements Callable<Integer> {
    /** Damaged places that are named one by one. */
    private static final int MAX_NAMED = 20;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "WARC and WACZ files, or folders that hold some.")
    private List<Path> files = List.of();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            required = true,
            description = "The folder to make. It must not hold a crawl.")
    private Path directory = Path.of("");

    @Option(
            names = "--no-index",
            description = "Do not build the search index; 'gossamer index' does it later.")
    private boolean isWithoutIndex;

    @Option(
            names = "--no-links",
            description = "Do not build the graph of links; 'gossamer index' does it later.")
    private boolean isWithoutLinks;

    @Override
    public Integer call() throws IOException {
        var err = spec.commandLine().getErr();
        var stopped = new AtomicBoolean();
        var isCopied = new AtomicBoolean();
        Interrupts.call(() -> interrupted(stopped, isCopied));
        var result = CrawlImport.run(files, directory, new Told(err, stopped));
        if (result.isStopped()) {
            err.println(
                    "gossamer: interrupted; the same command begins anew, and nothing else uses the folder");
            return Main.INTERRUPTED;
        }
        isCopied.set(true);
        var kinds = kinds();
        if (!kinds.isEmpty()) new CatchUp(spec.commandLine()).run(directory, kinds);
        var out = spec.commandLine().getOut();
        out.println(
                "imported %s with %s from %s"
                        .formatted(
                                Summary.count(result.pages(), "page"),
                                Summary.count(result.records(), "record"),
                                Summary.count(result.files(), "file")));
        out.println(Summary.of(CrawlDirectory.open(directory).status(), directory));
        if (result.damages() == 0) return 0;
        err.println(
                "gossamer: %s left out because of damage"
                        .formatted(Summary.count(result.damages(), "place")));
        return Main.FAILED;
    }

    /** Links and index can be left at any moment: 'gossamer index' goes on with them. */
    private static void interrupted(AtomicBoolean stopped, AtomicBoolean isCopied) {
        stopped.set(true);
        if (isCopied.get()) Runtime.getRuntime().halt(Main.INTERRUPTED);
    }

    private EnumSet<DerivedData> kinds() {
        var kinds = EnumSet.allOf(DerivedData.class);
        if (isWithoutIndex) kinds.remove(DerivedData.INDEX);
        if (isWithoutLinks) kinds.remove(DerivedData.LINKS);
        return kinds;
    }

    /** Says on standard error how far an import is. */
    private static final class Told implements CrawlImport.Listener {
        private final PrintWriter err;
        private final AtomicBoolean stopped;
        private int damages;

        Told(PrintWriter err, AtomicBoolean stopped) {
            this.err = err;
            this.stopped = stopped;
        }

        @Override
        public void begins(String name, int number, int files) {
            err.println("%d of %d: %s".formatted(number, files, TerminalText.clean(name)));
        }

        @Override
        public void damaged(String what) {
            damages++;
            if (damages <= MAX_NAMED) err.println("gossamer: " + TerminalText.clean(what));
            else if (damages == MAX_NAMED + 1) err.println("gossamer: more damage is not listed");
        }

        @Override
        public boolean isStopped() {
            return stopped.get();
        }
    }
}
