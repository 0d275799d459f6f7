package dev.gossamer.simweb;

import dev.gossamer.simweb.SimWeb.Decision;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.TimeUnit;

/** What one event loop of a server owns. */
final class ServerLoop {
    private static final long TURN_NANOS = 10_000_000;

    private final ServerState state;
    private final Responder responder;
    private final LogSegment segment;
    private long lastTurn;
    private long turnBefore;

    ServerLoop(ServerState state) {
        this.state = state;
        responder = new Responder(state.web());
        segment = state.log().newSegment();
        lastTurn = state.nanos();
        turnBefore = lastTurn;
    }

    /** Lets the loop note from now on when it has had its turn. */
    @SuppressWarnings("FutureReturnValueIgnored") // It ends with the loop.
    void noteTurns(EventExecutor executor) {
        executor.scheduleWithFixedDelay(this::turn, TURN_NANOS, TURN_NANOS, TimeUnit.NANOSECONDS);
    }

    private void turn() {
        turnBefore = lastTurn;
        lastTurn = nanos();
    }

    /**
     * Returns since when a client may have done what the loop sees now. On a busy machine a loop
     * has no turn for a while; what happens meanwhile it sees late, and nobody knows how late.
     */
    long possiblySinceNanos() {
        return turnBefore;
    }

    SimWeb web() {
        return state.web();
    }

    Responder responder() {
        return responder;
    }

    LogSegment segment() {
        return segment;
    }

    long nanos() {
        return state.nanos();
    }

    Decision decide(int host, long id, long nowNanos) {
        return state.decide(host, id, nowNanos);
    }
}
