package dev.gossamer.crawl;

import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.StatusCode;
import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.store.Lookup;
import dev.gossamer.url.NormalForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rules that an earlier run of the crawl has asked for and that still hold: they are read from the
 * archive, so that a resume does not ask every origin for its robots.txt again. Each is used once,
 * and when the frontier asks again it wants to know whether somebody is there.
 */
final class RememberedRobots {
    /** Origins beyond these are asked. */
    private static final int MAX_ORIGINS = 200_000;

    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Archive archive;
    private final ReadRobots reader;
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    RememberedRobots(Archive archive, CrawlOptions options, NormalForm form, Pipeline filters) {
        this.archive = archive;
        reader = new ReadRobots(options.identity().agent(), form, filters);
    }

    /** Whether it is worth a look; true once for each robots.txt. */
    boolean isToBeTried(Task.Robots task) {
        return asked.size() < MAX_ORIGINS && asked.add(task.url().toString());
    }

    /** Returns the rules as they were archived, if they hold at this time. */
    Optional<Result> find(Task.Robots task, Instant now) throws IOException {
        if (!(Lookup.newest(archive, task.url()) instanceof Lookup.Found(var page)))
            return Optional.empty();
        var age = Duration.between(page.at(), now);
        boolean isSame = page.url().equals(task.url().toString());
        if (!isSame || age.isNegative() || !isWhole(page)) return Optional.empty();
        var visit = Visit.of(task, ArchivedVisit.answer(task.url(), page), Finished.UNKNOWN);
        reader.take(visit);
        if (!(visit.finished().result() instanceof Result.Rules rules)) return Optional.empty();
        var left = rules.validFor().minus(age);
        return left.isPositive() ? Optional.of(rules.remembered(left)) : Optional.empty();
    }

    /** Half a file allows what the whole forbids; the archive has what broke off, too. */
    private static boolean isWhole(ArchivedPage page) {
        if (!StatusCode.isPage(page.status())) return true;
        byte[] body = page.body();
        var length = page.field("content-length");
        if (length.isPresent()) return length.get().strip().equals(String.valueOf(body.length));
        int from = body.length - LAST_CHUNK.length;
        return from >= 0
                && Arrays.equals(body, from, body.length, LAST_CHUNK, 0, LAST_CHUNK.length);
    }
}
