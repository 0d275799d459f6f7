package dev.gossamer.server;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.RunningCrawls;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.NullNode;

/**
 * A crawl that the server shows.
 *
 * @param id its name in the API
 * @param folder where it lies
 * @param isElsewhere whether that is not in the folder of the server: it was found running
 * @param isStarting whether its process has been started and has said nothing so far
 */
record ServedCrawl(String id, Path folder, boolean isElsewhere, boolean isStarting) {
    /** The state of a crawl that was described and never started. */
    static final String CREATED = "created";

    private static final String RUNNING = "running";

    /** A change may make a crawl look at all that waits. */
    private static final Duration STEERED = Duration.ofSeconds(60);

    /** The files of a crawl know nearly as much, and at once. */
    private static final Duration ASKED = Duration.ofSeconds(5);

    /** What a crawl waits for whose process has been started and has said nothing so far. */
    private static final Map<String, Object> STARTING =
            Map.of("reason", "starting", "seconds", 0.0);

    /** Returns the process that crawls, if there is one that can be reached. */
    Optional<RunningCrawls.Running> running() {
        return running(STEERED);
    }

    /**
     * Returns the process that crawls, for a question that its files can answer too: one that hangs
     * counts as none.
     */
    Optional<RunningCrawls.Running> answering() {
        return running(ASKED);
    }

    private Optional<RunningCrawls.Running> running(Duration patience) {
        try {
            return RunningCrawls.in(folder, patience);
        } catch (IOException | UsageException e) {
            // It ends at this moment, hangs, or its process was killed.
            return Optional.empty();
        }
    }

    /** Returns where it stands, by name: the members of {@code status --json}. */
    Map<String, Object> status() throws IOException {
        var status = new LinkedHashMap<String, Object>();
        var json = ApiJson.own(CrawlDirectory.open(folder).status().toJson());
        for (var member : json.properties()) status.put(member.getKey(), member.getValue());
        if (isStarting) {
            status.put("state", RUNNING);
            status.replace("reason", NullNode.getInstance());
            status.put("waiting", STARTING);
        } else if (isNeverStarted()) status.put("state", CREATED);
        return status;
    }

    String state() throws IOException {
        if (isStarting) return RUNNING;
        return isNeverStarted() ? CREATED : CrawlDirectory.open(folder).status().state().toString();
    }

    /** Returns whether it has a process that crawls, or waits to go on. */
    boolean isAlive() throws IOException {
        return List.of(RUNNING, "paused").contains(state());
    }

    private boolean isNeverStarted() {
        return !Files.exists(folder.resolve("state").resolve("status.json"))
                && !Files.exists(folder.resolve("crawl.log"));
    }

    /** Returns what a list of crawls says of it. */
    Map<String, Object> summary() throws IOException {
        var all = new LinkedHashMap<String, Object>();
        all.put("id", id);
        all.put("folder", folder.toString());
        all.put("elsewhere", isElsewhere);
        all.putAll(status());
        return all;
    }
}
