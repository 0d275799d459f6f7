package dev.gossamer.store;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The position up to which the files of an archive have been read. As text: {@code 17 18:4711
 * 20:815} for all files before number 17, and of two later ones the bytes in front of these places.
 *
 * @param done all files with a lower number were read to their end
 * @param offsets of later files, as far as they were begun
 */
public record ArchivePosition(int done, SortedMap<Integer, Long> offsets) {
    public static final ArchivePosition START =
            new ArchivePosition(0, Collections.emptySortedMap());

    public ArchivePosition {
        offsets = Collections.unmodifiableSortedMap(new TreeMap<>(offsets.tailMap(done)));
    }

    /** Reads what {@link #toString} wrote; empty text is the start. */
    public static ArchivePosition parse(String text) {
        if (text.isEmpty()) return START;
        String[] words = text.split(" ", -1);
        try {
            var offsets = new TreeMap<Integer, Long>();
            for (int i = 1; i < words.length; i++) {
                int colon = words[i].indexOf(':');
                offsets.put(
                        Integer.valueOf(words[i].substring(0, colon)),
                        Long.valueOf(words[i].substring(colon + 1)));
            }
            return new ArchivePosition(Integer.parseInt(words[0]), offsets);
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("not a position in an archive: " + text, e);
        }
    }

    /** Where the file of that number has yet to be read. */
    public long offset(int serial) {
        return serial < done ? Long.MAX_VALUE : offsets.getOrDefault(serial, 0L);
    }

    /** What neither has read, or only one. */
    public ArchivePosition earlier(ArchivePosition other) {
        return joined(other, Math.min(done, other.done), true);
    }

    /** What both have read, or one of them. */
    public ArchivePosition later(ArchivePosition other) {
        return joined(other, Math.max(done, other.done), false);
    }

    private ArchivePosition joined(ArchivePosition other, int joinedDone, boolean isEarlier) {
        var serials = new TreeSet<>(offsets.keySet());
        serials.addAll(other.offsets.keySet());
        var joined = new TreeMap<Integer, Long>();
        for (int serial : serials.tailSet(joinedDone)) {
            long a = offset(serial);
            long b = other.offset(serial);
            joined.put(serial, isEarlier ? Math.min(a, b) : Math.max(a, b));
        }
        return new ArchivePosition(joinedDone, joined);
    }

    @Override
    public String toString() {
        var text = new StringBuilder().append(done);
        offsets.forEach(
                (serial, offset) -> text.append(' ').append(serial).append(':').append(offset));
        return text.toString();
    }
}
