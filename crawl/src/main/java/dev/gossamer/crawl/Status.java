package dev.gossamer.crawl;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where a crawl stands. Its JSON is what {@code status --json} prints and {@code report.json}
 * holds; programs rely on the names.
 *
 * @param pages 2xx answers that were not robots.txt
 * @param requests all of them, robots.txt included
 * @param bytes of bodies as they came
 * @param seconds of crawling, over all runs
 * @param queued URLs that wait for their turn
 * @param seen URLs that were ever queued
 * @param parked URLs that could not be fetched so far; a resume tries them again
 * @param duplicates pages whose content another URL had before
 * @param nearDuplicates pages whose text another page had before in nearly or exactly the same
 *     words
 * @param status answers by status code
 * @param errors requests that got no answer, by fault
 * @param trouble why a paused crawl waits: what its disk said, or that the network is away
 * @param dropped URLs that were not queued or not asked for, by the rule that said so
 * @param unreachable where the parked URLs are, most first; not all of them if there are many
 * @param followers what is built from the archive beside the crawl, by name: links, index
 */
public record Status(
        State state,
        Optional<String> trouble,
        long pages,
        long requests,
        long bytes,
        double seconds,
        long queued,
        long seen,
        long parked,
        long hosts,
        long duplicates,
        long nearDuplicates,
        Map<String, Long> status,
        Map<String, Long> errors,
        Map<String, Long> dropped,
        List<Unreachable> unreachable,
        Map<String, Following> followers) {

    /** The state of a crawl of which nothing is known yet. */
    static final Status NOTHING = nothing();

    public Status {
        // The status file of an earlier version may lack these.
        followers = Objects.requireNonNullElse(followers, Map.of());
        unreachable = Objects.requireNonNullElse(unreachable, List.of());
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
     * How far something is that is built from the archive.
     *
     * @param behindBytes of the archive that it has not read yet
     * @param problem why it does not go on; empty when all is well
     * @param skipped pages that it could not read, and damaged records, that were passed over
     */
    public record Following(long behindBytes, String problem, long skipped) {}

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
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public String toJson() {
        return JSON.writeValueAsString(this);
    }

    static Status fromJson(String json) throws JacksonException {
        return JSON.readValue(json, Status.class);
    }

    private static Status nothing() {
        Map<String, Long> none = Map.of();
        return new Status(
                State.running,
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
                none,
                none,
                none,
                List.of(),
                Map.of());
    }

    Status as(State other) {
        return with(other, Optional.empty(), unreachable, followers);
    }

    Status paused(String why) {
        return with(State.paused, Optional.of(why), unreachable, followers);
    }

    Status with(Map<String, Following> newFollowers) {
        return with(state, trouble, unreachable, newFollowers);
    }

    Status with(List<Unreachable> nowUnreachable) {
        return with(state, trouble, nowUnreachable, followers);
    }

    private Status with(
            State other,
            Optional<String> why,
            List<Unreachable> nowUnreachable,
            Map<String, Following> newFollowers) {
        return new Status(
                other,
                why,
                pages,
                requests,
                bytes,
                seconds,
                queued,
                seen,
                parked,
                hosts,
                duplicates,
                nearDuplicates,
                status,
                errors,
                dropped,
                nowUnreachable,
                newFollowers);
    }

    /** The same but for what the log of requests tells. */
    Status withoutRequests() {
        return new Status(
                state,
                trouble,
                pages,
                0,
                0,
                seconds,
                queued,
                seen,
                parked,
                hosts,
                duplicates,
                0,
                Map.of(),
                Map.of(),
                dropped,
                unreachable,
                followers);
    }

    public double pagesPerSecond() {
        return seconds > 0 ? pages / seconds : 0;
    }

    public long failures() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }
}
