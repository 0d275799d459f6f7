package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The robots.txt files that other origins were redirected to at one host. Each is asked for once,
 * however many wait for it, and takes a turn of the host now and then: a stream of redirects must
 * not keep the host from its own URLs. What goes wrong with an errand is the owners' failure, never
 * that of the host that was named.
 */
final class RobotsErrands {
    /** Errands that may wait at one host; the robots.txt of others is unreachable for now. */
    private static final int MOST = 1_000;

    /** Turns of the host's own URLs between two errands. */
    private static final int TURNS_BETWEEN = 3;

    /**
     * One robots.txt to ask for.
     *
     * @param url where it lies
     * @param redirects how many in a row led there
     * @param owners the origins whose rules it holds
     * @param remote the same of other processes
     */
    record Errand(
            Url url,
            int redirects,
            long number,
            List<Origin> owners,
            List<RemoteErrands.Owner> remote) {
        static Errand own(Origin origin) {
            return new Errand(origin.robotsUrl(), 0, 0, List.of(origin), List.of());
        }

        static Errand of(RemoteErrands.Owner owner, Url url, int redirects, long number) {
            var remote = new ArrayList<RemoteErrands.Owner>();
            remote.add(owner);
            return new Errand(url, redirects, number, new ArrayList<>(), remote);
        }

        String firstOwner() {
            return owners.isEmpty() ? remote.getFirst().origin() : owners.getFirst().name;
        }

        /** The same owners are sent on to another place. */
        Errand movedTo(Url target, long newNumber) {
            return new Errand(
                    target,
                    redirects + 1,
                    newNumber,
                    new ArrayList<>(owners),
                    new ArrayList<>(remote));
        }
    }

    private @Nullable LinkedHashMap<Url, Errand> waiting;

    /** Turns that URLs of the host had since the last errand. */
    private int turns = TURNS_BETWEEN;

    boolean hasAny() {
        return waiting != null && !waiting.isEmpty();
    }

    long firstNumber() {
        return waiting == null ? Long.MAX_VALUE : waiting.values().iterator().next().number();
    }

    /** False when too many wait already. */
    boolean add(Errand errand) {
        if (waiting == null) waiting = LinkedHashMap.newLinkedHashMap(1);
        var same = waiting.get(errand.url());
        if (same != null) {
            same.owners().addAll(errand.owners());
            same.remote().addAll(errand.remote());
            return true;
        }
        if (waiting.size() >= MOST) return false;
        waiting.put(errand.url(), errand);
        return true;
    }

    /** Whether the next turn is an errand's. */
    boolean isDue(boolean hostHasUrls) {
        return hasAny() && (!hostHasUrls || turns >= TURNS_BETWEEN);
    }

    /** The one that waits longest. */
    @Nullable Errand take() {
        if (waiting == null || waiting.isEmpty()) return null;
        turns = 0;
        return waiting.pollFirstEntry().getValue();
    }

    /** All of them; the host cannot be asked. */
    List<Errand> takeAll() {
        if (waiting == null) return List.of();
        var all = List.copyOf(waiting.values());
        waiting.clear();
        return all;
    }

    void urlHadItsTurn() {
        turns++;
    }
}
