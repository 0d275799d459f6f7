package dev.gossamer.server;

import dev.gossamer.crawl.RunningCrawls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The folders of all crawls of this user that run. A process is asked for its folder once. One that
 * does not answer, since it hangs or the machine is busy, keeps the first who asks waiting for a
 * second and is left out until it has answered.
 */
final class RunningFolders {
    private static final System.Logger LOG = System.getLogger("dev.gossamer.server");
    private static final long PATIENCE_MILLIS = 1_000;

    /** A socket whose name is used again by another process has another time. */
    private record Known(FileTime made, Future<Path> folder) {}

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Path, Known> known = new HashMap<>();

    /** Returns the folders. */
    synchronized List<Path> all() {
        var folders = new ArrayList<Path>();
        try {
            var running = within(RunningCrawls::all);
            known.keySet().retainAll(running.stream().map(RunningCrawls.Running::socket).toList());
            for (var each : running) folder(each).ifPresent(folders::add);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "running crawls cannot be listed", e);
        }
        return folders;
    }

    private Optional<Path> folder(RunningCrawls.Running running) {
        try {
            var made = Files.getLastModifiedTime(running.socket());
            var before = known.get(running.socket());
            if (before != null && before.made.equals(made))
                return before.folder.isDone() ? answered(running, before) : Optional.empty();
            var asked =
                    new Known(
                            made,
                            threads.submit(
                                    () ->
                                            Path.of(
                                                    running.ask("about", Map.of())
                                                            .path("folder")
                                                            .asString())));
            known.put(running.socket(), asked);
            return answered(running, asked);
        } catch (NoSuchFileException e) {
            return Optional.empty(); // it ended at this moment
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a crawl does not answer", e);
            return Optional.empty();
        }
    }

    /** What failed is asked again the next time. */
    private Optional<Path> answered(RunningCrawls.Running running, Known asked) {
        try {
            return Optional.of(asked.folder.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            LOG.log(System.Logger.Level.DEBUG, "a crawl does not answer so far", e);
        } catch (ExecutionException e) {
            LOG.log(System.Logger.Level.DEBUG, "a crawl does not answer", e);
            known.remove(running.socket());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    private interface Question<T> {
        T ask() throws IOException;
    }

    private <T> T within(Question<T> question) throws IOException {
        var answer = threads.submit(question::ask);
        try {
            return answer.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            answer.cancel(true);
            throw new IOException("a crawl does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
