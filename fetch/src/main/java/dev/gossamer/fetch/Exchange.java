package dev.gossamer.fetch;

import dev.gossamer.http.Truncation;
import dev.gossamer.http.ResponseHead;
import dev.gossamer.http.Headers;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request under way, over as many connections as it takes, until its one outcome. Owned by the
 * lane's thread.
 */
final class Exchange {
    final Request request;
    final Endpoint.Origin origin;
    final long startNanos;
    private final Time time;
    private final Consumer<? super Outcome> done;
    private Instant at;

    /** Which of the request's addresses is tried. */
    private int addressIndex;

    private boolean isRetried;
    private int challenges;
    private int proxyChallenges;
    private byte[] requestHead = {};

    Exchange(Request request, Endpoint.Origin origin, Consumer<? super Outcome> done, Time time) {
        this.request = request;
        this.origin = origin;
        this.done = done;
        this.time = time;
        startNanos = time.nanos().getAsLong();
        at = time.instants().instant();
    }

    @Nullable InetAddress address() {
        return addressIndex < request.addresses().size()
                ? request.addresses().get(addressIndex)
                : null;
    }

    /** Goes on to the next address; false when there is none. */
    boolean nextAddress() {
        if (addressIndex + 1 >= request.addresses().size()) return false;
        addressIndex++;
        return true;
    }

    /** A kept connection that turns out dead may be replaced once. */
    boolean mayRetry() {
        if (isRetried) return false;
        isRetried = true;
        return true;
    }

    /** Twice at most: a challenge, and one more where the nonce was stale. */
    boolean mayAuthorize() {
        return ++challenges <= 2;
    }

    /** The same for a proxy. */
    boolean mayLogIn() {
        return ++proxyChallenges <= 2;
    }

    boolean isAuthorized() {
        return new String(requestHead, StandardCharsets.ISO_8859_1).contains("\r\nAuthorization: ");
    }

    void sending(byte[] head) {
        requestHead = head;
        at = time.instants().instant();
    }

    void answered(InetAddress address, ResponseHead head, Headers headers, Body body) {
        finish(
                new Outcome.Answer(
                        request.url(),
                        at,
                        took(),
                        address,
                        requestHead,
                        head.bytes(),
                        head.status(),
                        headers,
                        body));
    }

    void declined(InetAddress address, ResponseHead head, Headers headers) {
        finish(
                new Outcome.Declined(
                        request.url(),
                        at,
                        took(),
                        address,
                        requestHead,
                        head.bytes(),
                        head.status(),
                        headers));
    }

    void failed(Fault fault, String detail) {
        finish(new Outcome.Failed(request.url(), at, took(), fault, detail));
    }

    private Duration took() {
        return Duration.ofNanos(time.nanos().getAsLong() - startNanos);
    }

    /** The caller's code runs here: what it throws must not hurt other exchanges. */
    @SuppressWarnings("CatchAndPrintStackTrace")
    private void finish(Outcome outcome) {
        try {
            done.accept(outcome);
        } catch (RuntimeException | Error e) {
            FetchLog.warn("callback failed for " + request.url(), e);
            if (outcome instanceof Outcome.Answer answer) answer.body().close();
        }
    }

    /** WARC's word for a body that a fault cut short. */
    static Optional<Truncation> truncation(Fault fault) {
        return Optional.of(
                switch (fault) {
                    case IDLE_TIMEOUT, TOTAL_TIMEOUT, TOO_SLOW -> Truncation.TIME;
                    case CONNECTION_LOST -> Truncation.DISCONNECT;
                    default -> Truncation.UNSPECIFIED;
                });
    }
}
