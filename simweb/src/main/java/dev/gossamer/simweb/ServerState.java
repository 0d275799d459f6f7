package dev.gossamer.simweb;

import dev.gossamer.simweb.SimWeb.Decision;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** What the event loops of one server share. Only faults that heal leave something to remember. */
final class ServerState {
    private final SimWeb web;
    private final ServerLog log;
    private final LongSupplier clock;
    private final Map<Long, Integer> attempts = new ConcurrentHashMap<>();
    private final Map<Integer, Long> firstContacts = new ConcurrentHashMap<>();

    /**
     * @param clock nanoseconds since the server started
     */
    ServerState(SimWeb web, ServerLog log, LongSupplier clock) {
        this.web = web;
        this.log = log;
        this.clock = clock;
    }

    SimWeb web() {
        return web;
    }

    ServerLog log() {
        return log;
    }

    long nanos() {
        return clock.getAsLong();
    }

    Decision decide(int host, long id, long nowNanos) {
        long sinceFirst = 0;
        if (web.pageModel().isDown(host)) {
            Long first = firstContacts.putIfAbsent(host, nowNanos);
            sinceFirst = first == null ? 0 : nowNanos - first;
        }
        int attempt = 1;
        if (id != PageId.NONE && web.pageModel().fault(id).equals(Optional.of(Fault.UNAVAILABLE)))
            attempt = attempts.merge(id, 1, Integer::sum);
        return web.decide(host, id, attempt, sinceFirst);
    }
}
