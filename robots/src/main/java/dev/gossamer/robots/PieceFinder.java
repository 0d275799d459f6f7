package dev.gossamer.robots;

import java.util.Arrays;
import java.util.List;

/**
 * Finds all of many texts in one pass over a path, by the automaton of Aho and Corasick. The texts
 * form a tree by their prefixes; a state of the automaton is the node of the longest prefix of any
 * text that ends at the current place. Immutable once built.
 *
 * <p>The children of all nodes lie in one hash table, because a site's texts may have half a
 * million nodes with mostly one child.
 */
final class PieceFinder {
    /** Also the state at the beginning of a path; no text ends here. */
    static final int ROOT = 0;

    /** How a hash table of this load is filled: at most half. */
    private static final int MIN_SLOTS = 16;

    private final int[] keys;
    private final int[] children;

    /** For each node the node of its longest proper suffix that is a node. */
    private final int[] fallback;

    /** For each node the longest of those suffixes at which a text ends, or {@link #ROOT}. */
    private final int[] shorter;

    /** For each node the text that ends there, counted from one, or zero. */
    private final int[] pieceAt;

    private PieceFinder(Builder builder) {
        keys = builder.keys;
        children = builder.children;
        int count = builder.count;
        fallback = new int[count];
        shorter = new int[count];
        pieceAt = Arrays.copyOf(builder.pieceAt, count);
        for (int node : builder.byDepth()) {
            int parent = builder.parent[node];
            int letter = builder.letter[node] & 0xFF;
            if (parent != ROOT) fallback[node] = step(fallback[parent], letter);
            int suffix = fallback[node];
            shorter[node] = pieceAt[suffix] != 0 ? suffix : shorter[suffix];
        }
    }

    /** The texts are not empty and none occurs twice; they are numbered by their place. */
    static PieceFinder of(List<byte[]> pieces) {
        var builder = new Builder(pieces);
        for (int i = 0; i < pieces.size(); i++) builder.add(pieces.get(i), i);
        return new PieceFinder(builder);
    }

    /** Returns the state behind one more octet. */
    int step(int state, int octet) {
        for (int node = state; ; node = fallback[node]) {
            int child = child(node, octet);
            if (child != ROOT) return child;
            if (node == ROOT) return ROOT;
        }
    }

    /** Returns the state of the longest text that ends here, or {@link #ROOT}. */
    int firstEnding(int state) {
        return pieceAt[state] != 0 ? state : shorter[state];
    }

    /** Returns the state of the next shorter text that ends here, or {@link #ROOT}. */
    int nextEnding(int ending) {
        return shorter[ending];
    }

    /** Returns the number of the text that ends at a state that the two methods above returned. */
    int piece(int ending) {
        return pieceAt[ending] - 1;
    }

    /** Returns about how much memory this takes. */
    long heapBytes() {
        return 4L * (keys.length + children.length + 3L * pieceAt.length);
    }

    private int child(int node, int octet) {
        int key = key(node, octet);
        for (int slot = slot(key, keys.length);
                keys[slot] != 0;
                slot = (slot + 1) & (keys.length - 1)) {
            if (keys[slot] == key) return children[slot];
        }
        return ROOT;
    }

    /** Never zero. A file of 500 KiB has at most 1.5 million nodes, so this fits. */
    private static int key(int node, int octet) {
        return ((node << 8) | octet) + 1;
    }

    private static int slot(int key, int slots) {
        return ((key * 0x9E3779B9) >>> 7) & (slots - 1);
    }

    /** The tree while it grows. */
    private static final class Builder {
        private final int[] keys;
        private final int[] children;
        private final int[] parent;
        private final byte[] letter;
        private final int[] depth;
        private final int[] pieceAt;
        private int count = 1;

        Builder(List<byte[]> pieces) {
            int most = 1 + pieces.stream().mapToInt(piece -> piece.length).sum();
            int slots = Math.max(MIN_SLOTS, Integer.highestOneBit(most) << 2);
            keys = new int[slots];
            children = new int[slots];
            parent = new int[most];
            letter = new byte[most];
            depth = new int[most];
            pieceAt = new int[most];
        }

        void add(byte[] piece, int number) {
            int node = ROOT;
            for (byte octet : piece) node = childOrNew(node, octet);
            pieceAt[node] = number + 1;
        }

        private int childOrNew(int node, byte octet) {
            int key = key(node, octet & 0xFF);
            int slot = slot(key, keys.length);
            while (keys[slot] != 0) {
                if (keys[slot] == key) return children[slot];
                slot = (slot + 1) & (keys.length - 1);
            }
            keys[slot] = key;
            children[slot] = count;
            parent[count] = node;
            letter[count] = octet;
            depth[count] = depth[node] + 1;
            return count++;
        }

        /** All nodes but the root, the shallow ones first. */
        int[] byDepth() {
            int deepest = Arrays.stream(depth, 0, count).max().orElse(0);
            int[] starts = new int[deepest + 2];
            for (int node = 1; node < count; node++) starts[depth[node] + 1]++;
            for (int i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
            int[] order = new int[count - 1];
            for (int node = 1; node < count; node++) order[starts[depth[node]]++] = node;
            return order;
        }
    }
}
