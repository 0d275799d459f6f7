package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A crawl of a site without end, steered while it runs. */
class ControlIT {
    private static final long SOON_NANOS = Duration.ofMillis(2).toNanos();
    private static final long A_WHILE_NANOS = Duration.ofMillis(400).toNanos();

    @TempDir Path temporary = Path.of("");
    private RawSite site;
    private Path folder;
    private Crawl crawl;
    private CompletableFuture<Status> end;

    @BeforeEach
    void begin() throws IOException {
        site = RawSite.start((head, out) -> out.write(page(head.split(" ")[1])));
        folder = temporary.resolve("crawl");
        start(
                Crawl.of(site.url("/a/0"))
                        .delay(Duration.ofMillis(5))
                        .set("sitemaps", false)
                        .set("allow-private", true)
                        .maxDepth(1_000_000)
                        .into(folder));
        requestsReach(5);
    }

    private void start(Crawl begun) {
        crawl = begun;
        end =
                CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return begun.steerable().run();
                            } catch (IOException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
    }

    @AfterEach
    void end() throws IOException {
        crawl.stop();
        end.handle((_, _) -> "over").join();
        site.close();
    }

    /** Each page names the next one; those of one section name one of the other section besides. */
    private static String page(String path) {
        int number = path.matches("/./\\d+") ? Integer.parseInt(path.substring(3)) : 0;
        var html = "<a href=/a/%d>a</a>".formatted(number + 1);
        if (path.startsWith("/a/")) html += " <a href=/b/%d>b</a>".formatted(number);
        return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(html.length(), html);
    }

    private void requestsReach(int count) {
        while (site.requests().size() < count && !end.isDone()) LockSupport.parkNanos(SOON_NANOS);
        assertThat(end).isNotDone();
    }

    private Control control() {
        return crawl.control().orElseThrow();
    }

    private String configuration() throws IOException {
        return Files.readString(folder.resolve("crawl.yaml"));
    }

    private List<String> changes() throws IOException {
        return Files.readAllLines(folder.resolve("changes.jsonl"));
    }

    private Status theEnd() throws Exception {
        return end.get(1, TimeUnit.MINUTES);
    }

    @Test
    void nothingIsAskedDuringAPause() throws Exception {
        control().pause("ada");
        while (control().status().state() != Status.State.paused) LockSupport.parkNanos(SOON_NANOS);
        assertThat(control().status().reason()).contains("paused by ada");
        int before = site.requests().size();
        LockSupport.parkNanos(A_WHILE_NANOS);
        // One may have been under way when the pause began.
        assertThat(site.requests()).hasSizeBetween(before, before + 1);
        control().resume("ada");
        requestsReach(before + 5);
        assertThat(changes()).hasSize(2);
        assertThat(changes().getFirst()).contains("\"who\":\"ada\"", "\"what\":\"pause\"");
    }

    @Test
    void hostsAreShownWithWhatTheyDo() throws Exception {
        var hosts = control().hosts(HostQuery.first(10));
        assertThat(hosts).singleElement().extracting(HostAnswer::host).isEqualTo("127.0.0.1");
        assertThat(hosts.getFirst().delaySeconds()).isEqualTo(0.005);
        assertThat(hosts.getFirst().pages()).isPositive();
        // What is paused does not end, though all that is left waits for a blocked host.
        control().pause("ada");
        control().block("127.0.0.1", "ada");
        var blocked =
                new HostQuery(
                        "127", Optional.of("blocked"), HostQuery.Sort.NAME, 1, Optional.empty());
        while (control().hosts(blocked).isEmpty()) LockSupport.parkNanos(SOON_NANOS);
        var one = control().hosts(blocked).getFirst();
        assertThat(one.queued()).isPositive();
        var after =
                new HostQuery(
                        "", Optional.empty(), HostQuery.Sort.NAME, 1, Optional.of(one.place()));
        assertThat(control().hosts(after)).isEmpty();
        var host = control().host("127.0.0.1").orElseThrow();
        assertThat(host.next()).isNotEmpty().allMatch(url -> url.startsWith(site.url("/")));
        assertThat(control().host("b.test")).isEmpty();
    }

    @Test
    void whatItDoesStandsInItsStatus() throws Exception {
        while (control().status().requests() == 0
                || control().status().activity().hostStates().isEmpty())
            LockSupport.parkNanos(SOON_NANOS);
        var activity = control().status().activity();
        assertThat(activity.hostStates().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(1);
        assertThat(activity.connections()).isPositive();
        assertThat(activity.durations().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(activity.sizes().values().stream().mapToLong(Long::longValue).sum())
                .isPositive();
        assertThat(activity.seconds(0.5)).isPositive();
    }

    @Test
    void aCheckpointIsWrittenOnRequest() throws Exception {
        control().checkpoint("ada");
        var request = folder.resolve("state/checkpoint");
        while (Files.exists(request)) LockSupport.parkNanos(SOON_NANOS);
        assertThat(changes()).singleElement().asString().contains("\"checkpoint\"");
    }

    @Test
    void examplesAndSeriesAreThereAtTheEnd() throws Exception {
        control().set(Map.of("exclude", List.of("/b/")), "ada");
        requestsReach(site.requests().size() + 10);
        control().stop("ada");
        var status = theEnd();
        var examples = CrawlExamples.read(folder);
        assertThat(examples.leftOut().get("exclude"))
                .isNotEmpty()
                .allMatch(each -> each.url().contains("/b/") && each.via().contains("/a/"));
        var series = CrawlSeries.read(folder, Instant.MIN, Instant.MAX, 100);
        assertThat(series.getLast().pages()).isEqualTo(status.pages());
        assertThat(series.getLast().statuses().getFirst()).isEqualTo(status.status().get("200"));
    }

    @Test
    void aLimitIsInForceAtOnceAndKept() throws Exception {
        var outcome = control().set(Map.of("max-pages", "40"), "ada");
        assertThat(outcome.inForce()).containsExactly("max-pages is 40, it was not set");
        assertThat(theEnd().reason()).contains("max-pages 40");
        assertThat(theEnd().pages()).isEqualTo(40);
        assertThat(configuration()).contains("max-pages: 40");
        assertThat(changes()).singleElement().asString().contains("\"max-pages\":\"40\"");
    }

    @Test
    void whatMakesNoSenseChangesNothing() throws Exception {
        var before = configuration();
        for (var wrong :
                List.of(
                        Map.of("delay", "soon"),
                        Map.of("dealy", "1s"),
                        Map.of("delay", "1s", "max-pages", "none"),
                        Map.of("include", "(")))
            assertThatThrownBy(() -> control().set(wrong, "ada"))
                    .isInstanceOf(UsageException.class);
        assertThat(configuration()).isEqualTo(before);
        assertThat(folder.resolve("changes.jsonl")).doesNotExist();
    }

    @Test
    void filtersHoldForWhatWaitsToo() throws Exception {
        control().set(Map.of("exclude", List.of("/b/")), "ada");
        int from = site.requests().size();
        requestsReach(from + 20);
        // Those that were begun before the filter was there.
        assertThat(site.requests().stream().skip(from + 2))
                .noneMatch(head -> head.startsWith("GET /b/"));
    }

    @Test
    void settingsOfTheStoreAreForTheNextStart() throws Exception {
        var outcome = control().set(Map.of("warc-size", "50m"), "ada");
        assertThat(outcome.inForce()).isEmpty();
        assertThat(outcome.later()).singleElement().asString().startsWith("warc-size is 50m");
        assertThat(configuration()).contains("warc-size: 50m");
    }

    @Test
    void aBlockedHostEndsTheCrawlWithWordsAndCanBeTakenUpAgain() throws Exception {
        assertThat(control().block("127.0.0.1", "ada")).isTrue();
        var status = theEnd();
        assertThat(status.state()).isEqualTo(Status.State.stopped);
        assertThat(status.reason().orElseThrow()).contains("wait for hosts that are blocked");
        assertThat(status.queued()).isPositive();
        int before = site.requests().size();
        assertThat(Crawl.resume(folder).run().reason().orElseThrow()).contains("block");
        assertThat(site.requests()).hasSize(before);
        assertThat(Control.ofStopped(folder).unblock("127.0.0.1", "ada")).isTrue();
        start(Crawl.resume(folder));
        requestsReach(before + 5);
    }

    @Test
    void anotherHostGoesOnWhileOneIsBlocked() throws Exception {
        control().add(List.of("http://localhost:" + site.port() + "/a/0"), "ada");
        control().block("127.0.0.1", "ada");
        int from = site.requests().size();
        requestsReach(from + 10);
        assertThat(site.requests().stream().skip(from + 2))
                .allMatch(head -> head.contains("Host: localhost"));
        control().unblock("127.0.0.1", "ada");
        while (site.requests().stream().skip(from + 10).noneMatch(head -> head.contains("127.0.")))
            LockSupport.parkNanos(SOON_NANOS);
    }

    @Test
    void aSeedIsTakenUpAndKept() throws Exception {
        assertThat(control().add(List.of(site.url("/c/7"), site.url("/a/0")), "ada")).isEqualTo(1);
        while (site.requests().stream().noneMatch(head -> head.startsWith("GET /c/7 ")))
            LockSupport.parkNanos(SOON_NANOS);
        assertThat(configuration()).contains("/c/7");
    }

    /** It is called on the thread that would have to do it. */
    @Test
    void aListenerOfProgressMaySteerTheCrawlToo() throws Exception {
        crawl.stop();
        theEnd();
        var paused = new CompletableFuture<Boolean>();
        var second = Crawl.resume(folder);
        start(
                second.onProgress(
                        _ -> {
                            if (second.control().isEmpty() || paused.isDone()) return;
                            try {
                                second.control().get().set(Map.of("delay", "7ms"), "listener");
                                paused.complete(true);
                            } catch (IOException e) {
                                paused.completeExceptionally(e);
                            }
                        }));
        assertThat(paused.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(configuration()).contains("delay: 7ms");
    }

    @Test
    void whatIsForTheNextStartIsNotInForceNow() throws Exception {
        var outcome = control().set(Map.of("agent", "other"), "ada");
        assertThat(outcome.later()).singleElement().asString().startsWith("agent is other");
        control().set(Map.of("delay", "6ms"), "ada");
        int from = site.requests().size();
        requestsReach(from + 3);
        assertThat(site.requests()).noneMatch(head -> head.contains("other"));
        assertThat(configuration()).contains("agent: other");
    }

    @Test
    void anotherFolderWithAnOldPointerIsNotThisCrawl() throws Exception {
        var other = temporary.resolve("other");
        Crawl.of(site.url("/a/0")).set("max-pages", "1").into(other).run();
        Files.copy(folder.resolve("state/control"), other.resolve("state/control"));
        assertThat(RunningCrawls.in(other)).isEmpty();
    }

    @Test
    void anotherProcessCanSteerIt() throws Exception {
        var running = RunningCrawls.in(folder).orElseThrow();
        assertThat(RunningCrawls.all())
                .extracting(each -> each.socket())
                .contains(running.socket());
        var about = running.ask("about", Map.of());
        assertThat(about.path("folder").asString()).isEqualTo(folder.toString());
        assertThat(about.path("status").path("state").asString()).isEqualTo("running");
        assertThatThrownBy(() -> running.ask("set", Map.of("settings", Map.of("delay", "soon"))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("delay");
        assertThatThrownBy(() -> running.ask("dance", Map.of())).hasMessageContaining("'dance'");
        running.ask("stop", Map.of());
        assertThat(theEnd().state()).isEqualTo(Status.State.stopped);
        assertThat(RunningCrawls.in(folder)).isEmpty();
        assertThat(running.socket()).doesNotExist();
    }

    @Test
    void whatAKilledProcessLeftBehindIsTidiedUp() throws Exception {
        var process = new ProcessBuilder("true").start();
        process.waitFor();
        var left = RunningCrawls.folder().resolve(process.pid() + "-1-left.sock");
        try (var killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(UnixDomainSocketAddress.of(left));
        }
        assertThat(left).exists();
        assertThat(RunningCrawls.all()).noneMatch(each -> each.socket().equals(left));
        assertThat(left).doesNotExist();
    }

    @Test
    void theSocketOfAProcessThatWillListenIsLeftAlone() throws Exception {
        var name = ProcessHandle.current().pid() + "-1-soon.sock";
        var soon = RunningCrawls.folder().resolve(name);
        try (var killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(UnixDomainSocketAddress.of(soon));
        }
        assertThat(RunningCrawls.all()).noneMatch(each -> each.socket().equals(soon));
        assertThat(soon).exists();
        Files.delete(soon);
    }

    @Test
    @Timeout(30)
    void aProcessThatAcceptsNobodyKeepsNobodyWaiting() throws Exception {
        var hung = RunningCrawls.folder().resolve("1-1-hung.sock");
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(hung), 1);
            for (int i = 0; i < 5; i++)
                assertThat(RunningCrawls.all()).anyMatch(each -> each.socket().equals(hung));
        } finally {
            Files.delete(hung);
        }
    }

    @Test
    void theSocketIsForTheUserAlone() throws Exception {
        var socket = RunningCrawls.in(folder).orElseThrow().socket();
        assertThat(Files.getPosixFilePermissions(socket.getParent())).hasSize(3);
        var other = temporary.resolve("other");
        Files.createDirectory(other);
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> RunningCrawls.make(other)).hasMessageContaining("alone");
        var link = Files.createSymbolicLink(temporary.resolve("link"), folder);
        assertThatThrownBy(() -> RunningCrawls.make(link)).hasMessageContaining("alone");
    }

    /** Asks a crawl as another user; prints what it said. */
    private static final String PROBE =
            """
            import java.net.*;
            import java.nio.*;
            import java.nio.channels.*;

            class Probe {
                public static void main(String[] args) throws Exception {
                    try (var socket = SocketChannel.open(UnixDomainSocketAddress.of(args[0]))) {
                        socket.write(ByteBuffer.wrap(args[1].getBytes()));
                        socket.write(ByteBuffer.wrap(new byte[] {10}));
                        System.out.println("answer " + socket.read(ByteBuffer.allocate(1000)));
                    } catch (java.io.IOException e) {
                        System.out.println("no answer: " + e.getMessage());
                    }
                }
            }
            """;

    private static String asAnotherUser(Path probe, Path socket) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process =
                new ProcessBuilder(
                                "setpriv",
                                "--reuid=65534",
                                "--regid=65534",
                                "--clear-groups",
                                java,
                                probe.toString(),
                                socket.toString(),
                                "{\"do\":\"stop\"}")
                        .redirectErrorStream(true)
                        .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void anotherUserGetsNoAnswer() throws Exception {
        assumeThat(System.getProperty("user.name"))
                .as("only root can be another")
                .isEqualTo("root");
        assumeThat(Path.of("/usr/bin/setpriv")).exists();
        var open = Files.createTempDirectory("probe");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        var probe = Files.writeString(open.resolve("Probe.java"), PROBE);
        Files.setPosixFilePermissions(probe, PosixFilePermissions.fromString("rw-r--r--"));
        var socket = Path.of(Files.readString(folder.resolve("state/control")));
        assertThat(asAnotherUser(probe, socket)).startsWith("no answer: Permission denied");
        // The folder keeps others out; should it be opened by mistake, the crawl does so itself.
        Files.setPosixFilePermissions(
                socket.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rwxrwxrwx"));
        try {
            assertThat(asAnotherUser(probe, socket))
                    .matches("(?s)(answer -1|no answer: (Connection reset|Broken pipe)).*");
        } finally {
            Files.setPosixFilePermissions(
                    socket.getParent(), PosixFilePermissions.fromString("rwx------"));
            Files.delete(probe);
            Files.delete(open);
        }
        assertThat(end).isNotDone();
    }
}
