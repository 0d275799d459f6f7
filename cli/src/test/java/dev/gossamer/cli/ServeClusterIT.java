package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The server in front of a cluster: a real broker, and nodes that are processes. */
class ServeClusterIT {
    private static final int PAGES = 900;
    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");
    private static final Duration NOBODY_WAITS_LONGER = Duration.ofSeconds(20);

    @TempDir Path dir;
    private final HttpClient client = HttpClient.newHttpClient();

    /** A server that runs, and where. */
    private record Served(CommandProcess command, String address) implements AutoCloseable {
        @Override
        public void close() {
            command.close();
        }
    }

    private Served serve(List<String> javaOptions, String... more)
            throws IOException, InterruptedException {
        var folder = Files.createDirectories(dir.resolve("server"));
        var command = new CommandProcess(folder, javaOptions);
        var usual = Stream.of("serve", "--root", folder.toString(), "--port", "0", "--no-token");
        var process = command.start(Stream.concat(usual, Stream.of(more)).toArray(String[]::new));
        for (int i = 0; i < 600; i++) {
            var address = ADDRESS.matcher(command.output());
            if (address.find()) return new Served(command, address.group());
            assertThat(process.isAlive()).as(command.output()).isTrue();
            pause();
        }
        throw new AssertionError("it does not start: " + command.output());
    }

    private static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }

    private HttpResponse<String> get(Served served, String path)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(served.address + path))
                        .timeout(NOBODY_WAITS_LONGER)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private int order(Served served, String json) throws IOException, InterruptedException {
        return client.send(
                        HttpRequest.newBuilder(
                                        URI.create(
                                                served.address + "api/v1/clusters/trial/actions"))
                                .header("Content-Type", "application/json")
                                .timeout(NOBODY_WAITS_LONGER)
                                .POST(HttpRequest.BodyPublishers.ofString(json))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    private interface Check {
        boolean isSo(JsonNode status);
    }

    /** Asks until the status is as wanted. */
    private JsonNode await(Served served, String what, Check check)
            throws IOException, InterruptedException {
        String last = "";
        for (int i = 0; i < 900; i++) {
            var answer = get(served, "api/v1/clusters/trial");
            last = answer.body();
            if (answer.statusCode() == 200) {
                var status = JsonMapper.shared().readTree(last);
                if (check.isSo(status)) return status;
            }
            pause();
        }
        throw new AssertionError(what + ": " + last + served.command.output());
    }

    private static long owned(JsonNode status, String node) {
        return status.path("owners")
                .valueStream()
                .filter(each -> each.asString().equals(node))
                .count();
    }

    private static boolean isShared(JsonNode status) {
        return status.path("shardsOwned").asInt() == ClusterTrial.SHARDS
                && owned(status, "one") > 0
                && owned(status, "two") > 0;
    }

    private static List<String> usualClasses() {
        return List.of("-cp", System.getProperty("java.class.path"));
    }

    @Test
    void shardsOfAKilledNodeAreSeenToMoveAndBrokersThatGoAreReported() throws Exception {
        try (var trial = ClusterTrial.begin(dir, PAGES);
                var served = serve(usualClasses(), "--kafka", trial.kafka())) {
            var names = get(served, "api/v1/clusters");
            assertThat(names.body()).contains("{\"name\":\"trial\"}");
            var one = trial.node("one");
            trial.node("two");
            await(served, "both have shards", ServeClusterIT::isShared);
            assertThat(order(served, "{\"action\":\"pause\"}")).isEqualTo(202);
            await(
                    served,
                    "both pause",
                    status ->
                            status.path("state").asString().equals("paused")
                                    && status.path("inForce").asInt() == 2);
            assertThat(order(served, "{\"action\":\"resume\"}")).isEqualTo(202);
            one.kill();
            var moved =
                    await(
                            served,
                            "all move",
                            status -> owned(status, "two") == ClusterTrial.SHARDS);
            assertThat(moved.path("movements").valueStream())
                    .anyMatch(
                            each ->
                                    each.path("from").asString().equals("one")
                                            && each.path("to").asString().equals("two"));
            assertThat(trial.status().path("shardsOwned").asInt()).isEqualTo(ClusterTrial.SHARDS);
            trial.broker.kill();
            HttpResponse<String> away = get(served, "api/v1/clusters/trial");
            for (int i = 0; i < 300 && away.statusCode() == 200; i++) {
                pause();
                away = get(served, "api/v1/clusters/trial");
            }
            assertThat(away.statusCode()).isEqualTo(503);
            assertThat(away.body()).contains("cluster-unreachable", "trial cannot be read");
            assertThat(get(served, "healthz").statusCode()).isEqualTo(200);
            assertThat(get(served, "api/v1/crawls").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void brokersThatAreNotThereAreReportedAndTheServerGoesOn() throws Exception {
        try (var served = serve(usualClasses(), "--kafka", "127.0.0.1:1")) {
            var answer = get(served, "api/v1/clusters");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("the clusters cannot be listed");
            assertThat(get(served, "api/v1/crawls").statusCode()).isEqualTo(200);
        }
    }

    /** As the launcher starts it: what {@code lib/cluster} has is not on the class path. */
    @Test
    void aServerThatIsToldOfNoClusterNeedsNoClassOfKafka() throws Exception {
        var classes =
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .filter(each -> !each.contains("kafka"))
                        .collect(Collectors.joining(File.pathSeparator));
        try (var served = serve(List.of("-cp", classes))) {
            assertThat(get(served, "api/v1/clusters").body()).contains("\"items\":[]");
            assertThat(get(served, "api/v1/clusters/trial").statusCode()).isEqualTo(404);
        }
    }
}
