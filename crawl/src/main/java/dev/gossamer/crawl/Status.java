package dev.gossamer.crawl;

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
 * @param duplicates pages whose content another URL had before
 * @param nearDuplicates pages whose text another page had before in nearly or exactly the same
 *     words
 * @param status answers by status code
 * @param errors requests that got no answer, by fault
 * @param trouble why a paused crawl waits: what its disk said
 * @param dropped URLs that were not queued or not asked for, by the rule that said so
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
        long hosts,
        long duplicates,
        long nearDuplicates,
        Map<String, Long> status,
        Map<String, Long> errors,
        Map<String, Long> dropped,
        Map<String, Following> followers) {

    public Status {
        // Crawls of earlier days have not told.
        followers = Objects.requireNonNullElse(followers, Map.of());
    }

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

    Status as(State other) {
        return with(other, Optional.empty(), followers);
    }

    Status paused(String why) {
        return with(State.paused, Optional.of(why), followers);
    }

    Status with(Map<String, Following> newFollowers) {
        return with(state, trouble, newFollowers);
    }

    private Status with(State other, Optional<String> why, Map<String, Following> newFollowers) {
        return new Status(
                other,
                why,
                pages,
                requests,
                bytes,
                seconds,
                queued,
                seen,
                hosts,
                duplicates,
                nearDuplicates,
                status,
                errors,
                dropped,
                newFollowers);
    }

    public double pagesPerSecond() {
        return seconds > 0 ? pages / seconds : 0;
    }

    public long failures() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }
}
