package dev.gossamer.links;

/**
 * Where the reader of one segment stands in a walk over several: they are taken by rising number.
 *
 * @param id its number in {@link Merged}
 */
record Head<R>(int segment, R reader, int id) implements Comparable<Head<R>> {
    @Override
    public int compareTo(Head<R> other) {
        return Integer.compare(id, other.id);
    }
}
