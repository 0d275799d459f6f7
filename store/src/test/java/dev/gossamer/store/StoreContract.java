package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every store must do, however it keeps captures. */
public abstract class StoreContract {
    private static final int CAPTURES = 40;
    private static final int MANY = 400;

    @TempDir public Path folder = Path.of("");

    /** Opens the store in {@link #folder}, for the first time or again. */
    protected abstract Store open() throws IOException;

    /** Returns the URLs of all captures in the files of the store, each as often as it is there. */
    protected abstract List<String> kept() throws IOException;

    private static Capture capture(String path) throws IOException {
        var url = Url.of("http://a.test/" + path);
        return new Capture(
                url,
                url,
                Instant.parse("2026-11-15T05:25:05Z"),
                InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 7}),
                "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII),
                200,
                ("<p>page " + path).getBytes(StandardCharsets.UTF_8));
    }

    private static Set<String> urls(String prefix, int count) {
        var urls = new TreeSet<String>();
        for (int i = 0; i < count; i++) urls.add("http://a.test/" + prefix + i);
        return urls;
    }

    private static void write(Store store, String prefix, int count) throws IOException {
        for (int i = 0; i < count; i++) store.write(capture(prefix + i));
    }

    @Test
    public void whatWasWrittenIsThereAfterClosing() throws IOException {
        try (var store = open()) {
            write(store, "a", CAPTURES);
        }
        assertThat(kept()).containsExactlyInAnyOrderElementsOf(urls("a", CAPTURES));
    }

    @Test
    public void whatWasWrittenCanBeReadWhileTheStoreIsOpen() throws IOException {
        try (var store = open()) {
            write(store, "a", CAPTURES);
            store.sync();
            assertThat(kept()).containsExactlyInAnyOrderElementsOf(urls("a", CAPTURES));
            write(store, "b", 1);
        }
        assertThat(kept()).hasSize(CAPTURES + 1);
    }

    @Test
    public void aStoreThatIsOpenedAgainKeepsWhatItHad() throws IOException {
        try (var store = open()) {
            write(store, "a", 3);
        }
        try (var again = open()) {
            write(again, "b", 3);
        }
        var both = urls("a", 3);
        both.addAll(urls("b", 3));
        assertThat(kept()).containsExactlyInAnyOrderElementsOf(both);
    }

    @Test
    public void manyThreadsWriteAtOnce() throws Exception {
        var next = new AtomicInteger();
        try (var store = open();
                var threads = Executors.newFixedThreadPool(4)) {
            Callable<Integer> writer =
                    () -> {
                        int written = 0;
                        for (int i = next.getAndIncrement(); i < MANY; i = next.getAndIncrement()) {
                            store.write(capture("t" + i));
                            written++;
                        }
                        return written;
                    };
            int written = 0;
            for (Future<Integer> each : threads.invokeAll(List.of(writer, writer, writer, writer)))
                written += each.get();
            assertThat(written).isEqualTo(MANY);
        }
        assertThat(kept()).containsExactlyInAnyOrderElementsOf(urls("t", MANY));
    }

    @Test
    public void nameLookupsAreKeptOrLeftOutAndHarmNothing() throws IOException {
        try (var store = open()) {
            var at = Instant.parse("2026-11-15T05:25:05Z");
            store.write(new DnsCapture("a.test", at, "192.0.2.1", "a.test. 60 IN A 192.0.2.7\n"));
            write(store, "a", 1);
        }
        assertThat(kept()).containsExactly("http://a.test/a0");
    }

    @Test
    public void aStoreWithoutCapturesCanBeSyncedAndClosed() throws IOException {
        try (var store = open()) {
            store.sync();
        }
        try (var again = open()) {
            again.sync();
        }
        assertThat(kept()).isEmpty();
    }
}
