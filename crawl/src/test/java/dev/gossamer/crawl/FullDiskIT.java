package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gossamer.derive.DerivedData;
import dev.gossamer.derive.Lag;
import dev.gossamer.simweb.Judge;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcTargetRecord;

/** A crawl onto a small file system that fills up. Skipped where none can be mounted. */
class FullDiskIT {
    private static final Duration DELAY = Duration.ofMillis(40);

    @TempDir Path disk = Path.of("");
    private boolean isMounted;

    @BeforeEach
    void mount() throws Exception {
        isMounted = run("mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", disk.toString()) == 0;
        assumeTrue(isMounted, "no file system can be mounted here");
    }

    @AfterEach
    void unmount() throws Exception {
        if (isMounted) run("umount", disk.toString());
    }

    private static int run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
        } catch (IOException e) {
            return -1;
        }
    }

    /** Takes all the room there is. */
    private void fill() throws IOException {
        var zeros = ByteBuffer.allocate(1 << 12);
        try (var ballast =
                FileChannel.open(
                        disk.resolve("ballast"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND)) {
            while (true) ballast.write(zeros.clear());
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    @Test
    void aFullDiskPausesTheCrawlAndLosesNothing() throws Exception {
        var web = SimWebOptions.usual().withSeed(41).withSize(20, 400);
        try (var server = SimServer.start(web);
                var helper = Executors.newSingleThreadExecutor()) {
            Path home = disk.resolve("crawl");
            var seeds = server.web().seedUrls(1);
            var pages = new AtomicInteger();
            var told = new ConcurrentLinkedQueue<Status.State>();
            var freed =
                    helper.submit(
                            () -> {
                                while (told.stream().noneMatch(s -> s == Status.State.paused))
                                    TimeUnit.MILLISECONDS.sleep(5);
                                // A second of waiting, and whatever was under way has come.
                                TimeUnit.SECONDS.sleep(1);
                                var status = CrawlDirectory.open(home).status();
                                long before = server.log().requestCount();
                                TimeUnit.MILLISECONDS.sleep(500);
                                long after = server.log().requestCount();
                                Files.delete(disk.resolve("ballast"));
                                assertThat(after).isEqualTo(before);
                                return status;
                            });
            var status =
                    Crawl.of(seeds.toArray(String[]::new))
                            .set("scope", "any")
                            .set("allow-private", "true")
                            .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                            .set("retry-wait", "20ms")
                            .delay(DELAY)
                            .into(home)
                            .onProgress(each -> told.add(each.state()))
                            .onPage(
                                    _ -> {
                                        if (pages.incrementAndGet() != 50) return;
                                        try {
                                            fill();
                                        } catch (IOException e) {
                                            throw new IllegalStateException(e);
                                        }
                                    })
                            .run();
            var paused = freed.get(60, TimeUnit.SECONDS);
            assertThat(paused.state()).isEqualTo(Status.State.paused);
            assertThat(paused.reason().orElse("")).contains("No space left");
            assertThat(status.state()).isEqualTo(Status.State.finished);
            // What could not be written then was written when there was room.
            assertThat(status.lags())
                    .containsOnlyKeys(DerivedData.LINKS, DerivedData.INDEX)
                    .allSatisfy((_, each) -> assertThat(each).isEqualTo(new Lag(0, "", 0)));
            var truth = server.web().truth(seeds, dev.gossamer.simweb.SimScope.ANY);
            var verdict = Judge.judge(server.log(), truth, DELAY, 1);
            assertThat(verdict.isClean()).as(verdict::toString).isTrue();
            assertThat(archived(home)).hasSize((int) status.requests());
            try (var lines = Files.lines(home.resolve("crawl.log"))) {
                assertThat(lines)
                        .hasSize((int) status.requests())
                        .allMatch(line -> line.split(" ").length == 9);
            }
        }
    }

    /** Everything in the archive, which must be whole. */
    private static ConcurrentHashMap.KeySetView<String, Boolean> archived(Path home)
            throws IOException {
        var ids = ConcurrentHashMap.<String>newKeySet();
        try (var files = Files.newDirectoryStream(home.resolve("warc"), "*.warc.gz")) {
            for (Path file : files)
                try (var reader = new WarcReader(file)) {
                    for (var record : reader)
                        if (record instanceof WarcTargetRecord target
                                && (record.type().equals("response")
                                        || record.type().equals("revisit"))) {
                            record.body().consume();
                            assertThat(ids.add(target.target() + " " + target.id())).isTrue();
                        }
                }
        }
        return ids;
    }
}
