package dev.gossamer.simweb;

import dev.gossamer.simweb.SimWeb.Decision;

/** What one event loop of a server owns. */
final class ServerLoop {
    private final ServerState state;
    private final Responder responder;
    private final LogSegment segment;

    ServerLoop(ServerState state) {
        this.state = state;
        responder = new Responder(state.web());
        segment = state.log().newSegment();
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
