package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gossamer.links.Edge.Kind;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageRankTest {
    @TempDir private Path dir;

    @Test
    void isNotComputedWhereItWouldTakeMoreMemoryThanAllowed() throws IOException {
        var pages = new RandomPages(1, 6, 20);
        Url url;
        try (var store = LinkStore.open(dir, 300)) {
            var page = pages.page();
            url = page.source();
            store.add(page);
            store.commit("");
        }
        assertThat(PageRank.updateWithin(dir, 10)).isFalse();
        assertThat(PageRank.updateWithin(dir, 1 << 20)).isTrue();
        try (var graph = LinkGraph.open(dir)) {
            assertThat(graph.pageRank(url)).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void equalsTheSolutionOfTheLinearSystem(long seed) throws IOException {
        var pages = new RandomPages(seed, 6, 20);
        var model = new Model();
        try (var store = LinkStore.open(dir, 300)) {
            for (int i = 0; i < 100; i++) {
                var page = pages.page();
                store.add(page);
                model.add(page);
            }
            store.commit("");
        }
        var expected = solve(model);
        var computed = PageRank.update(dir);
        assertThat(computed.change()).isLessThan(PageRank.TOLERANCE);
        assertThat(computed.nodes()).isEqualTo(expected.size());
        try (var graph = LinkGraph.open(dir)) {
            var again = PageRank.compute(graph);
            double sum = 0;
            for (var entry : expected.entrySet()) {
                var url = entry.getKey();
                assertThat(again.of(url))
                        .as("seed %d %s", seed, url)
                        .isCloseTo(entry.getValue(), within(1e-7));
                assertThat(graph.pageRank(url)).isCloseTo(entry.getValue(), within(1e-6));
                sum += again.of(url);
            }
            assertThat(sum).isCloseTo(1, within(1e-9));
            assertThat(graph.pageRank(Url.of("http://nowhere.example/"))).isZero();
        }
    }

    /** (I - d M) x = (1 - d) / n by Gauss's elimination; M has columns that sum to one. */
    private static Map<Url, Double> solve(Model model) {
        List<Url> urls = new ArrayList<>(nodes(model));
        Map<Url, Integer> number = new HashMap<>();
        for (var url : urls) number.put(url, number.size());
        int n = urls.size();
        double[][] a = new double[n][n + 1];
        for (int i = 0; i < n; i++) {
            a[i][i] = 1;
            a[i][n] = (1 - PageRank.DAMPING) / n;
        }
        for (int column = 0; column < n; column++) {
            Set<Integer> targets = new HashSet<>();
            for (var edge : model.from(urls.get(column))) {
                if (isVote(edge) && !edge.target().equals(urls.get(column)))
                    targets.add(number.getOrDefault(edge.target(), -1));
            }
            for (int row = 0; row < n; row++) {
                double share =
                        targets.isEmpty()
                                ? 1.0 / n
                                : targets.contains(row) ? 1.0 / targets.size() : 0;
                a[row][column] -= PageRank.DAMPING * share;
            }
        }
        double[] x = eliminate(a);
        Map<Url, Double> ranks = new HashMap<>();
        for (int i = 0; i < n; i++) ranks.put(urls.get(i), x[i]);
        return ranks;
    }

    private static boolean isVote(Edge edge) {
        return edge.kind() != Kind.RESOURCE && edge.kind() != Kind.RELATION;
    }

    private static Set<Url> nodes(Model model) {
        Set<Url> nodes = new HashSet<>();
        for (var page : model.pages()) {
            nodes.add(page.source());
            for (var edge : page.edges()) if (isVote(edge)) nodes.add(edge.target());
        }
        return nodes;
    }

    private static double[] eliminate(double[][] a) {
        int n = a.length;
        for (int pivot = 0; pivot < n; pivot++) {
            // Diagonally dominant by columns, so that no rows need to be exchanged.
            for (int row = 0; row < n; row++) {
                if (row == pivot) continue;
                double factor = a[row][pivot] / a[pivot][pivot];
                for (int k = pivot; k <= n; k++) a[row][k] -= factor * a[pivot][k];
            }
        }
        double[] x = new double[n];
        for (int i = 0; i < n; i++) x[i] = a[i][n] / a[i][i];
        return x;
    }
}
