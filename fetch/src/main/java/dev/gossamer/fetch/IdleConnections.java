package dev.gossamer.fetch;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Connections of one lane that wait for their next request. By endpoint a stack, so that the
 * freshest is used first; across endpoints a list in the order in which they became idle, so that
 * the oldest goes when there are too many or its time is over.
 */
final class IdleConnections {
    private final Map<Endpoint, Connection> freshest = new HashMap<>();
    private final int perHost;
    private final int limit;
    private int count;
    private @Nullable Connection oldest;
    private @Nullable Connection newest;

    IdleConnections(int perHost, int limit) {
        this.perHost = perHost;
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
        var below = freshest.get(connection.endpoint);
        int depth = below == null ? 1 : below.idleDepth + 1;
        if (depth > perHost || limit == 0) return false;
        if (count == limit && oldest != null) oldest.close();
        below = freshest.get(connection.endpoint); // it may have been that one
        connection.idleBelow = below;
        connection.idleDepth = below == null ? 1 : below.idleDepth + 1;
        freshest.put(connection.endpoint, connection);
        connection.idleBefore = newest;
        connection.idleAfter = null;
        if (newest == null) oldest = connection;
        else newest.idleAfter = connection;
        newest = connection;
        count++;
        return true;
    }

    @Nullable Connection take(Endpoint endpoint) {
        var connection = freshest.get(endpoint);
        if (connection != null) remove(connection);
        return connection;
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
        var top = freshest.get(connection.endpoint);
        if (top == connection) {
            if (connection.idleBelow == null) freshest.remove(connection.endpoint);
            else freshest.put(connection.endpoint, connection.idleBelow);
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
