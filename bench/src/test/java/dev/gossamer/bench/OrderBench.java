package dev.gossamer.bench;

import dev.gossamer.links.OnlineRank;
import dev.gossamer.simweb.Share;
import dev.gossamer.simweb.SimWeb;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.simweb.Spread;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * How soon an order of fetching has the pages that matter: plays each over the graph of a simulated
 * web, without network or politeness, and tells the share of all PageRank after so many pages.
 * {@code HOSTS PAGES LINKS POPULAR [SVG]}.
 */
public final class OrderBench {
    private static final int LEVELS = 64;
    private static final int POINTS = 200;

    /** What waits is taken by falling score; among equals, what was found first. */
    private record Waiting(int page, double score, int found) implements Comparable<Waiting> {
        @Override
        public int compareTo(Waiting other) {
            int order = Double.compare(other.score, score);
            return order != 0 ? order : Integer.compare(found, other.found);
        }
    }

    /** Scores a page when it is found, again each time a link to it is found. */
    private interface Order {
        /**
         * @param number of the finding, rising
         */
        double score(int page, int number);

        default void fetched(int unusedPage) {}

        /** Whether a page that waits is moved when it is found again. */
        default boolean moves() {
            return false;
        }
    }

    private final List<int[]> links = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private double[] rank = {};

    public static void main(String[] args) throws IOException {
        var bench = new OrderBench();
        bench.build(
                Integer.parseInt(args[0]),
                Integer.parseInt(args[1]),
                Integer.parseInt(args[2]),
                Double.parseDouble(args[3]));
        bench.rank = bench.pageRank();
        bench.describe();
        Map<String, double[]> curves = new LinkedHashMap<>();
        bench.play("bfs", (_, number) -> -number, curves);
        bench.play("dfs", (_, number) -> number, curves);
        bench.play("depth", (page, _) -> -bench.segments(page), curves);
        bench.play("backlinks", bench.backlinks(), curves);
        bench.play("pagerank, order when found", bench.opic(1 << 18, false), curves);
        bench.play("pagerank", bench.opic(1 << 18, true), curves);
        bench.play("pagerank, table of 4,096", bench.opic(1 << 12, true), curves);
        bench.play("all known beforehand", (page, _) -> bench.rank[page], curves);
        if (args.length > 4) Files.writeString(Path.of(args[4]), bench.svg(curves));
    }

    private void build(int hosts, int pages, int linksOfPage, double popular) {
        var web =
                SimWeb.of(
                        SimWebOptions.usual()
                                .withSize(hosts, pages)
                                .withLinks(new Spread(linksOfPage, 0.5, 4, 10 * linksOfPage))
                                .plain()
                                .with(Share.POPULAR, popular));
        Map<String, Integer> numbers = new HashMap<>();
        names.addAll(web.seedUrls(1));
        numbers.put(names.getFirst(), 0);
        for (int page = 0; page < names.size(); page++) {
            var targets = web.answer(names.get(page), 1, Long.MAX_VALUE / 2).links();
            int[] list = new int[targets.size()];
            for (int i = 0; i < list.length; i++) {
                var target = targets.get(i);
                Integer number = numbers.putIfAbsent(target, names.size());
                if (number == null) names.add(target);
                list[i] = number == null ? names.size() - 1 : number;
            }
            int own = page;
            links.add(Arrays.stream(list).filter(target -> target != own).distinct().toArray());
        }
    }

    private double[] pageRank() {
        int n = links.size();
        double[] ranks = new double[n];
        Arrays.fill(ranks, 1.0 / n);
        for (double change = 1; change > 1e-9; ) {
            double[] next = new double[n];
            double given = 0;
            for (int page = 0; page < n; page++) {
                int[] targets = links.get(page);
                if (targets.length == 0) continue;
                given += 0.85 * ranks[page];
                for (int target : targets) next[target] += 0.85 * ranks[page] / targets.length;
            }
            change = 0;
            for (int page = 0; page < n; page++) {
                next[page] += (1 - given) / n;
                change += Math.abs(next[page] - ranks[page]);
            }
            ranks = next;
        }
        return ranks;
    }

    /** How uneven the web is: what orders can gain depends on it. */
    private void describe() {
        int n = links.size();
        int[] in = new int[n];
        long all = 0;
        for (int[] targets : links) {
            all += targets.length;
            for (int target : targets) in[target]++;
        }
        Arrays.sort(in);
        double[] sorted = rank.clone();
        Arrays.sort(sorted);
        System.out.printf("%,d pages, %,d links%n", n, all);
        for (double part : new double[] {0.001, 0.01, 0.1, 0.5}) {
            double share = 0;
            long inLinks = 0;
            for (int i = n - (int) (part * n); i < n; i++) {
                share += sorted[i];
                inLinks += in[i];
            }
            System.out.printf(
                    "the best %.1f %% hold %.1f %% of PageRank, %.1f %% of links to pages%n",
                    100 * part, 100 * share, 100.0 * inLinks / all);
        }
        System.out.printf("links to a page: median %d, most %d%n", in[n / 2], in[n - 1]);
    }

    private int segments(int page) {
        return (int) names.get(page).chars().filter(c -> c == '/').count();
    }

    private Order backlinks() {
        int[] count = new int[links.size()];
        return new Order() {
            @Override
            public double score(int page, int number) {
                return ++count[page];
            }

            @Override
            public boolean moves() {
                return true;
            }
        };
    }

    /** By doublings, as a frontier with so many priorities can keep it. */
    private Order opic(int table, boolean moves) {
        var online = new OnlineRank(table);
        long[] fingerprints = new long[links.size()];
        Arrays.setAll(fingerprints, page -> Url.of(names.get(page)).fingerprint());
        online.seed(fingerprints[0]);
        return new Order() {
            @Override
            public void fetched(int page) {
                long[] targets =
                        Arrays.stream(links.get(page)).mapToLong(i -> fingerprints[i]).toArray();
                online.fetched(fingerprints[page], targets, targets.length);
            }

            @Override
            public double score(int page, int number) {
                return -online.level(fingerprints[page], LEVELS);
            }

            @Override
            public boolean moves() {
                return moves;
            }
        };
    }

    private void play(String name, Order order, Map<String, double[]> curves) {
        int n = links.size();
        double[] best = new double[n];
        boolean[] isFetched = new boolean[n];
        Arrays.fill(best, Double.NEGATIVE_INFINITY);
        var queue = new PriorityQueue<Waiting>();
        queue.add(new Waiting(0, 0, 0));
        best[0] = 0;
        double[] curve = new double[POINTS + 1];
        double sum = 0;
        int fetched = 0;
        int found = 0;
        int half = 0;
        int ninety = 0;
        for (var next = queue.poll(); next != null; next = queue.poll()) {
            int page = next.page;
            if (isFetched[page]) continue;
            isFetched[page] = true;
            sum += rank[page];
            fetched++;
            if (half == 0 && sum >= 0.5) half = fetched;
            if (ninety == 0 && sum >= 0.9) ninety = fetched;
            for (int i = (int) ((long) fetched * POINTS / n); i <= POINTS && curve[i] < sum; i++)
                curve[i] = sum;
            order.fetched(page);
            for (int target : links.get(page)) {
                if (isFetched[target]) continue;
                boolean isKnown = best[target] != Double.NEGATIVE_INFINITY;
                double score = order.score(target, ++found);
                if (isKnown && !(order.moves() && score > best[target])) continue;
                best[target] = score;
                queue.add(new Waiting(target, score, found));
            }
        }
        System.out.printf(
                "%-28s 50 %% after %,8d pages (%.1f %%), 90 %% after %,8d (%.1f %%)%n",
                name, half, 100.0 * half / n, ninety, 100.0 * ninety / n);
        curves.put(name, curve);
    }

    private String svg(Map<String, double[]> curves) {
        int width = 640;
        int height = 400;
        String[] colours = {
            "#222222", "#999999", "#7a6a12", "#3a7d2c", "#5b4b9a", "#c2571a", "#a8324a", "#0b6e75"
        };
        var svg = new StringBuilder();
        svg.append(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' font-size='13'>\n<rect width='100%%' height='100%%' fill='#fff'/>\n"
                        .formatted(width + 290, height + 90));
        for (int i = 0; i <= 10; i += 2) {
            svg.append(
                    "<path d='M60 %d H%d' stroke='#ddd'/><text x='52' y='%d' text-anchor='end'>%d %%</text>\n"
                            .formatted(y(i / 10.0), 60 + width, y(i / 10.0) + 4, 10 * i));
            svg.append(
                    "<text x='%d' y='%d' text-anchor='middle'>%d %%</text>\n"
                            .formatted(60 + width * i / 10, 30 + height + 20, 10 * i));
        }
        svg.append(
                "<text x='60' y='20'>Share of all PageRank</text><text x='%d' y='%d' text-anchor='end'>of %,d pages fetched</text>\n"
                        .formatted(60 + width, 30 + height + 42, links.size()));
        int i = 0;
        for (var entry : curves.entrySet()) {
            svg.append("<path fill='none' stroke-width='2' stroke='").append(colours[i]);
            svg.append("' d='M60 430");
            for (int point = 1; point <= POINTS; point++)
                svg.append(
                        String.format(
                                Locale.ROOT,
                                " L%.1f %d",
                                60 + width * (double) point / POINTS,
                                y(entry.getValue()[point])));
            svg.append("'/>\n");
            svg.append(
                    "<path d='M%d %d h24' stroke-width='3' stroke='%s'/><text x='%d' y='%d'>%s</text>\n"
                            .formatted(
                                    width + 80,
                                    50 + 24 * i,
                                    colours[i],
                                    width + 112,
                                    54 + 24 * i,
                                    entry.getKey()));
            i++;
        }
        return svg.append("</svg>\n").toString();
    }

    private static int y(double share) {
        return (int) Math.round(30 + 400 * (1 - share));
    }
}
