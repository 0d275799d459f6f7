package dev.gossamer.links;

/**
 * Edges as numbers, so that millions are sorted without an object each. From the source's side
 * target and kind; from the target's side text, kind and source.
 */
final class Packed {
    static final int KIND_BITS = 3;

    /** So that a link to a URL fits into 63 bits. */
    static final int MAX_TEXTS = 1 << 28;

    private static final Edge.Kind[] KINDS = Edge.Kind.values();

    private Packed() {}

    static long edge(int target, int kind) {
        return (long) target << KIND_BITS | kind;
    }

    static int target(long edge) {
        return (int) (edge >>> KIND_BITS);
    }

    static int kind(long edge) {
        return (int) edge & ((1 << KIND_BITS) - 1);
    }

    static long inLink(int text, int kind, int source) {
        return label(text, kind) << 32 | source;
    }

    static long label(int text, int kind) {
        return (long) text << KIND_BITS | kind;
    }

    static int source(long inLink) {
        return (int) inLink;
    }

    static long label(long inLink) {
        return inLink >>> 32;
    }

    static int text(long label) {
        return (int) (label >>> KIND_BITS);
    }

    @SuppressWarnings("EnumOrdinal") // the order of kinds is that of the format
    static int number(Edge.Kind kind) {
        return kind.ordinal();
    }

    static boolean isKind(int number) {
        return number < KINDS.length;
    }

    static Edge.Kind kind(int number) {
        return KINDS[number];
    }
}
