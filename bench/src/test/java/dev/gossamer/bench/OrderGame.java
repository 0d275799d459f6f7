package dev.gossamer.bench;

import dev.gossamer.files.Changed;
import dev.gossamer.crawl.Found;
import dev.gossamer.crawl.Strategy;
import dev.gossamer.frontier.Discovered;
import dev.gossamer.frontier.FrontierOptions;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.simweb.SimWeb;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.simweb.SizeSpread;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import dev.gossamer.frontier.Frontier;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A web in memory, its PageRank, and crawls of it by a real frontier without network or delays. */
final class OrderGame {
    private static final long NOW = Duration.ofDays(20_000).toNanos();
    private static final int PROMOTABLE_URLS = 1 << 21;

    private final List<int[]> links = new ArrayList<>();
    private final List<Url> urls = new ArrayList<>();
    private final Map<Url, Integer> numbers = new HashMap<>();
    private double[] rank = {};

    /**
     * How a crawl went.
     *
     * @param sums of the PageRank of all pages fetched so far, after each
     */
    record Played(double[] sums, double cpuSeconds) {
        /** How many pages have that share of all PageRank. */
        int pagesFor(double share) {
            int pages = 0;
            while (pages < sums.length && sums[pages] < share) pages++;
            return pages + 1;
        }
    }

    static OrderGame simulated(boolean isLifelike, int hosts, int pages, int linksOfPage) {
        var even =
                SimWebOptions.usual()
                        .withSize(hosts, pages)
                        .withLinks(new SizeSpread(linksOfPage, 0.5, 4, 10 * linksOfPage))
                        .plain();
        var web = SimWeb.of(isLifelike ? even.lifelike() : even);
        var game = new OrderGame();
        game.number(Url.of(web.seedUrls(1).getFirst()));
        for (int page = 0; page < game.urls.size(); page++) {
            var answer = web.answer(game.urls.get(page).toString(), 1, Long.MAX_VALUE / 2);
            game.links.add(game.numbers(page, answer.links()));
        }
        game.rank = game.pageRank();
        return game;
    }

    /** What was never fetched has no links and counts for nothing in a crawl: it is left out. */
    static OrderGame ofEdges(Path file) throws IOException {
        Map<String, List<String>> targets = new HashMap<>();
        String seed = null;
        for (String line : Files.readAllLines(file)) {
            String[] fields = line.split("\t", 3);
            if (seed == null) seed = fields[0];
            targets.computeIfAbsent(fields[0], _ -> new ArrayList<>()).add(fields[1]);
        }
        if (seed == null) throw new IOException("no links in " + file);
        targets.values().forEach(all -> all.removeIf(target -> !targets.containsKey(target)));
        var game = new OrderGame();
        game.number(Url.of(seed));
        for (int page = 0; page < game.urls.size(); page++) {
            var named = targets.getOrDefault(game.urls.get(page).toString(), List.of());
            game.links.add(game.numbers(page, named));
        }
        game.rank = game.pageRank();
        return game;
    }

    private int[] numbers(int page, List<String> names) {
        return names.stream()
                .mapToInt(name -> number(Url.of(name)))
                .filter(target -> target != page)
                .distinct()
                .toArray();
    }

    private int number(Url url) {
        Integer known = numbers.putIfAbsent(url, urls.size());
        if (known != null) return known;
        urls.add(url);
        return urls.size() - 1;
    }

    int pages() {
        return urls.size();
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
    void describe() {
        int n = links.size();
        int[] in = new int[n];
        for (int[] targets : links) for (int target : targets) in[target]++;
        Arrays.sort(in);
        double[] sorted = rank.clone();
        Arrays.sort(sorted);
        System.out.printf("%,d pages, %,d links; ", n, Arrays.stream(in).asLongStream().sum());
        System.out.printf("links to a page: median %d, most %d, ", in[n / 2], in[n - 1]);
        System.out.printf("exponent %.2f%n", exponent(in));
        for (double part : new double[] {0.001, 0.01, 0.1, 0.5}) {
            double share = Arrays.stream(sorted).skip(n - (long) (part * n)).sum();
            System.out.printf("the best %.1f %% hold %.1f %%; ", 100 * part, 100 * share);
        }
        System.out.println();
    }

    /**
     * Of the in-degrees' power law from 10 on, by maximum likelihood (Clauset and others, 2009).
     */
    private static double exponent(int[] degrees) {
        int[] tail = Arrays.stream(degrees).filter(degree -> degree >= 10).toArray();
        return 1 + tail.length / Arrays.stream(tail).mapToDouble(d -> Math.log(d / 9.5)).sum();
    }

    /** An order that no crawl can have: by the true ranks. */
    Strategy omniscient() {
        return (url, _) -> (int) (-8 * Math.log(rank[number(url)]) / Math.log(2));
    }

    /**
     * A crawl from the first page, as the loop of a crawl would do it.
     *
     * @param folder for the frontier; it must not be there
     */
    Played play(Strategy strategy, Path folder) throws IOException {
        var cpu = ManagementFactory.getThreadMXBean();
        long start = cpu.getCurrentThreadCpuTime();
        var defaults = FrontierOptions.defaults();
        int promotable = strategy.learns() ? PROMOTABLE_URLS : 0;
        var options =
                Changed.set(defaults, "pace.delay", Duration.ZERO, "limits.promotable", promotable);
        var seed = urls.getFirst();
        var found = new Found(seed, 0, 0);
        double[] sums = new double[links.size()];
        int fetched = 0;
        double sum = 0;
        try (var frontier = Frontier.open(folder, options, NOW)) {
            frontier.discovered(
                    List.of(new Discovered(seed, seed, 0, 0, strategy.priority(seed, found))), NOW);
            for (var task = frontier.next(NOW); task.isPresent(); task = frontier.next(NOW)) {
                frontier.commit(NOW);
                if (task.get() instanceof Task.Fetch fetch) {
                    int page = number(fetch.url());
                    sum += rank[page];
                    sums[fetched++] = sum;
                    frontier.discovered(discovered(fetch, page, strategy), NOW);
                }
                frontier.finished(task.get(), answer(task.get()), NOW);
            }
        }
        if (fetched != sums.length)
            throw new AssertionError(fetched + " of " + sums.length + " pages were fetched");
        return new Played(sums, (cpu.getCurrentThreadCpuTime() - start) / 1e9);
    }

    private List<Discovered> discovered(Task.Fetch fetch, int page, Strategy strategy) {
        var found = new Found(fetch.url(), fetch.depth() + 1, 0);
        var targets = Arrays.stream(links.get(page)).mapToObj(urls::get).toList();
        strategy.fetched(fetch.url(), targets);
        return targets.stream()
                .map(
                        url ->
                                new Discovered(
                                        url,
                                        found.via(),
                                        found.depth(),
                                        0,
                                        strategy.priority(url, found)))
                .toList();
    }

    private static Result answer(Task task) {
        return switch (task) {
            case Task.Resolve _ ->
                    new Result.Resolved(
                            List.of(InetAddress.getLoopbackAddress()), Duration.ofDays(1));
            case Task.Robots _ -> new Result.Rules(_ -> true, Optional.empty(), Duration.ofDays(1));
            case Task.Fetch _ -> new Result.Fetched(200);
        };
    }
}
