package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchivePosition;
import dev.gossamer.store.Capture;
import dev.gossamer.store.WarcOptions;
import dev.gossamer.store.WarcStore;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What all processors read at once, and what becomes of a failure of one of them. */
class FollowingTest {
    private static final int PAGES = 12;

    @TempDir Path folder = Path.of("");

    private final Listener listener = new Listener();
    private final Skips skips = new Skips();

    /** Knows how many read at once, and the longest text; may fail at one page. */
    private static final class Listener implements Follower {
        final AtomicInteger atWork = new AtomicInteger();
        final AtomicInteger mostAtWork = new AtomicInteger();
        final AtomicInteger longest = new AtomicInteger();
        volatile String failsAt = "";
        volatile String breaksAt = "";
        volatile Error error = new OutOfMemoryError("as a test");
        final Set<String> read = ConcurrentHashMap.newKeySet();

        @Override
        public String name() {
            return "listener";
        }

        @Override
        public ArchivePosition position() {
            return ArchivePosition.START;
        }

        @Override
        public void read(Followed page) {
            mostAtWork.accumulateAndGet(atWork.incrementAndGet(), Math::max);
            longest.accumulateAndGet(page.text().length(), Math::max);
            try {
                if (page.url().path().equals(failsAt)) throw error;
                if (page.url().path().equals(breaksAt))
                    throw new IllegalStateException("as a test");
                read.add(page.url().path());
                TimeUnit.MILLISECONDS.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                atWork.decrementAndGet();
            }
        }

        @Override
        public void commit(ArchivePosition position) {}

        @Override
        public void settle() {}

        @Override
        public void close() {}
    }

    private Archive archive(int bytes) throws IOException {
        try (var store = WarcStore.open(folder, WarcOptions.DEFAULT.withWriters(1))) {
            for (int i = 0; i < PAGES; i++) store.write(text("http://a.test/" + i, i, bytes));
        }
        return Archive.open(folder);
    }

    private static Capture text(String url, int page, int bytes) throws IOException {
        String body = "page " + page + " ";
        return new Capture(
                Url.of(url),
                Url.of(url),
                Instant.parse("2026-11-15T05:25:05Z"),
                InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 7}),
                "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII),
                200,
                body.repeat(bytes / body.length() + 1).getBytes(StandardCharsets.US_ASCII));
    }

    private Following alone(Archive archive, Map<String, Object> settings) {
        var all = new HashMap<String, Object>(Map.of("seeds", "http://a.test/"));
        all.putAll(settings);
        var options = CrawlOptions.read(Settings.of(all));
        var following =
                new Following(
                        archive, List.of(listener), options, new ConcurrentHashMap<>(), skips);
        following.beginAlone();
        return following;
    }

    private static int readAll(Following following) throws IOException {
        int count = 0;
        for (int read = following.read(PAGES); read > 0; read = following.read(PAGES)) {
            count += read;
        }
        return count;
    }

    /** As one that fails is opened anew by whoever owns it. */
    private int readUntilItPasses(Archive archive) throws IOException {
        for (int tries = 1; ; tries++) {
            listener.read.clear();
            try (var following = alone(archive, Map.of())) {
                readAll(following);
            }
            if (!skips.takeRetry()) return tries;
        }
    }

    @Test
    void aPageThatBreaksAFollowerTwiceIsLeftOut() throws IOException {
        listener.breaksAt = "/7";
        assertThat(readUntilItPasses(archive(100))).isEqualTo(3);
        assertThat(listener.read).hasSize(PAGES - 1).doesNotContain("/7");
        assertThat(skips.of("listener")).isEqualTo(1);
        assertThat(skips.of("another")).isZero();
    }

    @Test
    void soIsAPageThatOverflowsTheStack() throws IOException {
        listener.failsAt = "/3";
        listener.error = new StackOverflowError("as a test");
        assertThat(readUntilItPasses(archive(100))).isEqualTo(3);
        assertThat(listener.read).hasSize(PAGES - 1).doesNotContain("/3");
    }

    @Test
    void aDamagedRecordIsCounted() throws IOException {
        var archive = archive(100);
        Path file;
        try (var files = Files.newDirectoryStream(folder, "*.warc.gz")) {
            file = files.iterator().next();
        }
        byte[] whole = Files.readAllBytes(file);
        whole[whole.length / 2] ^= 1;
        Files.write(file, whole);
        assertThat(readUntilItPasses(archive)).isEqualTo(1);
        assertThat(listener.read).hasSizeBetween(PAGES - 1, PAGES);
        assertThat(skips.of("listener")).isEqualTo(1);
    }

    @Test
    void largePagesAreUnpackedOneAtATime() throws IOException {
        int bytes = Following.LARGE_BYTES + 1;
        try (var following = alone(archive(bytes), Map.of())) {
            assertThat(readAll(following)).isEqualTo(PAGES);
        }
        assertThat(listener.mostAtWork).hasValue(1);
        assertThat(listener.longest.get()).isGreaterThanOrEqualTo(bytes);
    }

    @Test
    void pagesAreReadUpToTheLimitOfTheCrawl() throws IOException {
        try (var following = alone(archive(10_000), Map.of("max-decoded", "1k"))) {
            assertThat(readAll(following)).isEqualTo(PAGES);
        }
        assertThat(listener.longest).hasValue(1024);
    }

    @Test
    void noneIsAtWorkAnyMoreWhenAFailureIsTold() throws IOException {
        listener.failsAt = "/1";
        try (var following = alone(archive(1000), Map.of())) {
            assertThatThrownBy(() -> readAll(following)).isInstanceOf(OutOfMemoryError.class);
            assertThat(listener.atWork).hasValue(0);
        }
    }
}
