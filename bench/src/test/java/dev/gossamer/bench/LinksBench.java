package dev.gossamer.bench;

import dev.gossamer.links.Edge;
import dev.gossamer.links.Edge.Kind;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.links.LinkStore;
import dev.gossamer.links.PageLinks;
import dev.gossamer.links.PageRank;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * The link store fed with a web of sites that have menus, sections and links out, drawn from a
 * seed: {@code N}, in links. Prints what adding, compacting, asking and PageRank take, or, with
 * {@code webgraph} behind, what WebGraph makes of the same links. To be run with {@code -Xmx1g};
 * the files go to a directory below {@code java.io.tmpdir} and are deleted at the end.
 */
public final class LinksBench {
    private static final int LINKS = 50;
    private static final int QUERIES = 20_000;
    private static final int COMMIT_PAGES = 5_000;

    private final Random random = new Random(2026);
    private final int pages;
    private final int sites;

    private LinksBench(int pages) {
        this.pages = pages;
        sites = Math.max(10, pages / 400);
    }

    public static void main(String[] args) throws IOException {
        var dir = Files.createTempDirectory("links-bench");
        try {
            var bench = new LinksBench(Integer.parseInt(args[0]) / LINKS);
            if (args.length == 1) bench.run(dir);
            else print("%s", bench.inWebGraph().tell(dir));
        } finally {
            try (var files = Files.walk(dir)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList())
                    Files.delete(file);
            }
        }
    }

    private WebGraphSize inWebGraph() {
        return new WebGraphSize(pages, this::page, new LinksBench(pages)::page);
    }

    private void run(Path dir) throws IOException {
        add(dir);
        print("files after adding: %,d bytes", size(dir));
        ask(dir, "as it is after adding");
        long start = cpu();
        try (var store = LinkStore.open(dir)) {
            store.compact();
        }
        print("compact: %.1f s of CPU; %,d bytes", seconds(cpu() - start), size(dir));
        ask(dir, "compacted");
        start = cpu();
        var rank = PageRank.update(dir);
        print(
                "PageRank: %.1f s of CPU, %d iterations, last change %.1e, %,d URLs",
                seconds(cpu() - start), rank.iterations(), rank.change(), rank.nodes());
        try (var graph = LinkGraph.open(dir)) {
            var counts = graph.counts();
            print(
                    "%,d links of %,d pages, %,d URLs",
                    counts.edges(), counts.pages(), counts.urls());
            graph.bitsPerLink()
                    .forEach((part, bits) -> print("  %-10s %6.2f bits a link", part, bits));
        }
        print(
                "peak heap in use, with what was not yet collected: %,d MB of %,d",
                peakHeap() >> 20, Runtime.getRuntime().maxMemory() >> 20);
    }

    /**
     * Making a page costs more than adding it, so they are made in batches outside of the clock.
     */
    private void add(Path dir) throws IOException {
        long adding = 0;
        long wall = 0;
        try (var store = LinkStore.open(dir)) {
            List<PageLinks> batch = new ArrayList<>();
            for (int page = 0; page < pages; ) {
                batch.clear();
                for (int i = 0; i < COMMIT_PAGES && page < pages; i++) batch.add(page(page++));
                long start = cpu();
                long startWall = System.nanoTime();
                for (var links : batch) store.add(links);
                if (page % (10 * COMMIT_PAGES) == 0) store.commit("" + page);
                adding += cpu() - start;
                wall += System.nanoTime() - startWall;
            }
            long start = cpu();
            store.commit("" + pages);
            adding += cpu() - start;
        }
        print(
                "add with merges and commits: %,d pages, %.1f s of CPU, %.1f s in all, %,.0f pages/s",
                pages, seconds(adding), seconds(wall), pages / seconds(wall));
    }

    private PageLinks page(int number) {
        int site = number % sites;
        int inSite = number / sites;
        List<Edge> edges = new ArrayList<>(LINKS);
        for (int i = 0; i < 12; i++) edges.add(link(site, i, "Section " + i + " of the menu"));
        for (int i = 0; i < 14; i++) {
            int near = Math.max(0, inSite + i - 7);
            edges.add(link(site, near, title(near)));
        }
        for (int i = 0; i < 14; i++) {
            int any = random.nextInt(inSite + 20);
            edges.add(link(site, any, i % 3 == 0 ? "read more" : title(any)));
        }
        edges.add(new Edge(url(site, -1), Kind.RESOURCE, ""));
        edges.add(new Edge(url(site, -2), Kind.RESOURCE, "logo"));
        while (edges.size() < LINKS) {
            double skew = random.nextDouble();
            int other = (int) (skew * skew * skew * sites);
            int target = random.nextInt(3) == 0 ? 0 : random.nextInt(100);
            edges.add(link(other, target, target == 0 ? "site " + other : title(target)));
        }
        return new PageLinks(
                url(site, inSite),
                Instant.ofEpochSecond(1_800_000_000L + number / 100),
                200,
                edges);
    }

    private static Edge link(int site, int page, String text) {
        return new Edge(url(site, page), Kind.NAVIGATE, text);
    }

    private static String title(int page) {
        return "About the matter number " + page;
    }

    private static Url url(int site, int page) {
        var path =
                page == -1
                        ? "static/style.css"
                        : page == -2
                                ? "static/logo.png"
                                : page == 0
                                        ? ""
                                        : "section-" + page % 12 + "/the-matter-" + page + ".html";
        return Url.of("https://www.site-" + site + ".example/" + path);
    }

    private void ask(Path dir, String state) throws IOException {
        try (var graph = LinkGraph.open(dir)) {
            for (int i = 0; i < QUERIES / 4; i++) graph.to(any(), 100);
            long[] to = new long[QUERIES];
            long[] from = new long[QUERIES];
            long[] anchors = new long[QUERIES];
            for (int i = 0; i < QUERIES; i++) {
                var url = any();
                long start = System.nanoTime();
                graph.to(url, 100);
                to[i] = System.nanoTime() - start;
                start = System.nanoTime();
                graph.anchors(url, 10);
                anchors[i] = System.nanoTime() - start;
                start = System.nanoTime();
                graph.from(url);
                from[i] = System.nanoTime() - start;
            }
            print("%s, %d segments:", state, graph.segmentCount());
            percentiles("  links to (100 at most)", to);
            percentiles("  anchors", anchors);
            percentiles("  links from", from);
            long most = 0;
            for (int site = 0; site < 20; site++) {
                long start = System.nanoTime();
                graph.to(url(site, 0), 100);
                most = Math.max(most, System.nanoTime() - start);
            }
            print("  links to the 20 most linked homes: slowest %.2f ms", most / 1e6);
        }
    }

    private Url any() {
        int page = random.nextInt(pages);
        return url(page % sites, page / sites);
    }

    private static void percentiles(String what, long[] nanos) {
        Arrays.sort(nanos);
        print(
                "%s: median %.3f ms, 99th %.3f ms, most %.2f ms",
                what,
                nanos[nanos.length / 2] / 1e6,
                nanos[nanos.length / 100 * 99] / 1e6,
                nanos[nanos.length - 1] / 1e6);
    }

    private static long size(Path dir) throws IOException {
        try (var files = Files.list(dir)) {
            long sum = 0;
            for (var file : files.toList()) sum += Files.size(file);
            return sum;
        }
    }

    private static long peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }

    @SuppressWarnings("AnnotateFormatMethod")
    private static void print(String format, Object... values) {
        System.out.println(String.format(format, values));
    }
}
