package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Applications ask for pages by a topic, and read in another one what became of it. */
class RequestsIT {
    private static final int MAX_SECONDS = 120;

    @TempDir Path dir = Path.of("");

    private final List<JsonNode> results = new ArrayList<>();
    private LocalNodes nodes;
    private ClusterAddress address;
    private PlainProducer producer;

    @BeforeEach
    void begin() throws IOException {
        nodes = new LocalNodes(dir);
        address = nodes.address;
        producer = PlainProducer.open(address, Map.of());
    }

    @AfterEach
    void end() throws IOException {
        producer.close();
        nodes.close();
    }

    private void create(boolean stays) throws IOException {
        nodes.create(
                nodes.crawl(seed())
                        .set("scope", "any")
                        .set("max-depth", 0)
                        .set("exclude", List.of(".*forbidden.*")),
                stays);
    }

    private String seed() {
        return nodes.server.web().seedUrls(1).getFirst();
    }

    private void ask(String id, String url, String more) throws IOException {
        send("{\"app\":\"news\",\"id\":\"%s\",\"url\":\"%s\"%s}".formatted(id, url, more));
    }

    private void send(String request) throws IOException {
        KafkaFailure.await(
                "cannot ask",
                producer.send(
                        address.topic(ClusterTopics.REQUESTS),
                        Math.floorMod(request.hashCode(), ClusterTopics.EXCHANGE_PARTITIONS),
                        null,
                        request.getBytes(StandardCharsets.UTF_8)),
                Duration.ofSeconds(20));
    }

    /** Reads all results so far, until each of these requests has one. */
    private JsonNode result(String id) throws IOException {
        int partition = Math.floorMod("news".hashCode(), ClusterTopics.EXCHANGE_PARTITIONS);
        for (int i = 0; i < 10 * MAX_SECONDS; i++) {
            results.clear();
            try (var readers = new PartitionReaders(address);
                    var reader = readers.open(address.topic(ClusterTopics.RESULTS), partition)) {
                reader.readTo(
                        reader.end(),
                        record -> results.add(JsonMapper.shared().readTree(record.value())));
            }
            for (var result : results) if (result.get("id").asString().equals(id)) return result;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
        throw new AssertionError("no result of " + id + " among " + results);
    }

    private List<String> pages(int count) {
        return nodes.server.web().seedUrls(count + 1).stream()
                .filter(url -> !url.equals(seed()))
                .limit(count)
                .toList();
    }

    @Test
    void applicationsGetWhatTheyAskFor() throws Exception {
        create(true);
        nodes.start("one");
        nodes.start("two");
        var page = pages(1).getFirst();
        ask("1", page, "");
        var fetched = result("1");
        assertThat(fetched.get("state").asString()).isEqualTo("fetched");
        assertThat(fetched.get("url").asString()).isEqualTo(page);
        assertThat(fetched.get("status").asInt()).isEqualTo(200);
        assertThat(fetched.get("type").asString()).isEqualTo("text/html");
        assertThat(fetched.get("bytes").asLong()).isPositive();
        assertThat(fetched.get("digest").asString()).isNotEmpty();
        assertThat(fetched.get("at").asString()).startsWith("20");
        assertThat(fetched.get("links")).isNotEmpty();
        var home = nodes.folder(fetched.get("where").get("node").asString());
        assertThat(Files.readString(home.resolve("crawl.log"))).contains("#request/news/1");

        ask("2", page, "");
        assertThat(result("2").get("state").asString()).isEqualTo("seen");

        ask("3", page, ",\"again\":true,\"priority\":2");
        assertThat(result("3").get("state").asString()).isEqualTo("fetched");

        ask("4", "http://a.test/forbidden", "");
        assertThat(result("4").get("state").asString()).isEqualTo("dropped");
        assertThat(result("4").get("reason").asString()).isEqualTo("exclude");

        ask("5", "http://nobody.invalid/", "");
        assertThat(result("5").get("state").asString()).isEqualTo("failed");
        assertThat(result("5").get("reason").asString()).isEqualTo("no such host");

        var moved = nodes.server.web().movedSeedUrls(3, true).get(2);
        ask("7", moved, "");
        assertThat(result("7").get("state").asString()).isEqualTo("fetched");
        assertThat(result("7").get("url").asString())
                .as("where the redirect led")
                .isEqualTo(nodes.server.web().seedUrls(4).get(3));

        send("no JSON");
        send("{\"app\":\"news\",\"id\":\"6\"}");
        assertThat(result("6").get("state").asString()).isEqualTo("dropped");
        assertThat(nodes.runs).as("it stays").noneMatch(CompletableFuture::isDone);
        assertThat(nodes.asked()).as("links of a page are left alone").hasSizeLessThan(16);
    }

    @Test
    void theExampleOfTheDocumentationWorks() throws Exception {
        create(true);
        nodes.start("one");
        ExampleApplication.ask(address.brokers(), address.name(), pages(1).getFirst());
        assertThat(nodes.asked()).isNotEmpty();
    }

    @Test
    void aCrawlDoesNotEndWhileARequestIsUnread() throws Exception {
        create(false);
        int count = 5;
        int id = 0;
        for (var page : pages(count)) ask(Integer.toString(++id), page, "");
        nodes.start("one");
        nodes.awaitEnd();
        for (int i = 1; i <= id; i++)
            assertThat(result(Integer.toString(i)).get("state").asString()).isEqualTo("fetched");
    }

    @Test
    void theExampleIsThatOfTheDocumentation() throws Exception {
        var source =
                Files.readString(
                        Path.of("src/test/java/dev/gossamer/cluster/ExampleApplication.java"));
        int from = source.indexOf("// docs:\n") + "// docs:\n".length();
        var lines = source.substring(from, source.indexOf("    // :docs"));
        var example = lines.stripTrailing().stripIndent();
        assertThat(Files.readString(Path.of("../docs/cluster.md"))).contains(example);
    }
}
