package dev.gossamer.simweb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.HashSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each fault as a client sees it, over real sockets. */
class FaultsIT {
    private static SimServer serverWith(SimFault fault, double part) throws IOException {
        var options =
                SimWebOptions.usual()
                        .withSize(4, 400)
                        .plain()
                        .with("slow-for", "200")
                        .with("down-for", "300");
        return SimServer.start(options.with(fault, part).with("stalled-for", "1500"));
    }

    /** The first page that this fault strikes. */
    private static String struck(SimServer server, SimFault fault) {
        SimWeb web = server.web();
        for (int page = 1; page < web.hosts().pages(0); page++) {
            long id = PageId.of(0, PageId.Space.PAGE, page);
            if (web.pageModel().fault(id).equals(Optional.of(fault))) return web.url(id);
        }
        throw new AssertionError("no page with " + fault);
    }

    @Test
    void slowDripsAndComesWhole() throws IOException {
        ServerLog log;
        try (var server = serverWith(SimFault.SLOW, 0.2)) {
            assertThat(RawClient.get(server, struck(server, SimFault.SLOW)).isWhole()).isTrue();
            log = server.log();
        }
        assertThat(log.requests())
                .singleElement()
                .satisfies(request -> assertThat(request.fault()).contains(SimFault.SLOW))
                .matches(ServerLog.Request::isWhole);
    }

    @Test
    void stalledStopsInTheMiddleAndTheServerGivesUpAfterAWhile() throws IOException {
        try (var server = serverWith(SimFault.STALLED, 0.2)) {
            String url = struck(server, SimFault.STALLED);
            var path = url.substring(url.indexOf("/topic"));
            try (var client = new RawClient(server.web().address(0), server.port(), 200)) {
                client.send("GET", server.web().hostName(0), path, "");
                assertThatThrownBy(() -> client.read("GET"))
                        .isInstanceOf(SocketTimeoutException.class);
            }
            var answer = RawClient.get(server, url);
            assertThat(answer.isWhole()).isFalse();
            assertThat(answer.body()).isNotEmpty();
            assertThat(server.log().requests()).noneMatch(ServerLog.Request::isWhole);
        }
    }

    @Test
    void resetBreaksTheConnectionInTheMiddle() throws IOException {
        try (var server = serverWith(SimFault.RESET, 0.2)) {
            assertThatThrownBy(() -> RawClient.get(server, struck(server, SimFault.RESET)))
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
    }

    @Test
    void truncatedPromisesMoreThanComes() throws IOException {
        try (var server = serverWith(SimFault.TRUNCATED, 0.2)) {
            var answer = RawClient.get(server, struck(server, SimFault.TRUNCATED));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.isWhole()).isFalse();
            assertThat(answer.body()).isNotEmpty();
        }
    }

    @Test
    void garbageIsNotHttp() throws IOException {
        try (var server = serverWith(SimFault.GARBAGE, 0.2)) {
            assertThatThrownBy(() -> RawClient.get(server, struck(server, SimFault.GARBAGE)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the connection ended in the head");
        }
    }

    @Test
    void endlessGoesOnUntilItsLimit() throws IOException {
        try (var server = serverWith(SimFault.ENDLESS, 0.2)) {
            String url = struck(server, SimFault.ENDLESS);
            var answer = RawClient.get(server, url);
            assertThat(answer.body()).hasSize(1 << 20);
            try (var client = new RawClient(server.web().address(0), server.port())) {
                client.send(
                        "GET", server.web().hostName(0), url.substring(url.indexOf("/topic")), "");
                long bytes = client.in().transferTo(OutputStream.nullOutputStream());
                assertThat(bytes)
                        .isGreaterThan(1 << 20)
                        .isLessThan(SimServer.ENDLESS_BYTES + (1 << 20));
            }
        }
    }

    @Test
    void unavailableHealsAfterAnAttemptOrTwo() throws IOException {
        try (var server = serverWith(SimFault.UNAVAILABLE, 0.2)) {
            String url = struck(server, SimFault.UNAVAILABLE);
            var first = RawClient.get(server, url);
            assertThat(first.status()).isEqualTo(503);
            assertThat(first.header("Retry-After")).isEqualTo("1");
            RawClient.get(server, url);
            assertThat(RawClient.get(server, url).status()).isEqualTo(200);
            assertThat(server.web().answer(url, 1, 0).status()).isEqualTo(503);
            assertThat(server.web().answer(url, 3, 0).status()).isEqualTo(200);
        }
    }

    @Test
    void downHostsAnswerNothingAndThenAreUp() throws IOException, InterruptedException {
        try (var server = serverWith(SimFault.DOWN, 1)) {
            String url = server.seedUrls().getFirst();
            assertThatThrownBy(() -> RawClient.get(server, url)).isInstanceOf(IOException.class);
            Thread.sleep(400);
            assertThat(RawClient.get(server, url).status()).isEqualTo(200);
            assertThat(server.log().requests().getFirst().fault()).contains(SimFault.DOWN);
        }
    }

    @Test
    void brokenRobotsStayBrokenAndHostZeroIsSpared() throws IOException {
        try (var server = serverWith(SimFault.ROBOTS_BROKEN, 1)) {
            assertThat(RawClient.get(server, server.seedUrls().get(1) + "robots.txt").status())
                    .isEqualTo(500);
            assertThat(RawClient.get(server, server.seedUrls().get(0) + "robots.txt").status())
                    .isEqualTo(200);
            var truth = server.web().truth(server.seedUrls(), SimScope.ANY);
            assertThat(truth.expect(server.seedUrls().get(1))).isEqualTo(Truth.Expect.FORBIDDEN);
        }
    }

    @Test
    void trapsHaveNoEndUntilTheirPathsAreTooLong() throws IOException {
        try (var server =
                SimServer.start(
                        SimWebOptions.usual().withSize(30, 30).plain().with(SimFault.TRAP, 1))) {
            var shapes = new HashSet<Paths.TrapShape>();
            for (int host = 0; host < 30; host++) {
                if (!shapes.add(server.web().pageModel().trapShape(host))) continue;
                String url = server.web().url(PageId.of(host, PageId.Space.TRAP, 0));
                var seen = new HashSet<String>();
                for (int depth = 0; depth < 50; depth++) {
                    var answer = RawClient.get(server, url);
                    assertThat(answer.status()).isEqualTo(200);
                    assertThat(seen.add(url)).as(url).isTrue();
                    String next =
                            URI.create(url)
                                    .resolve(answer.attributes("<a href=\"").getFirst())
                                    .toString();
                    assertThat(server.web().answer(url, 1, 0).links().getFirst()).isEqualTo(next);
                    url = next;
                }
            }
            assertThat(shapes).hasSize(Paths.TrapShape.values().length);
            String longest = server.seedUrls().getFirst() + "browse/items/".repeat(400);
            assertThat(RawClient.get(server, longest).status()).isEqualTo(414);
        }
    }

    private static SimServer roughServer(String... traits) throws IOException {
        var options =
                SimWebOptions.usual()
                        .withSize(1, 61)
                        .plain()
                        .with("stalled-for", "300")
                        .with("slow-for", "200");
        for (String trait : traits) options = options.with(trait, "1");
        return SimServer.start(options);
    }

    private static String url(SimServer server, PageId.Space space, long number) {
        return server.web().url(PageId.of(0, space, number));
    }

    @Test
    void sectionsFailWhileTheRestIsFine() throws IOException {
        try (var server = roughServer("broken-section")) {
            for (int i = 0; i < 12; i++) {
                String page = url(server, PageId.Space.SECTION, i);
                assertThat(RawClient.get(server, page).status()).isEqualTo(500);
            }
            assertThat(RawClient.get(server, server.seedUrls().getFirst()).status()).isEqualTo(200);
        }
        try (var server = roughServer("unavailable-section")) {
            var answer = RawClient.get(server, url(server, PageId.Space.SECTION, 3));
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).isEqualTo("1");
        }
        try (var server = roughServer("limited-section")) {
            String page = url(server, PageId.Space.SECTION, 3);
            assertThat(RawClient.get(server, page).status()).isEqualTo(429);
            assertThat(RawClient.get(server, page).status()).isEqualTo(200);
        }
        try (var server = roughServer("hanging-section")) {
            String page = url(server, PageId.Space.SECTION, 3);
            assertThatThrownBy(() -> RawClient.get(server, page))
                    .hasMessageContaining("the connection ended in the head");
        }
    }

    @Test
    void theSecondPortIsAnotherOriginAndTheThirdRefuses() throws IOException {
        try (var server = roughServer("second-origins", "dead-origin")) {
            String name = server.web().hostName(0);
            int live = server.web().options().otherPorts().live();
            int dead = server.web().options().otherPorts().dead();
            try (var client = new RawClient(server.web().address(0), live)) {
                client.send("GET", name + ":" + live, "/robots.txt", "");
                assertThat(client.read("GET").text()).contains("Disallow: /topic/");
                client.send("GET", name + ":" + live, "/topic/0/page-1.html", "");
                assertThat(client.read("GET").status()).isEqualTo(404);
            }
            assertThatThrownBy(() -> new RawClient(server.web().address(0), dead))
                    .isInstanceOf(ConnectException.class);
            var page = RawClient.get(server, server.seedUrls().getFirst());
            assertThat(page.text()).contains("https://" + name + ":" + dead + "/secure/0.html");
        }
    }

    @Test
    void aBodyIsCutOnceAndThenWhole() throws IOException {
        try (var server = roughServer("cut-once")) {
            String page = url(server, PageId.Space.PAGE, 1);
            assertThat(RawClient.get(server, page).isWhole()).isFalse();
            assertThat(RawClient.get(server, page).isWhole()).isTrue();
        }
    }

    @Test
    void pagesWithoutTypeAndLinksWithUsers() throws IOException {
        try (var server = roughServer("untyped", "userinfo-links")) {
            var first = RawClient.get(server, server.seedUrls().getFirst());
            assertThat(first.header("Content-Type")).isNotEmpty();
            assertThat(first.text()).contains("@" + server.web().hostName(0));
            var page = RawClient.get(server, url(server, PageId.Space.PAGE, 1));
            assertThat(page.header("Content-Type")).isEmpty();
            assertThat(page.isWhole()).isTrue();
        }
    }

    @Test
    void aSilentHostAcceptsAndNeverAnswers() throws IOException {
        var options = SimWebOptions.usual().withSize(2, 4).plain().with(SimFault.SILENT, 1);
        try (var server = SimServer.start(options.with("stalled-for", "300"))) {
            assertThat(RawClient.get(server, server.seedUrls().get(0)).status()).isEqualTo(200);
            assertThatThrownBy(() -> RawClient.get(server, server.seedUrls().get(1)))
                    .isInstanceOf(IOException.class);
        }
    }
}
