package dev.gossamer.derive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchivePosition;
import dev.gossamer.store.ArchiveTail;
import dev.gossamer.store.Capture;
import dev.gossamer.store.WarcOptions;
import dev.gossamer.store.WarcStore;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What all processors read at once, and what becomes of a failure of one of them. */
class ArchiveFeedTest {
    private static final int PAGES = 12;
    private static final int MAX_DECODED_BYTES = 1 << 28;

    @TempDir Path folder = Path.of("");

    private final Listener listener = new Listener();
    private final DerivationFaults faults = new DerivationFaults();

    /** Knows how many read at once, and the longest text; may fail at one page. */
    private static final class Listener implements Derivation {
        final AtomicInteger atWork = new AtomicInteger();
        final AtomicInteger mostAtWork = new AtomicInteger();
        final AtomicInteger longest = new AtomicInteger();
        volatile String failsAt = "";
        volatile String breaksAt = "";
        volatile Error error = new OutOfMemoryError("as a test");
        final Set<String> read = ConcurrentHashMap.newKeySet();
        volatile ArchivePosition position = ArchivePosition.START;

        @Override
        public DerivedData kind() {
            return DerivedData.LINKS;
        }

        @Override
        public ArchivePosition position() {
            return position;
        }

        @Override
        public void read(ReadCapture page) {
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
        public void commit(ArchivePosition position) {
            this.position = position;
        }

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

    private ArchiveFeed alone(Archive archive, int maxDecodedBytes) {
        var reading = new DeriveOptions.Reading(NormalForm.DEFAULT, "test", maxDecodedBytes);
        var feed = new ArchiveFeed(archive, List.of(listener), reading, faults);
        feed.beginAlone();
        return feed;
    }

    private static int readAll(ArchiveFeed feed) throws IOException {
        int count = 0;
        for (int read = feed.read(PAGES); read > 0; read = feed.read(PAGES)) {
            count += read;
        }
        return count;
    }

    @Test
    void whatFollowsTheLastPageIsCommittedThoughItIsNoPage() throws IOException {
        var archive = archive(100);
        try (var feed = alone(archive, MAX_DECODED_BYTES)) {
            assertThat(feed.read(PAGES)).isEqualTo(PAGES);
            assertThat(feed.commit()).isTrue();
        }
        // The request of the last page stands behind it.
        assertThat(ArchiveTail.bytesBehind(archive, listener.position)).isPositive();
        try (var feed = alone(archive, MAX_DECODED_BYTES)) {
            assertThat(feed.read(PAGES)).isZero();
            assertThat(feed.commit()).isTrue();
            assertThat(feed.commit()).isFalse();
        }
        assertThat(ArchiveTail.bytesBehind(archive, listener.position)).isZero();
    }

    @Test
    void anArchiveWithoutAPageHasNothingToCommit() throws IOException {
        try (var store = WarcStore.open(folder, WarcOptions.DEFAULT.withWriters(1))) {
            store.write(text("http://a.test/robots.txt", 0, 10));
        }
        try (var feed = alone(Archive.open(folder), MAX_DECODED_BYTES)) {
            assertThat(readAll(feed)).isEqualTo(1);
            assertThat(feed.commit()).isFalse();
        }
        assertThat(listener.position).isEqualTo(ArchivePosition.START);
    }

    /** Reads again as long as a failed derivation is opened again by its owner. */
    private int readUntilItPasses(Archive archive) throws IOException {
        for (int tries = 1; ; tries++) {
            listener.read.clear();
            faults.opened(DerivedData.LINKS);
            try (var feed = alone(archive, MAX_DECODED_BYTES)) {
                readAll(feed);
            }
            if (!faults.takeRetry()) return tries;
        }
    }

    @Test
    void aPageThatBreaksADerivationTwiceIsLeftOut() throws IOException {
        listener.breaksAt = "/7";
        assertThat(readUntilItPasses(archive(100))).isEqualTo(3);
        assertThat(listener.read).hasSize(PAGES - 1).doesNotContain("/7");
        assertThat(faults.skipped(DerivedData.LINKS)).isEqualTo(1);
        assertThat(faults.skipped(DerivedData.INDEX)).isZero();
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
        assertThat(faults.skipped(DerivedData.LINKS)).isEqualTo(1);
    }

    @Test
    void largePagesAreUnpackedOneAtATime() throws IOException {
        int bytes = ArchiveFeed.LARGE_BYTES + 1;
        try (var feed = alone(archive(bytes), MAX_DECODED_BYTES)) {
            assertThat(readAll(feed)).isEqualTo(PAGES);
        }
        assertThat(listener.mostAtWork).hasValue(1);
        assertThat(listener.longest.get()).isGreaterThanOrEqualTo(bytes);
    }

    @Test
    void pagesAreReadUpToTheLimitOfTheCrawl() throws IOException {
        try (var feed = alone(archive(10_000), 1 << 10)) {
            assertThat(readAll(feed)).isEqualTo(PAGES);
        }
        assertThat(listener.longest).hasValue(1024);
    }

    @Test
    void noneIsAtWorkAnyMoreWhenAFailureIsTold() throws IOException {
        listener.failsAt = "/1";
        try (var feed = alone(archive(1000), MAX_DECODED_BYTES)) {
            assertThatThrownBy(() -> readAll(feed)).isInstanceOf(OutOfMemoryError.class);
            assertThat(listener.atWork).hasValue(0);
        }
    }
}
