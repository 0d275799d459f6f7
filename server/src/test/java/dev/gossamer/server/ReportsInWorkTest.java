package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports that take longer than their clients wait. */
class ReportsInWorkTest {
    private static final Instant FIRST = Instant.parse("2026-11-16T12:00:00Z");
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir private Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(FIRST);
    private final AtomicInteger made = new AtomicInteger();
    private final CountDownLatch gate = new CountDownLatch(1);

    private ServedCrawl crawl(String name) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        Files.writeString(home.resolve("crawl.yaml"), "seeds: [http://a.test/]\n");
        return new ServedCrawl(name, home, false, false);
    }

    private Report make(Path crawl, Instant at) throws IOException {
        made.incrementAndGet();
        return new Report("x", at, CrawlDirectory.open(crawl).status(), List.of());
    }

    private Report makeSlowly(Path crawl, Instant at) throws IOException {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return make(crawl, at);
    }

    private ReportsInWork reports(Duration patience, ReportsInWork.Maker maker) {
        return new ReportsInWork(patience, now::get, maker);
    }

    @Test
    void aQuickOneIsMadeAnewForEachRequest() throws Exception {
        var reports = reports(LONG, this::make);
        for (int i = 0; i < 10; i++) {
            now.set(FIRST.plusSeconds(i));
            assertThat(reports.of(crawl("c" + i)).orElseThrow().made()).isEqualTo(now.get());
            assertThat(reports.of(crawl("c0")).orElseThrow().made()).isEqualTo(now.get());
        }
        assertThat(made).hasValue(20);
    }

    @Test
    void aSlowOneIsMadeOnceAndKeptForFiveMinutes() throws Exception {
        var reports = reports(Duration.ZERO, this::makeSlowly);
        var crawl = crawl("large");
        assertThat(reports.of(crawl)).isEmpty();
        now.set(FIRST.plusSeconds(200));
        assertThat(reports.of(crawl)).as("not a second one").isEmpty();
        gate.countDown();
        ServedWeb.await("it is made", () -> made.get() == 1);
        ServedWeb.await("it is told", () -> asked(reports, crawl));
        assertThat(reports.of(crawl).orElseThrow().made()).isEqualTo(FIRST);
        assertThat(made).hasValue(1);
        now.set(FIRST.plusSeconds(301));
        ServedWeb.await("another is made", () -> asked(reports, crawl));
        assertThat(made).hasValue(2);
    }

    private static boolean asked(ReportsInWork reports, ServedCrawl crawl) throws IOException {
        try {
            return reports.of(crawl).isPresent();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void onlySomeAreMadeAtOnce() throws Exception {
        var reports = reports(Duration.ZERO, this::makeSlowly);
        for (int i = 0; i < ReportsInWork.MOST_AT_ONCE; i++)
            assertThat(reports.of(crawl("c" + i))).isEmpty();
        var another = crawl("another");
        assertThatThrownBy(() -> reports.of(another))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("other crawls");
        gate.countDown();
        ServedWeb.await("there is room", () -> made.get() == ReportsInWork.MOST_AT_ONCE);
    }

    @Test
    void aFailureIsToldAndTheNextRequestTriesAgain() throws Exception {
        var isBroken = new AtomicInteger();
        var reports =
                reports(
                        LONG,
                        (crawl, at) -> {
                            if (isBroken.getAndIncrement() == 0) throw new IOException("no disk");
                            return make(crawl, at);
                        });
        var crawl = crawl("c");
        assertThatThrownBy(() -> reports.of(crawl)).hasMessageContaining("no disk");
        assertThat(reports.of(crawl)).isPresent();
    }
}
