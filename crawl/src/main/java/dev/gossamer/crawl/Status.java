package dev.gossamer.crawl;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gossamer.derive.DerivedData;
import dev.gossamer.derive.Lag;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Where a crawl stands. Its JSON is what {@code status --json} prints and {@code report.json}
 * holds; programs rely on the names.
 *
 * @param pages 2xx answers that were not robots.txt
 * @param requests all of them, robots.txt included
 * @param bytes of bodies as they came
 * @param seconds of crawling, over all runs
 * @param queued URLs that wait for their turn
 * @param seen URLs that were ever queued: those that wait, were fetched, are parked or were dropped
 * @param fetched URLs that were answered, whatever the status; those declined from the head are
 *     among the dropped
 * @param parked URLs that could not be fetched so far; a resume tries them again
 * @param stateBytes that the files in state/ take
 * @param duplicates pages whose content another URL had before
 * @param nearDuplicates pages whose text another page had before in nearly or exactly the same
 *     words
 * @param status answers by status code
 * @param errors requests that got no answer, by fault
 * @param reason why it is paused (what its disk said, or that the network is away) or stopped (the
 *     limit that was reached); empty in other states
 * @param waiting what a running crawl waits for before its next request; empty while it is busy
 * @param dropped URLs that were queued and not asked for or not downloaded, by the rule that said
 *     so
 * @param leftOut URLs that pages named and that were never queued, by the rule that kept them out;
 *     one that a rule about the way keeps out (max-depth, nofollow) may have come in on another
 * @param found URLs that were ever queued, by the way on which the crawl found them first; those
 *     that are still compared with the ones it knows are not among them
 * @param unreachable where the parked URLs are, most first; not all of them if there are many
 * @param activity what it does at the moment, and how its answers were spread
 * @param lags how far the data that is derived from the archive is behind it
 */
public record Status(
        State state,
        Optional<String> reason,
        Optional<Waiting> waiting,
        long pages,
        long requests,
        long bytes,
        double seconds,
        long queued,
        long seen,
        long fetched,
        long parked,
        long hosts,
        long stateBytes,
        long duplicates,
        long nearDuplicates,
        Map<String, Long> status,
        Map<String, Long> errors,
        Map<String, Long> dropped,
        Map<String, Long> leftOut,
        Map<String, Long> found,
        List<Unreachable> unreachable,
        Activity activity,
        @JsonProperty("followers") Map<DerivedData, Lag> lags) {

    /** The state of a crawl of which nothing is known yet. */
    static final Status NOTHING = nothing();

    public Status {
        // The status file of an earlier version may lack these.
        reason = Objects.requireNonNullElse(reason, Optional.empty());
        waiting = Objects.requireNonNullElse(waiting, Optional.empty());
        lags = Objects.requireNonNullElse(lags, Map.of());
        leftOut = Objects.requireNonNullElse(leftOut, Map.of());
        found = Objects.requireNonNullElse(found, Map.of());
        unreachable = Objects.requireNonNullElse(unreachable, List.of());
        activity = Objects.requireNonNullElse(activity, Activity.NONE);
    }

    /**
     * What a crawl does at the moment, and how its answers were spread over all runs.
     *
     * @param underWay requests
     * @param connections how many requests may be under way
     * @param rateLimit how many may begin in a second; 0 if that is not limited
     * @param hostStates how many hosts are {@code ready}, {@code busy}, {@code waiting}, {@code
     *     aside}, {@code blocked} and {@code idle}, of those in memory
     * @param durations answers by the seconds that they took: how many took at most as long as the
     *     key says, and longer than the key before
     * @param sizes answers by the bytes of their bodies, in the same way
     * @param upkeep what it does besides asking for each page once
     */
    public record Activity(
            int underWay,
            int connections,
            double rateLimit,
            Map<String, Long> hostStates,
            Map<String, Long> durations,
            Map<String, Long> sizes,
            Upkeep upkeep) {
        static final Activity NONE =
                new Activity(0, 0, 0, Map.of(), Map.of(), Map.of(), Upkeep.NONE);

        public Activity {
            hostStates = Objects.requireNonNullElse(hostStates, Map.of());
            durations = Objects.requireNonNullElse(durations, Map.of());
            sizes = Objects.requireNonNullElse(sizes, Map.of());
            upkeep = Objects.requireNonNullElse(upkeep, Upkeep.NONE);
        }

        /** Returns about how long this share of all answers took at most, in seconds. */
        public double seconds(double share) {
            return Histogram.quantile(durations, share);
        }

        /** Nothing is under way any more. */
        Activity ended() {
            return new Activity(0, 0, rateLimit, Map.of(), durations, sizes, upkeep);
        }
    }

    /**
     * What a crawl does besides asking for each page once, over all runs. After a crash it is some
     * moments behind.
     *
     * @param robots requests for a robots.txt
     * @param retries requests for a page that was asked for before
     * @param checkpointSeconds how long the last checkpoint took; 0 before the first
     */
    public record Upkeep(long robots, long retries, double checkpointSeconds) {
        static final Upkeep NONE = new Upkeep(0, 0, 0);
    }

    /**
     * URLs of one origin that could not be fetched so far.
     *
     * @param origin scheme, host and port
     * @param urls how many
     * @param reason what was wrong when one of them was tried last
     */
    public record Unreachable(String origin, long urls, String reason) {}

    /**
     * What a crawl waits for.
     *
     * @param reason whose turn comes next, and why not now
     * @param seconds until then
     */
    public record Waiting(String reason, double seconds) {}

    public enum State {
        running,
        /** It waits for its own disk, and goes on when that has room. */
        paused,
        stopped,
        finished,
        crashed;

        /** As long as there is a process. */
        boolean isAlive() {
            return this == running || this == paused;
        }
    }

    private static final ObjectMapper JSON =
            JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .addModule(derivedDataByLabel())
                    .build();

    /** Derived data has its label as key: {@code links}, not {@code LINKS}. */
    private static SimpleModule derivedDataByLabel() {
        return new SimpleModule()
                .addKeySerializer(
                        DerivedData.class,
                        new ValueSerializer<>() {
                            @Override
                            public void serialize(
                                    DerivedData kind,
                                    JsonGenerator json,
                                    SerializationContext context) {
                                json.writeName(kind.label());
                            }
                        })
                .addKeyDeserializer(
                        DerivedData.class,
                        new KeyDeserializer() {
                            @Override
                            public DerivedData deserializeKey(
                                    String label, DeserializationContext context) {
                                return DerivedData.valueOf(label.toUpperCase(Locale.ROOT));
                            }
                        });
    }

    public String toJson() {
        return JSON.writeValueAsString(this);
    }

    /** The same on one line. */
    public String toJsonLine() {
        return JSON.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(this);
    }

    static Status fromJson(String json) throws JacksonException {
        return JSON.readValue(json, Status.class);
    }

    private static Status nothing() {
        Map<String, Long> none = Map.of();
        return new Status(
                State.running,
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                none,
                none,
                none,
                none,
                none,
                List.of(),
                Activity.NONE,
                Map.of());
    }

    Status as(State other) {
        return with(other, Optional.empty(), Optional.empty(), unreachable, activity, lags);
    }

    Status paused(String why) {
        return with(State.paused, Optional.of(why), Optional.empty(), unreachable, activity, lags);
    }

    /** The same, with why it is in its state. */
    Status because(Optional<String> why) {
        return with(state, why, waiting, unreachable, activity, lags);
    }

    Status waitingFor(Optional<Waiting> what) {
        return with(state, reason, what, unreachable, activity, lags);
    }

    Status with(Map<DerivedData, Lag> nowLags) {
        return with(state, reason, waiting, unreachable, activity, nowLags);
    }

    Status with(List<Unreachable> nowUnreachable) {
        return with(state, reason, waiting, nowUnreachable, activity, lags);
    }

    Status with(Activity nowActivity) {
        return with(state, reason, waiting, unreachable, nowActivity, lags);
    }

    private Status with(
            State other,
            Optional<String> why,
            Optional<Waiting> what,
            List<Unreachable> nowUnreachable,
            Activity nowActivity,
            Map<DerivedData, Lag> nowLags) {
        return new Status(
                other,
                why,
                what,
                pages,
                requests,
                bytes,
                seconds,
                queued,
                seen,
                fetched,
                parked,
                hosts,
                stateBytes,
                duplicates,
                nearDuplicates,
                status,
                errors,
                dropped,
                leftOut,
                found,
                nowUnreachable,
                nowActivity,
                nowLags);
    }

    /** The same but for what the log of requests tells. */
    Status withoutRequests() {
        return new Status(
                state,
                reason,
                waiting,
                pages,
                0,
                0,
                seconds,
                queued,
                seen,
                fetched,
                parked,
                hosts,
                stateBytes,
                duplicates,
                0,
                Map.of(),
                Map.of(),
                Map.of(),
                leftOut,
                found,
                unreachable,
                Activity.NONE,
                lags);
    }

    public double pagesPerSecond() {
        return seconds > 0 ? pages / seconds : 0;
    }

    public long failures() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }
}
