package dev.gossamer.simweb;

import dev.gossamer.simweb.SimWeb.Decision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/** What the event loops of one server share. Only faults that heal leave something to remember. */
final class ServerState {
    private final SimWeb web;
    private final ServerLog log;
    private final LongSupplier clock;
    private final Map<Long, Integer> attempts = new ConcurrentHashMap<>();
    private final Map<Integer, Long> firstContacts = new ConcurrentHashMap<>();
    private final List<SimOutage> outages = new CopyOnWriteArrayList<>();

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

    void begin(SimOutage outage) {
        outages.add(outage);
        log.outageBegan(outage, nanos());
    }

    void endOutages() {
        outages.clear();
        log.outagesEnded(nanos());
    }

    /** What becomes of a name query, if anything is wrong with it. */
    Optional<SimOutage.Kind> dnsOutage(int host) {
        return outages.stream()
                .filter(outage -> outage.kind().isDns() && outage.strikes(host))
                .map(SimOutage::kind)
                .findFirst();
    }

    Decision decide(int host, long id, long nowNanos) {
        for (SimOutage outage : outages)
            if (!outage.kind().isDns() && outage.strikes(host))
                return new Decision(
                        0,
                        Optional.of(
                                outage.kind() == SimOutage.Kind.SILENT
                                        ? SimFault.SILENT
                                        : SimFault.DOWN));
        long sinceFirst = 0;
        if (web.pageModel().isDown(host)) {
            Long first = firstContacts.putIfAbsent(host, nowNanos);
            sinceFirst = first == null ? 0 : nowNanos - first;
        }
        int attempt = 1;
        if (web.countsAttempts(id)) attempt = attempts.merge(id, 1, Integer::sum);
        return web.decide(host, id, attempt, sinceFirst);
    }
}
