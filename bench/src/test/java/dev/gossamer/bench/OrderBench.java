package dev.gossamer.bench;

import dev.gossamer.crawl.Order;
import dev.gossamer.crawl.Strategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How soon an order of fetching has the pages that matter: plays each over a web with the frontier
 * of a crawl, one page after the other, and tells the share of all PageRank after so many pages.
 * {@code even|lifelike HOSTS PAGES LINKS [SVG]}, or {@code FILE [SVG]} for the web of a crawl as
 * {@code gossamer export --format edges} writes it, from its first URL on.
 */
public final class OrderBench {
    private OrderBench() {}

    public static void main(String[] args) throws IOException {
        boolean isSimulated = args.length > 2;
        OrderGame game =
                isSimulated
                        ? OrderGame.simulated(
                                args[0].equals("lifelike"),
                                Integer.parseInt(args[1]),
                                Integer.parseInt(args[2]),
                                Integer.parseInt(args[3]))
                        : OrderGame.ofEdges(Path.of(args[0]));
        game.describe();
        tell("dfs", game, named("dfs"));
        tell("depth", game, named("depth"));
        Map<String, OrderGame.Played> curves = new LinkedHashMap<>();
        for (String name : List.of("bfs", "backlinks", "pagerank"))
            curves.put(name, tell(name, game, named(name)));
        String best = "all known beforehand";
        curves.put(best, tell(best, game, game.omniscient()));
        int drawn = isSimulated ? 4 : 1;
        if (args.length > drawn)
            Files.writeString(Path.of(args[drawn]), OrderChart.svg(curves, game.pages()));
    }

    private static Strategy named(String name) {
        return Order.valueOf(name.toUpperCase(Locale.ROOT)).strategy();
    }

    private static OrderGame.Played tell(String name, OrderGame game, Strategy strategy)
            throws IOException {
        var played = game.play(strategy, Files.createTempDirectory("order-").resolve(name));
        System.out.printf("%-22s", name);
        for (double share : new double[] {0.25, 0.5, 0.75, 0.9})
            System.out.printf("%,9d pages for %.0f %%", played.pagesFor(share), 100 * share);
        System.out.printf(", %.1f s of CPU%n", played.cpuSeconds());
        return played;
    }
}
