package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus is told while a crawl runs, and what Grafana shows of it. */
class MetricsIT {
    private static final Pattern SAMPLE =
            Pattern.compile(
                    "([a-z_]+)(\\{[a-z]+=\"[^\"\\n]*\"(,[a-z]+=\"[^\"\\n]*\")*})? -?[0-9.E+-]+");
    private static final Pattern NAME = Pattern.compile("\\b(gossamer|jvm|process)_[a-z_]+\\b");

    @TempDir static Path folder;
    private static ServedWeb served;

    /** One crawl for all tests, which only look at it; it has pages for longer than they take. */
    @BeforeAll
    static void crawl() throws IOException {
        served = ServedWeb.in(folder, 50_000);
        served.crawl("live", Map.of("rate", "50"));
        served.awaitPages("live", 30);
    }

    @AfterAll
    static void close() {
        served.close();
    }

    private static String metrics() throws IOException {
        var answer = served.call("GET", "/metrics").send();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).hasValue(MetricsText.TYPE);
        return answer.text();
    }

    /** Returns the metrics with their types. */
    private static Map<String, String> types(String text) {
        var types = new HashMap<String, String>();
        for (String line : text.split("\n"))
            if (line.startsWith("# TYPE "))
                assertThat(types.put(line.split(" ")[2], line.split(" ")[3])).as(line).isNull();
        return types;
    }

    private static String base(String sample, Map<String, String> types) {
        for (String ending : new String[] {"", "_bucket", "_count", "_sum"}) {
            if (!sample.endsWith(ending)) continue;
            String name = sample.substring(0, sample.length() - ending.length());
            if (types.containsKey(name)) return name;
        }
        throw new AssertionError("no type: " + sample);
    }

    @Test
    void namesTypesAndUnitsFollowTheConventions() throws IOException {
        served.call("GET", "/api/v1/crawls").send();
        // A request is counted when it is answered: another may be answered sooner.
        String counted = "gossamer_http_requests_total{route=\"/api/v1/crawls\",code=\"200\"} ";
        ServedWeb.await("the request is counted", () -> metrics().contains(counted));
        String text = metrics();
        var types = types(text);
        for (String line : text.split("\n")) {
            if (line.startsWith("# ")) continue;
            var sample = SAMPLE.matcher(line);
            assertThat(sample.matches()).as(line).isTrue();
            String base = base(sample.group(1), types);
            boolean isCounter = "counter".equals(types.get(base));
            assertThat(base.endsWith("_total")).as(base).isEqualTo(isCounter);
            assertThat(line).as("no host and no URL is a label").doesNotContain("http://", ".test");
        }
        assertThat(types)
                .containsEntry("gossamer_pages_total", "counter")
                .containsEntry("gossamer_queued_urls", "gauge")
                .containsEntry("gossamer_fetch_duration_seconds", "histogram");
        assertThat(text)
                .containsPattern("gossamer_requests_total\\{crawl=\"live\",kind=\"page\"} [1-9]")
                .containsPattern("gossamer_requests_total\\{crawl=\"live\",kind=\"robots\"} [1-9]")
                .contains("gossamer_retries_total{crawl=\"live\"} ")
                .contains("gossamer_checkpoint_duration_seconds{crawl=\"live\"} ")
                .contains(
                        "gossamer_state{crawl=\"live\",state=\"running\"} 1\n",
                        "gossamer_rate_limit_requests_per_second{crawl=\"live\"} 50\n",
                        "gossamer_event_clients 0\n");
    }

    @Test
    void bucketsNeverFall() throws IOException {
        long last = 0;
        for (String line : metrics().split("\n")) {
            if (!line.startsWith("gossamer_fetch_duration_seconds_bucket")) continue;
            long count = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
            assertThat(count).isGreaterThanOrEqualTo(last);
            last = count;
        }
        assertThat(last).isGreaterThan(30);
    }

    @Test
    void everyMetricOfTheDashboardOfGrafanaIsThere() throws IOException {
        var types = types(metrics());
        var named = new TreeSet<String>();
        NAME.matcher(Files.readString(Path.of("../docs/grafana.json")))
                .results()
                .forEach(found -> named.add(base(found.group(), types)));
        assertThat(named).hasSizeGreaterThan(15).isSubsetOf(types.keySet());
    }

    @Test
    void prometheusMayUseAPassword() throws IOException {
        String pair = "any:" + served.server().token().orElseThrow();
        String field =
                "Basic "
                        + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        assertThat(served.call("GET", "/metrics").with("Authorization", field).send().status())
                .isEqualTo(200);
        assertThat(
                        served.call("GET", "/api/v1/crawls")
                                .with("Authorization", field)
                                .send()
                                .status())
                .isEqualTo(401);
    }

    @Test
    void theLogHasNeitherQueryNorToken() throws IOException {
        served.call("GET", "/api/v1/crawls/live/requests?q=secretword").send();
        served.call("GET", "/nothing/secretpath").send();
        Path log = served.root().resolve(".gossamer/server.log");
        for (String each : new String[] {"{id}/requests", "\"code\":404"})
            ServedWeb.await("it is logged", () -> Files.readString(log).contains(each));
        assertThat(Files.readString(log))
                .contains("\"crawl\":\"live\"", "\"peer\":\"127.0.0.1\"")
                .doesNotContain("secret", served.server().token().orElseThrow());
    }

    @Test
    void healthIsOpenToAll() throws IOException {
        for (String path : new String[] {"/healthz", "/readyz"})
            assertThat(served.call("GET", path).without("Authorization").send().status())
                    .isEqualTo(200);
        assertThat(served.call("GET", "/metrics").without("Authorization").send().status())
                .isEqualTo(401);
    }
}
