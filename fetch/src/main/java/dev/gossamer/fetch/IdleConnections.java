package dev.gossamer.fetch;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Connections of one lane that wait for their next request. By address a stack, so that the
 * freshest is used first; across addresses a list in the order in which they became idle, so that
 * the oldest goes when there are too many or its time is over.
 *
 * <p>By address and not by host, because a server counts all connections it has to keep: one that
 * waits for another host of the same address makes room for the one that is to be opened.
 */
final class IdleConnections {
    /** By address; null stands for whatever a proxy finds. */
    private final Map<@Nullable InetAddress, Connection> freshest = new HashMap<>();

    private final int perAddress;
    private final int limit;
    private int count;
    private @Nullable Connection oldest;
    private @Nullable Connection newest;

    IdleConnections(int perAddress, int limit) {
        this.perAddress = perAddress;
        this.limit = limit;
    }

    int count() {
        return count;
    }

    @Nullable Connection oldest() {
        return oldest;
    }

    /** False when this one must be closed because enough of its kind are kept. */
    boolean add(Connection connection) {
        var below = freshest.get(connection.endpoint.address());
        int depth = below == null ? 1 : below.idleDepth + 1;
        if (depth > perAddress || limit == 0) return false;
        if (count == limit && oldest != null) oldest.close();
        below = freshest.get(connection.endpoint.address()); // it may have been that one
        connection.idleBelow = below;
        connection.idleDepth = below == null ? 1 : below.idleDepth + 1;
        freshest.put(connection.endpoint.address(), connection);
        connection.idleBefore = newest;
        connection.idleAfter = null;
        if (newest == null) oldest = connection;
        else newest.idleAfter = connection;
        newest = connection;
        count++;
        return true;
    }

    /**
     * The freshest for the endpoint. Where there is none, a connection to its address that waits
     * for another host is closed: the new one takes its place.
     */
    @Nullable Connection take(Endpoint endpoint) {
        var top = freshest.get(endpoint.address());
        for (var each = top; each != null; each = each.idleBelow) {
            if (each.endpoint.equals(endpoint)) {
                remove(each);
                return each;
            }
        }
        if (top != null && endpoint.address() != null) top.close();
        return null;
    }

    /** Returns those to the addresses, and those whose address only a proxy knows. */
    List<Connection> to(Predicate<? super InetAddress> addresses) {
        var found = new ArrayList<Connection>();
        freshest.forEach(
                (address, top) -> {
                    if (address != null && !addresses.test(address)) return;
                    for (var each = top; each != null; each = each.idleBelow) found.add(each);
                });
        return found;
    }

    void remove(Connection connection) {
        unstack(connection);
        var before = connection.idleBefore;
        var after = connection.idleAfter;
        if (before == null) oldest = after;
        else before.idleAfter = after;
        if (after == null) newest = before;
        else after.idleBefore = before;
        connection.idleBefore = null;
        connection.idleAfter = null;
        count--;
    }

    private void unstack(Connection connection) {
        var top = freshest.get(connection.endpoint.address());
        if (top == connection) {
            if (connection.idleBelow == null) freshest.remove(connection.endpoint.address());
            else freshest.put(connection.endpoint.address(), connection.idleBelow);
        } else {
            for (var each = top; each != null; each = each.idleBelow) {
                each.idleDepth--;
                if (each.idleBelow == connection) {
                    each.idleBelow = connection.idleBelow;
                    break;
                }
            }
        }
        connection.idleBelow = null;
    }
}
