package dev.gossamer.links;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The most important pages of a graph as a tree: each hangs from the page by which it is reached
 * with the fewest links from the root.
 */
final class SiteTree {
    private final LinkGraph graph;
    private final int root;
    private final int[] parent;
    private final Map<Integer, List<Integer>> children = new HashMap<>();
    private final Set<Integer> chosen = new HashSet<>();

    private SiteTree(LinkGraph graph, int root, int[] parent) {
        this.graph = graph;
        this.root = root;
        this.parent = parent;
    }

    /**
     * @param limit of pages in the tree
     */
    static SiteTree of(LinkGraph graph, int root, PageRank rank, int limit) throws IOException {
        var tree = new SiteTree(graph, root, parents(graph.merged(), root));
        tree.chosen.add(root);
        List<Integer> reached = new ArrayList<>();
        for (int id = 0; id < tree.parent.length; id++) {
            if (tree.parent[id] >= 0 && id != root) reached.add(id);
        }
        reached.sort(Comparator.comparingDouble((Integer id) -> -rank.of(id)));
        for (int id : reached) {
            if (tree.chosen.size() >= limit) break;
            tree.choose(id, limit);
        }
        for (var row : tree.children.values())
            row.sort(Comparator.comparingDouble((Integer id) -> -rank.of(id)));
        return tree;
    }

    private void choose(int id, int limit) {
        List<Integer> way = new ArrayList<>();
        for (int at = id; !chosen.contains(at); at = parent[at]) way.add(at);
        if (chosen.size() + way.size() > limit) return;
        for (int at : way) {
            chosen.add(at);
            children.computeIfAbsent(parent[at], _ -> new ArrayList<>()).add(at);
        }
    }

    /** By one pass over all lists a step. -1 for what cannot be reached; the root's is itself. */
    private static int[] parents(Merged merged, int root) throws IOException {
        int[] parent = new int[merged.urls()];
        int[] distance = new int[merged.urls()];
        Arrays.fill(parent, -1);
        parent[root] = root;
        boolean isMoving = true;
        for (int step = 0; isMoving; step++) {
            isMoving = false;
            for (var pages = merged.pages(); pages.next(); ) {
                int source = pages.source();
                if (parent[source] < 0 || distance[source] != step) continue;
                for (int i = 0; i < pages.edges().size(); i++) {
                    long edge = pages.edges().get(i);
                    int target = Packed.target(edge);
                    if (parent[target] >= 0 || !PageRank.counts(Packed.kind(Packed.kind(edge))))
                        continue;
                    parent[target] = source;
                    distance[target] = step + 1;
                    isMoving = true;
                }
            }
        }
        return parent;
    }

    record Row(int id, int depth, int parentRow) {}

    /** Parents before their children, which follow them at once. */
    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        add(root, 0, -1, rows);
        return rows;
    }

    private void add(int id, int depth, int parentRow, List<Row> rows) {
        int row = rows.size();
        rows.add(new Row(id, depth, parentRow));
        for (int child : children.getOrDefault(id, List.of())) add(child, depth + 1, row, rows);
    }

    record Link(int fromRow, int toRow) {}

    /** Links between its pages that are not those of the tree. */
    List<Link> otherLinks(List<Row> rows) throws IOException {
        Map<Integer, Integer> rowOf = new HashMap<>();
        for (int i = 0; i < rows.size(); i++) rowOf.put(rows.get(i).id, i);
        List<Link> links = new ArrayList<>();
        for (var pages = graph.merged().pages(); pages.next(); ) {
            Integer from = rowOf.get(pages.source());
            if (from == null) continue;
            int last = -1;
            for (int i = 0; i < pages.edges().size(); i++) {
                int target = Packed.target(pages.edges().get(i));
                Integer to = rowOf.get(target);
                if (to == null || target == last) continue;
                last = target;
                boolean isOfTree = rows.get(to).parentRow == from;
                if (!isOfTree && !to.equals(from)) links.add(new Link(from, to));
            }
        }
        return links;
    }
}
