package dev.gossamer.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.gossamer.index.IndexedPage;
import dev.gossamer.index.Refinement;
import dev.gossamer.index.SearchIndex;
import dev.gossamer.index.SearchRequest;
import dev.gossamer.index.Searcher;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.FSDirectory;

/**
 * What indexing a page costs and how long searches take, in one run. Arguments: pages, a directory
 * to write to, and simulated, zipf or both; "again" behind them only searches what an earlier run
 * has left in that directory. Two webs: the simulated one, whose pages are long and made of few
 * words, so that every common word is in every page; and one whose words are as frequent as those
 * of real text (Zipf), out of a vocabulary of 200,000. Making and parsing pages is not in the
 * numbers; one thread.
 */
public final class SearchBench {
    private static final int COMMIT_PAGES = 10_000;
    private static final int WARM_UP = 100;
    private static final int SEARCHES_A_KIND = 200;
    private static final long SEED = 2026;

    private final SearchPages pages;
    private final Path dir;

    private SearchBench(SearchPages pages, Path dir) {
        this.pages = pages;
        this.dir = dir;
    }

    public static void main(String[] args) throws IOException {
        int count = Integer.parseInt(args[0]);
        Path dir = Files.createDirectories(Path.of(args[1]));
        System.out.printf(
                Locale.ROOT,
                "%d cores, %d MB heap, Java %s%n",
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory() >> 20,
                Runtime.version().feature());
        boolean isAgain = args.length > 3 && args[3].equals("again");
        if (!args[2].equals("zipf")) {
            Path web = dir.resolve("web");
            if (!isAgain) SearchPages.writeSimulated(count, web);
            new SearchBench(SearchPages.simulated(count, web), dir.resolve("simulated"))
                    .run("simulated web", isAgain);
        }
        if (!args[2].equals("simulated")) {
            new SearchBench(SearchPages.zipf(count), dir.resolve("zipf"))
                    .run("words by Zipf", isAgain);
        }
    }

    private void run(String name, boolean isAgain) throws IOException {
        System.out.printf(Locale.ROOT, "%n%s%n", name);
        if (!isAgain) write();
        search(dir.resolve("index"));
    }

    private void write() throws IOException {
        // Some warm up; what the peer gets is enough to compare.
        lucene(dir.resolve("peer"), 0.05, "");
        lucene(dir.resolve("peer"), 0.1, "Lucene's English chain, text stored");
        index(dir.resolve("index"), 0.1, "");
        index(dir.resolve("index"), 1, "ours, all of the page stored");
        refine(dir.resolve("index"));
    }

    private interface Writer {
        void write(IndexedPage page) throws IOException;
    }

    private void index(Path to, double part, String label) throws IOException {
        delete(to);
        try (var index = SearchIndex.open(to)) {
            var clock = new Clock();
            int done =
                    write(
                            part,
                            clock,
                            page -> {
                                index.add(page);
                                if (index.pages() % COMMIT_PAGES == 0) index.commit("some");
                            });
            clock.start();
            index.commit("all");
            clock.stop();
            clock.show(label, done, bytes(to));
        }
    }

    private void lucene(Path to, double part, String label) throws IOException {
        delete(to);
        var config =
                new IndexWriterConfig(new EnglishAnalyzer())
                        .setRAMBufferSizeMB(64)
                        .setMergeScheduler(new SerialMergeScheduler());
        try (var directory = FSDirectory.open(to);
                var writer = new IndexWriter(directory, config)) {
            var clock = new Clock();
            int done =
                    write(
                            part,
                            clock,
                            page -> {
                                var document = new Document();
                                String key = page.url().toString();
                                document.add(new StringField("key", key, Field.Store.YES));
                                document.add(new TextField("title", page.title(), Field.Store.YES));
                                document.add(new TextField("text", page.text(), Field.Store.YES));
                                writer.updateDocument(new Term("key", key), document);
                            });
            clock.start();
            writer.commit();
            clock.stop();
            clock.show(label, done, bytes(to));
        }
        delete(to);
    }

    private int write(double part, Clock clock, Writer writer) throws IOException {
        int wanted = (int) (part * pages.count());
        int done = 0;
        long chars = 0;
        while (done < wanted) {
            var batch = pages.batch(done);
            clock.start();
            for (var page : batch) writer.write(page);
            clock.stop();
            for (var page : batch) chars += page.text().length();
            done += batch.size();
        }
        clock.chars = chars;
        return done;
    }

    /** Ranks alone, then a text of three words for each page, as a link graph would bring them. */
    private void refine(Path to) throws IOException {
        var random = new Random(SEED);
        try (var index = SearchIndex.open(to)) {
            for (boolean hasTexts : new boolean[] {false, true}) {
                var clock = new Clock();
                clock.start();
                int changed =
                        index.refine(
                                new Refinement() {
                                    @Override
                                    public List<String> anchors(Url url, int max) {
                                        return hasTexts
                                                ? List.of("a link to " + url.path())
                                                : List.of();
                                    }

                                    @Override
                                    public double rank(Url url) {
                                        return (1 + random.nextInt(1000)) / 1e6;
                                    }
                                });
                index.commit("refined");
                clock.stop();
                clock.show(
                        hasTexts ? "refine: texts of links" : "refine: ranks alone",
                        changed,
                        bytes(to));
            }
        }
    }

    private void search(Path to) throws IOException {
        Map<String, List<SearchRequest>> kinds =
                new LinkedHashMap<>(pages.searches(new Random(SEED), SEARCHES_A_KIND));
        try (var searcher = Searcher.open(to)) {
            System.out.printf(
                    Locale.ROOT,
                    "%-28s %8s %8s %8s %8s %8s   (ms; %,d pages, heap used %d MB)%n",
                    "searches",
                    "p50",
                    "p90",
                    "p99",
                    "max",
                    "CPU mean",
                    searcher.pages(),
                    heapMegabytes());
            var all = new ArrayList<Double>();
            double allCpuMillis = 0;
            for (var kind : kinds.entrySet()) {
                for (int i = 0; i < WARM_UP; i++)
                    searcher.search(kind.getValue().get(i % kind.getValue().size()));
            }
            for (var kind : kinds.entrySet()) {
                var times = new ArrayList<Double>();
                long cpuBefore = processCpuNanos();
                for (var request : kind.getValue()) {
                    long start = System.nanoTime();
                    searcher.search(request);
                    times.add((System.nanoTime() - start) / 1e6);
                }
                double cpuMillis = (processCpuNanos() - cpuBefore) / 1e6;
                allCpuMillis += cpuMillis;
                show(kind.getKey(), times, cpuMillis);
                all.addAll(times);
            }
            show("all " + all.size(), all, allCpuMillis);
        }
    }

    /** Of all threads: a search uses several. */
    private static long processCpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static void show(String kind, List<Double> times, double cpuMillis) {
        double[] sorted = times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "%-28s %8.2f %8.2f %8.2f %8.2f %8.2f%n",
                kind,
                sorted[sorted.length / 2],
                sorted[sorted.length * 9 / 10],
                sorted[sorted.length * 99 / 100],
                sorted[sorted.length - 1],
                cpuMillis / sorted.length);
    }

    private static long heapMegabytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
    }

    /** Time and CPU of this thread, summed over stretches. */
    private static final class Clock {
        private long nanos;
        private long cpuNanos;
        private long chars;
        private long startNanos;
        private long startCpuNanos;

        void start() {
            startNanos = System.nanoTime();
            startCpuNanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }

        void stop() {
            nanos += System.nanoTime() - startNanos;
            cpuNanos +=
                    ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - startCpuNanos;
        }

        void show(String label, int count, long bytes) {
            if (label.isEmpty()) return;
            System.out.printf(
                    Locale.ROOT,
                    "%-36s %,7d pages  %,6.0f pages/s  %4.0f µs CPU a page  %,6d bytes of index a page%s%n",
                    label,
                    count,
                    count * 1e9 / nanos,
                    cpuNanos / 1e3 / count,
                    bytes / count,
                    chars == 0 ? "" : "  (%,d characters of text)".formatted(chars / count));
        }
    }

    private static long bytes(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
