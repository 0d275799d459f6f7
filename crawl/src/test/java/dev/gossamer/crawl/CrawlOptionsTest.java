package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrawlOptionsTest {
    @TempDir Path folder = Path.of("");

    private static CrawlOptions with(String key, Object value) {
        var settings = new HashMap<String, Object>(Map.of("seeds", "http://a.test/"));
        settings.put(key, value);
        return CrawlOptions.read(Settings.of(settings));
    }

    @Test
    void defaultsArePoliteAndBounded() {
        var options = with("scope", "host");
        assertThat(options.politeness().delay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(options.politeness().connectionsPerHost()).isEqualTo(1);
        assertThat(options.limits().maxBodyBytes()).isEqualTo(10 << 20);
        assertThat(options.network().privateAddresses().all()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"500ms,500", "1s,1000", "1.5s,1500", "2m,120000", "1h,3600000", "0,0", "0s,0"})
    void durationsAreReadAsPeopleWriteThem(String text, long millis) {
        assertThat(with("delay", text).politeness().delay()).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({"1000,1000", "1k,1024", "10m,10485760", "1.5g,1610612736", "2MB,2097152"})
    void sizesAreReadAsPeopleWriteThem(String text, long bytes) {
        assertThat(with("max-body", text).limits().maxBodyBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "delay, 5, duration",
        "delay, soon, duration",
        "max-pages, 0, at least 1",
        "max-pages, many, whole number",
        "max-depth, 99999999999, from 0 to 1000000",
        "connections, 4294967297, from 1 to 100000",
        "max-time, 999999d, 3650d",
        "max-body, big, size",
        "scope, galaxy, 'any, domain, host, page, path'",
        "include, (, regular expression",
        "store, tape, warc",
        "near-duplicates, burn, no-archive",
        "warc-size, 1k, from 1m to 1024g",
        "order, zigzag, bfs",
        "dns, nameserver, ADDRESS",
        "max-head, 1k, no longer a setting: the head of an answer may have 256 KiB",
        "max-page, 7, did you mean 'max-pages'?",
        "insecure, maybe, true or false",
        "normal-form, upside-down, www-alias",
        "proxy, ftp://x, socks5",
        "colour, red, unknown setting",
        "seeds, 'ht!tp://', not a URL",
        "seeds, 'mailto:x@y', not a URL",
        "connections, 0, from 1",
        "decline, rude, oversized",
        "decline, '404,7xx', 5xx",
        "timeout, 0, above 0",
        "total-timeout, -1s, duration",
    })
    void aWrongValueIsToldInOneLine(String key, String value, String told) {
        assertThatThrownBy(() -> with(key, value))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(told)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @Test
    void whatFollowsAnotherSettingIsComputedFromIt() {
        var options =
                CrawlOptions.read(
                        Settings.of(Map.of("seeds", "a.test", "timeout", "5s", "max-body", "1k")));
        assertThat(options.network().answer().timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.network().answer().maxDecodedBytes()).isEqualTo(4096);
        var resumed =
                CrawlOptions.read(options.settings().with(Settings.of(Map.of("max-body", "1m"))));
        assertThat(resumed.network().answer().maxDecodedBytes()).isEqualTo(4 << 20);
    }

    @Test
    void contradictionsAreTold() {
        var settings =
                Map.<String, Object>of(
                        "seeds", "http://a.test/", "connections", 2, "connections-per-host", 3);
        assertThatThrownBy(() -> CrawlOptions.read(Settings.of(settings)))
                .hasMessageContaining("connections-per-host is 3");
        assertThatThrownBy(() -> with("store", "none,warc")).hasMessageContaining("choose one");
        assertThatThrownBy(() -> CrawlOptions.read(Settings.of(Map.of())))
                .hasMessageContaining("no URL");
    }

    @Test
    void aPatternMayHoldACommaAndAListOfStoresIsSplitAtThem() {
        assertThat(with("include", "/p[12]{1,2}").reach().include()).hasSize(1);
        assertThat(with("store", "warc,jsonl").storage().stores())
                .containsExactlyInAnyOrder(StoreKind.WARC, StoreKind.JSONL);
    }

    @Test
    void theNormalFormIsConfigured() {
        var options = with("normal-form", "fragment,www-alias,tracking-parameters");
        var form = options.reach().normal().form();
        assertThat(form.apply(Url.of("http://www.a.test/x?utm_source=1#y")))
                .hasToString("http://a.test/x");
        var own = with("tracking-parameters", "from");
        assertThat(own.reach().normal().form().apply(Url.of("http://a.test/x?from=1&utm_source=2")))
                .hasToString("http://a.test/x?utm_source=2");
    }

    @Test
    void sitesGetHeadersAndLogins() {
        var options =
                with(
                        "sites",
                        List.of(Map.of("A.test", List.of("X-Key: 17", "login: ann:se:cret"))));
        var site = Objects.requireNonNull(options.network().bySite().get("https://a.test"));
        assertThat(site.headers())
                .extracting(header -> header.name() + "=" + header.value())
                .containsExactly("X-Key=17");
        assertThat(site.credentials().orElseThrow().password()).isEqualTo("se:cret");
        assertThat(
                        with("sites", List.of(Map.of("http://A.test:8080", List.of("X: 1"))))
                                .network()
                                .bySite())
                .containsOnlyKeys("http://a.test:8080");
        assertThatThrownBy(() -> with("sites", List.of(Map.of("ftp://a.test", List.of("X: 1")))))
                .isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> with("sites", List.of(Map.of("a.test/b", List.of("X: 1")))))
                .isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> with("sites", List.of(Map.of("a.test", List.of("nonsense")))))
                .isInstanceOf(UsageException.class);
    }

    @Test
    void aProxyIsReadWithItsCredentials() {
        var proxy =
                with("proxy", "socks5://ann:p%40ss@127.0.0.1:1081").network().proxy().orElseThrow();
        assertThat(proxy.port()).isEqualTo(1081);
        assertThat(proxy.credentials().orElseThrow().password()).isEqualTo("p@ss");
        for (String text : List.of("http://127.0.0.1:80", "connect://127.0.0.1:3128")) {
            assertThat(with("proxy", text).settings().written()).containsEntry("proxy", text);
        }
    }

    @Test
    void aSeedWithoutASchemeIsTakenAsHttps() {
        assertThat(with("seeds", "example.test").seeds())
                .extracting(Object::toString)
                .containsExactly("https://example.test/");
    }

    @Test
    void requestsAreLimitedByThePagesUnlessToldOtherwise() {
        assertThat(with("max-pages", 100).limits().requests()).isEqualTo(11_000);
        assertThat(with("max-requests", 7).limits().requests()).isEqualTo(7);
        assertThat(with("max-depth", 1).limits().requests()).isEqualTo(Long.MAX_VALUE);
        assertThat(with("max-pages", Long.MAX_VALUE - 1).limits().requests())
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatIsSavedReadsBackTheSame() throws IOException {
        var settings =
                Map.of(
                        "seeds",
                        List.of("http://a.test/", "http://b.test/x"),
                        "include",
                        List.of("a.*b", "c"),
                        "max-pages",
                        17,
                        "delay",
                        "250ms",
                        "dns",
                        "127.0.0.1:5353",
                        "filters",
                        List.of(
                                "scheme",
                                Map.of("length", 300),
                                Map.of("bad-hosts", List.of("x.test", "y.test"))));
        var options = CrawlOptions.read(Settings.of(settings));
        Path file = folder.resolve("crawl.yaml");
        options.settings().save(file);
        var again = CrawlOptions.read(Settings.load(file));
        // Patterns have no equals: compare what would be saved.
        Path second = folder.resolve("again.yaml");
        again.settings().save(second);
        assertThat(second).hasSameTextualContentAs(file);
        assertThat(again.seeds()).isEqualTo(options.seeds());
        assertThat(again.limits()).isEqualTo(options.limits());
        assertThat(again.politeness()).isEqualTo(options.politeness());
        assertThat(again.reach().filters()).isEqualTo(options.reach().filters());
    }

    @Test
    void aBrokenFileIsTheUsersMistakeAndNamesTheFile() throws IOException {
        Path file = folder.resolve("broken.yaml");
        Files.writeString(file, "a: [1\nb: }");
        assertThatThrownBy(() -> Settings.load(file))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("broken.yaml");
        Files.writeString(file, "just a sentence");
        assertThatThrownBy(() -> Settings.load(file))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("key: value");
        Files.writeString(file, "");
        assertThat(Settings.load(file).get(Settings.SEEDS)).isEmpty();
    }

    @Test
    void aConfigurationMayListAHundredThousandSeeds(@TempDir Path folder) throws Exception {
        var seeds = new ArrayList<String>();
        for (int i = 0; i < 100_000; i++) seeds.add("https://www.example.org/a/longer/path/" + i);
        Path file = folder.resolve("crawl.yaml");
        Settings.of(Map.of("seeds", seeds)).save(file);
        assertThat(Settings.load(file).get(Settings.SEEDS))
                .extracting(Url::toString)
                .isEqualTo(seeds);
    }

    @Test
    void onlyTheOwnerCanReadAConfiguration(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("crawl.yaml");
        Settings.of(Map.of("seeds", "http://a.test/")).save(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }
}
