package dev.gossamer.crawl;

import dev.gossamer.frontier.HostView;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Which hosts of a running crawl somebody wants to see.
 *
 * @param text that their names contain; empty for all
 * @param state such as {@code waiting}; empty for all
 * @param sort by what, the largest first but for names
 * @param limit how many at most
 * @param after the {@link HostAnswer#place} of the last one that was shown before; empty for the
 *     first
 */
public record HostQuery(
        String text, Optional<String> state, Sort sort, int limit, Optional<String> after) {
    /** As many as one answer holds. */
    public static final int MOST = 1000;

    /** Between the figure and the name of a place in the list. */
    private static final char MARK = ' ';

    /** By what hosts are put in order. */
    public enum Sort {
        QUEUED,
        PAGES,
        FAILURES,
        NAME;

        long figure(HostView host) {
            return switch (this) {
                case QUEUED -> host.queued();
                case PAGES -> host.pages();
                case FAILURES -> host.failures();
                case NAME -> 0;
            };
        }
    }

    /** The hosts for which most URLs wait. */
    public static HostQuery first(int limit) {
        return new HostQuery("", Optional.empty(), Sort.QUEUED, limit, Optional.empty());
    }

    /**
     * @throws UsageException if it makes no sense
     */
    public HostQuery {
        if (limit < 1 || limit > MOST)
            throw new UsageException("limit must be from 1 to " + MOST + ", not " + limit);
        if (state.isPresent()) doing(state.get());
        if (after.isPresent()) Place.read(after.get());
    }

    static String name(HostView.Doing doing) {
        return doing.name().toLowerCase(Locale.ROOT);
    }

    private static HostView.Doing doing(String name) {
        for (var each : HostView.Doing.values()) if (name(each).equals(name)) return each;
        throw new UsageException("no host is '" + name + "'");
    }

    /** Where a host stands in the list. */
    record Place(long figure, String name) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparingLong(Place::figure).reversed().thenComparing(Place::name);

        static Place read(String text) {
            int mark = text.indexOf(MARK);
            try {
                if (mark > 0)
                    return new Place(
                            Long.parseLong(text.substring(0, mark)), text.substring(mark + 1));
            } catch (NumberFormatException e) {
                // as if there were no number
            }
            throw new UsageException("'" + text + "' is no place in a list of hosts");
        }

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return figure + String.valueOf(MARK) + name;
        }
    }

    Place place(HostView host) {
        return new Place(sort.figure(host), host.name());
    }

    boolean isMet(HostView host) {
        if (!host.name().contains(text)) return false;
        if (state.isPresent() && host.doing() != doing(state.get())) return false;
        return after.isEmpty() || Place.read(after.get()).compareTo(place(host)) < 0;
    }
}
