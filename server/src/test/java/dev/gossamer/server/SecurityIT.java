package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom the server answers, over real sockets with requests written byte by byte. */
class SecurityIT {
    @TempDir Path folder;
    private GossamerServer server;

    @BeforeEach
    void start() throws IOException {
        server =
                GossamerServer.start(
                        ServerOptions.in(folder.resolve("crawls"))
                                .port(0)
                                .token(Optional.of(folder.resolve("state/token"))));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RawCall call(String path) {
        return RawCall.get(server, path);
    }

    @Test
    void theTokenLetsIn() throws IOException {
        assertThat(call("/api/v1/crawls").send().status()).isEqualTo(200);
    }

    @Test
    void aPublicNameWithThePortOfAProxyIsThatOfBothPorts() throws IOException {
        var listen =
                new ServerOptions.Listen(
                        "127.0.0.1",
                        0,
                        Optional.empty(),
                        List.of("crawl.test:443"),
                        Optional.empty(),
                        false);
        var options =
                ServerOptions.in(folder.resolve("others"))
                        .at(listen)
                        .token(Optional.of(folder.resolve("state/token")));
        try (var named = GossamerServer.start(options)) {
            var about = RawCall.get(named, "/api/v1/about").send().json();
            var replay = URI.create(about.path("replay").asString() + "/x");
            String forbidden = "the header Host is none of this server";
            assertThat(RawCall.page(replay, "crawl.test:" + replay.getPort()).text())
                    .doesNotContain(forbidden);
            assertThat(RawCall.page(replay, "evil.test:" + replay.getPort()).text())
                    .contains(forbidden);
        }
    }

    @Test
    void frameAndDashboardNameEachOtherByTheAddressThatIsCalled() throws IOException {
        var everywhere =
                new ServerOptions.Listen(
                        "0.0.0.0", 0, Optional.empty(), List.of(), Optional.empty(), true);
        var options =
                ServerOptions.in(folder.resolve("others"))
                        .at(everywhere)
                        .token(Optional.of(folder.resolve("state/token")));
        try (var open = GossamerServer.start(options)) {
            int port = open.socket().getPort();
            var about = RawCall.get(open, "/api/v1/about").send();
            var replay = URI.create(about.json().path("replay").asString() + "/x");
            assertThat(policy(about)).contains("frame-src 127.0.0.1:" + replay.getPort() + ";");
            var page = RawCall.page(replay, "127.0.0.1:" + replay.getPort());
            assertThat(policy(page)).endsWith("frame-ancestors 127.0.0.1:" + port);
        }
    }

    private static String policy(RawCall.Answer answer) {
        return answer.header("Content-Security-Policy").orElseThrow();
    }

    @Test
    void theTokenIsKeptSecret() throws IOException {
        Path file = folder.resolve("state/token");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(server.token().orElseThrow()).hasSize(43);
        assertThat(server.link()).endsWith("/#token=" + server.token().orElseThrow());
    }

    @Test
    void aTokenThatOthersCanReadIsRefused() throws IOException {
        Path file = folder.resolve("open");
        Files.writeString(file, "0123456789012345678901234567890123456789012");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(
                        () ->
                                GossamerServer.start(
                                        ServerOptions.in(folder).port(0).token(Optional.of(file))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("chmod 600");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/crawls",
                "/api/v1/settings",
                "/api/openapi.json",
                "/metrics",
                "/no/such/thing"
            })
    void withoutTheTokenNothingIsTold(String path) throws IOException {
        var answer = call(path).without("Authorization").send();
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate")).isPresent();
        assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Bearer", "Bearer ", "Bearer x", "Basic eDp4", "Token x", "bearer wrong"})
    void aWrongTokenLetsNobodyIn(String field) throws IOException {
        assertThat(call("/api/v1/crawls").with("Authorization", field).send().status())
                .isEqualTo(401);
    }

    @Test
    void aTokenInTheQueryLetsNobodyIn() throws IOException {
        String token = server.token().orElseThrow();
        for (String name : List.of("token", "access_token", "Authorization"))
            assertThat(
                            call("/api/v1/crawls?" + name + "=" + token)
                                    .without("Authorization")
                                    .send()
                                    .status())
                    .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:PORT",
                "127.0.0.1",
                "127.0.0.1:1",
                "localhost.evil.example:PORT",
                "127.0.0.2:PORT",
                ""
            })
    void anotherHostIsRefused(String host) throws IOException {
        String named = host.replace("PORT", String.valueOf(server.socket().getPort()));
        for (String path : List.of("/api/v1/crawls", "/", "/healthz"))
            assertThat(call(path).with("Host", named).send().status()).as(path).isIn(400, 403);
    }

    @Test
    void localhostIsAnOwnName() throws IOException {
        String own = "localhost:" + server.socket().getPort();
        assertThat(call("/healthz").with("Host", own).send().status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example",
                "null",
                "http://127.0.0.1",
                "http://127.0.0.1:1",
                "file://",
                "http://localhost:PORT"
            })
    void anotherOriginIsRefused(String origin) throws IOException {
        String named = origin.replace("PORT", String.valueOf(server.socket().getPort()));
        assertThat(call("/api/v1/crawls").with("Origin", named).send().status()).isEqualTo(403);
    }

    @Test
    void theOwnOriginIsTaken() throws IOException {
        String own = "http://127.0.0.1:" + server.socket().getPort();
        assertThat(call("/api/v1/crawls").with("Origin", own).send().status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site", "other"})
    void pagesOfOtherSitesAreRefused(String site) throws IOException {
        assertThat(call("/api/v1/crawls").with("Sec-Fetch-Site", site).send().status())
                .isEqualTo(403);
    }

    @Test
    void everyAnswerHasHeadersThatKeepBrowsersFromHarm() throws IOException {
        for (String path : List.of("/", "/api/v1/crawls", "/healthz", "/nothing")) {
            var answer = call(path).send();
            assertThat(answer.header("Content-Security-Policy").orElseThrow())
                    .contains("default-src 'none'", "frame-ancestors 'none'");
            assertThat(answer.header("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(answer.header("Referrer-Policy")).hasValue("no-referrer");
            assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
            assertThat(answer.header("Set-Cookie")).isEmpty();
            assertThat(answer.header("Server")).isEmpty();
        }
    }

    @Test
    void theFirstPageNeedsNoToken() throws IOException {
        var page = call("/").without("Authorization").send();
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).hasValue("text/html; charset=utf-8");
        var again =
                call("/")
                        .without("Authorization")
                        .with("If-None-Match", page.header("ETag").orElseThrow())
                        .send();
        assertThat(again.status()).isEqualTo(304);
    }

    @Test
    void nobodyIsServedElsewhereWithoutTokenOrEncryption() {
        var open =
                new ServerOptions.Listen(
                        "0.0.0.0", 0, Optional.empty(), List.of(), Optional.empty(), false);
        assertThatThrownBy(() -> GossamerServer.start(ServerOptions.in(folder).at(open)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--tls-cert");
        assertThatThrownBy(
                        () ->
                                GossamerServer.start(
                                        ServerOptions.in(folder).at(open).token(Optional.empty())))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("without a token");
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        var same = ServerOptions.in(folder).port(server.socket().getPort());
        assertThatThrownBy(() -> GossamerServer.start(same.token(Optional.empty())))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--port");
    }
}
