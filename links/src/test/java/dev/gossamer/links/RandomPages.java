package dev.gossamer.links;

import dev.gossamer.links.Edge.Kind;
import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Pages of a small web of sites with menus, drawn from a seed. */
final class RandomPages {
    private static final Kind[] KINDS = Kind.values();
    private static final String[] WORDS = {
        "", "home", "next", "previous", "Über uns", "日本語", "😀 smile", "read more", "index"
    };

    private final Random random;
    private final int sites;
    private final int pagesOfSite;

    RandomPages(long seed, int sites, int pagesOfSite) {
        random = new Random(seed);
        this.sites = sites;
        this.pagesOfSite = pagesOfSite;
    }

    Url url() {
        return url(random.nextInt(sites), random.nextInt(pagesOfSite));
    }

    private static Url url(int site, int page) {
        var scheme = site % 3 == 0 ? "https" : "http";
        return Url.of(
                scheme + "://site" + site + ".example/" + (page == 0 ? "" : "dir/page" + page));
    }

    PageLinks page() {
        int site = random.nextInt(sites);
        var source = url(site, random.nextInt(pagesOfSite));
        var at = Instant.ofEpochSecond(1_700_000_000L + random.nextInt(1_000_000));
        List<Edge> edges = new ArrayList<>();
        int shape = random.nextInt(10);
        if (shape == 0) {
            edges.add(new Edge(url(), Kind.REDIRECT, ""));
            return new PageLinks(source, at, 301, edges);
        }
        if (shape == 1) return new PageLinks(source, at, 404, edges);
        for (int i = 0; i < Math.min(pagesOfSite, 6); i++)
            edges.add(new Edge(url(site, i), Kind.NAVIGATE, "menu " + i));
        int more = random.nextInt(12);
        for (int i = 0; i < more; i++) {
            edges.add(
                    new Edge(
                            url(),
                            KINDS[random.nextInt(KINDS.length)],
                            WORDS[random.nextInt(WORDS.length)]));
        }
        if (more > 3) edges.add(edges.getLast());
        return new PageLinks(source, at, 200, edges);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }
}
