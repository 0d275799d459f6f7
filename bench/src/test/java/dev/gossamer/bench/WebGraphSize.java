package dev.gossamer.bench;

import dev.gossamer.links.PageLinks;
import dev.gossamer.url.Url;
import it.unimi.dsi.webgraph.BVGraph;
import it.unimi.dsi.webgraph.ImmutableSequentialGraph;
import it.unimi.dsi.webgraph.NodeIterator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.function.IntFunction;

/**
 * What the same links take as WebGraph (Boldi and Vigna, 2004) writes them with its usual settings,
 * the URLs in the order of their text: without texts, kinds and URLs, each pair of pages once.
 */
final class WebGraphSize {
    private final Url[] urls;
    private final int[][] links;

    /** The pages are made twice, which must give the same. */
    WebGraphSize(int pages, IntFunction<PageLinks> first, IntFunction<PageLinks> again) {
        var all = new TreeSet<Url>();
        for (int i = 0; i < pages; i++) {
            var page = first.apply(i);
            all.add(page.source());
            page.edges().forEach(edge -> all.add(edge.target()));
        }
        urls = all.toArray(Url[]::new);
        links = new int[urls.length][0];
        for (int i = 0; i < pages; i++) {
            var page = again.apply(i);
            links[number(page.source())] =
                    page.edges().stream()
                            .mapToInt(edge -> number(edge.target()))
                            .sorted()
                            .distinct()
                            .toArray();
        }
    }

    private int number(Url url) {
        return Arrays.binarySearch(urls, url);
    }

    String tell(Path dir) throws IOException {
        long pairs = Arrays.stream(links).mapToLong(list -> list.length).sum();
        return "WebGraph: %,d pairs of pages; %.2f bits a pair forwards, %.2f backwards"
                .formatted(
                        pairs,
                        8.0 * bytes(links, dir.resolve("forward")) / pairs,
                        8.0 * bytes(transposed(), dir.resolve("backward")) / pairs);
    }

    private int[][] transposed() {
        int[] counts = new int[links.length];
        for (int[] list : links) for (int target : list) counts[target]++;
        int[][] sources = new int[links.length][];
        Arrays.setAll(sources, target -> new int[counts[target]]);
        for (int source = links.length - 1; source >= 0; source--)
            for (int target : links[source]) sources[target][--counts[target]] = source;
        return sources;
    }

    private static long bytes(int[][] lists, Path name) throws IOException {
        BVGraph.store(new Lists(lists), name.toString());
        return Files.size(Path.of(name + ".graph")) + Files.size(Path.of(name + ".offsets"));
    }

    private static final class Lists extends ImmutableSequentialGraph {
        private final int[][] lists;

        Lists(int[][] lists) {
            this.lists = lists;
        }

        @Override
        public int numNodes() {
            return lists.length;
        }

        @Override
        public Lists copy() {
            return this;
        }

        @Override
        public NodeIterator nodeIterator() {
            return new NodeIterator() {
                private int node = -1;

                @Override
                public boolean hasNext() {
                    return node < lists.length - 1;
                }

                @Override
                public int nextInt() {
                    return ++node;
                }

                @Override
                public int outdegree() {
                    return lists[node].length;
                }

                @Override
                public int[] successorArray() {
                    return lists[node];
                }
            };
        }
    }
}
