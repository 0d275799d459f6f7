package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gossamer.store.Capture;
import dev.gossamer.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcResponse;

/** Bodies too large for memory lie in the crawl's folder, and only as long as they are needed. */
class LargeBodyIT {
    private static final int MIB = 1 << 20;
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ";

    @TempDir Path folder = Path.of("");

    private Path home() {
        return folder.resolve("crawl");
    }

    private Path bodies() {
        return home().resolve("state").resolve("bodies");
    }

    /** Sends so much of a body of the length announced; the rest never comes. */
    private static RawSite site(int announcedMib, int sentMib) throws IOException {
        var piece = new byte[MIB];
        return RawSite.start(
                (_, out) -> {
                    out.write(HEAD + (long) announcedMib * MIB + "\r\n\r\n");
                    for (int i = 0; i < sentMib; i++) {
                        piece[0] = (byte) i;
                        out.write(piece);
                    }
                    if (sentMib < announcedMib) Thread.sleep(60_000); // until the test is over
                });
    }

    private static Crawl crawl(String url, Path home) {
        return Crawl.of(url)
                .set("max-body", "500m")
                .set("delay", "1ms")
                .set("max-attempts", 1)
                .into(home);
    }

    /** What a process of its own does: a heap so small that the body does not fit. */
    public static void main(String[] args) throws Exception {
        System.exit(crawl(args[0], Path.of(args[1])).run().pages() == 1 ? 0 : 1);
    }

    private Process start(String url) throws IOException {
        return new ProcessBuilder(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx48m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                LargeBodyIT.class.getName(),
                                url,
                                home().toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
    }

    @Test
    void bodyLargerThanTheHeapIsArchivedWhole() throws Exception {
        try (var site = site(100, 100)) {
            var process = start(site.url("/"));
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(folder.resolve("output"))).isZero();
        }
        assertThat(archivedBytes()).isEqualTo(100L * MIB);
        assertThat(bodies()).isEmptyDirectory();
    }

    /** Of the body at the root of the site. */
    private long archivedBytes() throws IOException {
        try (var files = Files.list(home().resolve("warc"))) {
            for (Path file : files.filter(each -> each.toString().contains(".warc")).toList()) {
                try (var reader = new WarcReader(file)) {
                    for (var record : reader) {
                        if (record instanceof WarcResponse response
                                && response.http().status() == 200) {
                            return response.http().body().size();
                        }
                    }
                }
            }
        }
        return -1;
    }

    @Test
    void whatAKilledCrawlLeftIsGoneAfterAResume() throws Exception {
        try (var site = site(20, 2)) {
            var process = start(site.url("/"));
            awaitBody();
            process.destroyForcibly().waitFor();
            assertThat(bodies()).isNotEmptyDirectory();
            var atStart = new CountDownLatch(1);
            var resumed = Crawl.resume(home());
            resumed.onProgress(
                            _ -> {
                                atStart.countDown();
                                resumed.stop();
                            })
                    .run();
            assertThat(atStart.getCount()).isZero();
        }
        assertThat(isEmpty()).isTrue();
    }

    @Test
    void aStopLeavesNothingBehind() throws Exception {
        try (var site = site(20, 2)) {
            var crawl = crawl(site.url("/"), home());
            var stopper =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        awaitBody();
                                        crawl.stop();
                                    });
            assertThat(crawl.run().state()).isEqualTo(Status.State.stopped);
            stopper.join();
        }
        assertThat(isEmpty()).isTrue();
    }

    @Test
    void aStopWhileTheStoreFailsLeavesNothingBehind() throws Exception {
        var store = new FullDisk(new CountDownLatch(1));
        try (var site = site(2, 2)) {
            var crawl = crawl(site.url("/"), home()).store(store);
            var stopper =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        store.awaitFailure();
                                        crawl.stop();
                                    });
            // Whether it ends with the store's fault or without is told elsewhere.
            assertThat(catchThrowable(crawl::run))
                    .satisfiesAnyOf(
                            fault -> assertThat(fault).isNull(),
                            fault -> assertThat(fault).isInstanceOf(IOException.class));
            stopper.join();
        }
        assertThat(isEmpty()).isTrue();
    }

    private void awaitBody() {
        try {
            for (int i = 0; i < 2000 && isEmpty(); i++) Thread.sleep(10);
            assertThat(isEmpty()).isFalse();
        } catch (InterruptedException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private boolean isEmpty() throws IOException {
        if (!Files.exists(bodies())) return true;
        try (var files = Files.list(bodies())) {
            return files.findAny().isEmpty();
        }
    }

    private record FullDisk(CountDownLatch failed) implements Store {
        @Override
        public void write(Capture capture) throws IOException {
            if (capture.status() != 200) return;
            failed.countDown();
            throw new IOException("the disk is full");
        }

        void awaitFailure() {
            try {
                failed.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void sync() {}

        @Override
        public void close() {}
    }
}
