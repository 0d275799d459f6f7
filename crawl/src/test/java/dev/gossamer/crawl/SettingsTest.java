package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.gossamer.store.WarcOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What holds for every line of the table. */
class SettingsTest {
    private static final String BEGIN = "-Dsettings.docs=write -->\n";
    private static final String END = "<!-- end of the table -->";

    @TempDir Path folder = Path.of("");

    /** A value of each setting that is not its default. */
    static final Map<String, Object> OTHERS =
            Map.ofEntries(
                    Map.entry("seeds", List.of("http://b.test/x,y")),
                    Map.entry("scope", "domain"),
                    Map.entry("include", List.of("a{1,2}", "c")),
                    Map.entry("exclude", List.of("\\?")),
                    Map.entry("order", "pagerank"),
                    Map.entry("resources", true),
                    Map.entry("sitemaps", false),
                    Map.entry("relations", false),
                    Map.entry("check-links", true),
                    Map.entry("types", List.of("text/", "application/pdf")),
                    Map.entry("decline", List.of("oversized", "5xx")),
                    Map.entry("near-duplicates", "no-archive"),
                    Map.entry(
                            "filters",
                            List.of(
                                    "scheme",
                                    Map.of("length", "300"),
                                    Map.of("bad-hosts", List.of("x.test", "y.test")))),
                    Map.entry("normal-form", List.of("fragment", "www-alias")),
                    Map.entry("tracking-parameters", List.of("from")),
                    Map.entry("max-pages", 17L),
                    Map.entry("max-requests", 170L),
                    Map.entry("max-bytes", "301m"),
                    Map.entry("max-state", "300m"),
                    Map.entry("max-depth", 18L),
                    Map.entry("max-time", "19m"),
                    Map.entry("max-pages-per-host", 20L),
                    Map.entry("max-body", "21k"),
                    Map.entry("max-attempts", 22L),
                    Map.entry("delay", "250ms"),
                    Map.entry("connections-per-host", 2L),
                    Map.entry("connections", 24L),
                    Map.entry("rate", 2.5),
                    Map.entry("timetable", List.of("mon-fri 08:00-18:00 10")),
                    Map.entry("pace", List.of("*.a.test delay=5s")),
                    Map.entry("adaptive-delay", 2.5),
                    Map.entry("domain-delay", "26s"),
                    Map.entry("max-crawl-delay", "27s"),
                    Map.entry("ignore-robots", List.of("own.a.test")),
                    Map.entry("block", List.of("*.b.test")),
                    Map.entry("retry-wait", "28s"),
                    Map.entry("set-aside", "29s"),
                    Map.entry("agent", "Other"),
                    Map.entry(
                            "user-agent", "Mozilla/5.0 (compatible; Gossamer/9; +https://a.test)"),
                    Map.entry("contact", "ann@a.test"),
                    Map.entry("dns", List.of("127.0.0.1:5353", "[0:0:0:0:0:0:0:1]:53")),
                    Map.entry("proxy", "socks5://ann:p%40ss@127.0.0.1:1081"),
                    Map.entry("allow-private", true),
                    Map.entry("admitted", List.of("wiki.test 10.1.2.3:80")),
                    Map.entry("insecure", true),
                    Map.entry("cookies", true),
                    Map.entry(
                            "sites",
                            List.of(Map.of("a.test", List.of("X-Key: 17", "login: ann:secret")))),
                    Map.entry("timeout", "29s"),
                    Map.entry("total-timeout", "30s"),
                    Map.entry("store", List.of("warc", "jsonl")),
                    Map.entry("compression", "zstd"),
                    Map.entry("warc-size", "31m"),
                    Map.entry("index", false),
                    Map.entry("links", false),
                    Map.entry("metadata", true),
                    Map.entry("plugin", List.of("/my.jar")),
                    Map.entry("use", List.of("com.example.MyStore")),
                    Map.entry("known", List.of("/earlier")));

    static Stream<Setting<?>> all() {
        return Settings.all().stream();
    }

    private static SettingValues with(Setting<?> setting, Object written) {
        var all = new HashMap<String, Object>(Map.of("seeds", "http://a.test/"));
        all.put(setting.name(), written);
        return Settings.of(all);
    }

    private static Object other(Setting<?> setting) {
        return Objects.requireNonNull(
                OTHERS.get(setting.name()), "a new setting needs a line in OTHERS");
    }

    @ParameterizedTest
    @MethodSource("all")
    void everySettingIsWrittenAndReadBackTheSame(Setting<?> setting) throws IOException {
        var values = with(setting, other(setting));
        assertThat(values.written()).containsEntry(setting.name(), other(setting));
        Path file = folder.resolve("crawl.yaml");
        values.save(file);
        assertThat(Settings.load(file).written()).isEqualTo(values.written());
    }

    @ParameterizedTest
    @MethodSource("all")
    void everySettingReachesTheTypedView(Setting<?> setting) {
        var usual = CrawlOptions.read(Settings.of(Map.of("seeds", "http://a.test/")));
        assertThat(view(CrawlOptions.read(with(setting, other(setting)))))
                .as("groups of CrawlOptions for another " + setting)
                .isNotEqualTo(view(usual));
    }

    /** Everything but the settings themselves, and with the password of a login. */
    private static String view(CrawlOptions options) {
        return List.of(
                        options.seeds(),
                        options.reach(),
                        options.limits(),
                        options.politeness(),
                        options.pacing(),
                        options.identity(),
                        options.network(),
                        options.storage(),
                        options.own())
                .toString();
    }

    @ParameterizedTest
    @MethodSource("all")
    void theDefaultIsReadFromItsOwnText(Setting<?> setting) {
        assertThat(setting.help()).endsWith(".").isNotBlank();
        setting.usualText()
                .filter(_ -> setting != Settings.FILTERS)
                .ifPresent(text -> assertThat(setting.read(text)).isEqualTo(setting.usual()));
    }

    @Test
    void theDocumentationIsPrintedFromTheTable() throws IOException {
        Path page = Path.of("..", "docs", "configuration.md");
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        String printed = "\n" + SettingsPage.of(Settings.all());
        if ("write".equals(System.getProperty("settings.docs"))) {
            Files.writeString(
                    page, text.substring(0, begin) + printed + text.substring(text.indexOf(END)));
            return;
        }
        assertThat(text.substring(begin, text.indexOf(END)))
                .as("print it anew: -Dtest=SettingsTest -Dsettings.docs=write")
                .isEqualTo(printed);
    }

    @Test
    void everySettingHasARowWithItsRealDefault() throws IOException {
        String text = Files.readString(Path.of("..", "docs", "configuration.md"));
        assertThat(text).contains("| `delay` | `1s` |", "| `max-body` | `10m` |");
        assertThat(Settings.all())
                .allSatisfy(setting -> assertThat(text).contains("| `" + setting.name() + "` |"));
    }

    @Test
    void aProgramSetsValuesOfTheTypeOfTheSetting() {
        var options =
                Crawl.of("http://a.test/")
                        .set(Settings.DELAY, Duration.ofNanos(1_500_000))
                        .set(Settings.COMPRESSION, WarcOptions.Codec.ZSTD)
                        .set("max-time", Duration.ofHours(1))
                        .set("scope", Scope.DOMAIN)
                        .set("connections", 7)
                        .maxPages(9)
                        .contact("ann@a.test")
                        .options();
        assertThat(options.politeness().delay()).as("exactly").hasNanos(1_500_000);
        assertThat(options.storage().compression()).isEqualTo(WarcOptions.Codec.ZSTD);
        assertThat(options.limits().maxTime()).isEqualTo(Duration.ofHours(1));
        assertThat(options.reach().scope()).isEqualTo(Scope.DOMAIN);
        assertThat(options.settings().get(Settings.CONNECTIONS)).contains(7);
        assertThat(options.limits().maxPages()).isEqualTo(9);
        assertThat(options.identity().contact()).contains("ann@a.test");
    }

    @Test
    void valuesOfAProgramAreCheckedToo() {
        var crawl = Crawl.of("http://a.test/");
        assertThatThrownBy(() -> crawl.maxPages(0))
                .hasMessage("max-pages is '0'; expected a number of at least 1");
        assertThatThrownBy(() -> crawl.delay(Duration.ofSeconds(-1)))
                .isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> crawl.set(Settings.TIMEOUT, Duration.ZERO))
                .hasMessageContaining("above 0");
        assertThatThrownBy(() -> crawl.set(Settings.CONNECTIONS, Optional.of(0)))
                .isInstanceOf(UsageException.class);
    }

    private SettingValues parse(String yaml) {
        return SettingsFile.parse(
                "my.yaml",
                yaml,
                retired -> {
                    throw new UsageException(retired);
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delay: soon | my.yaml:1: delay is 'soon'",
                "# x\\nscope: host\\nscop: host | my.yaml:3: unknown setting 'scop'; did you mean 'scope'?",
                "quite-another: 1 | my.yaml:1: unknown setting 'quite-another'; docs/configuration.md",
                "seeds:\\n- http://a.test/\\n- 'ht!tp://' | my.yaml:3: not a URL",
                "rate: 1\\nrate: 2 | my.yaml:2: rate is set twice, first in line 1",
                "rate: 1\\nmax-head: 2 | my.yaml:2: max-head is no longer a setting",
                "a: &x [1]\\nb: *x | my.yaml:1: unknown setting 'a'",
                "seeds: [a.test]\\ninclude: *x | my.yaml:2: an alias",
                "[a]: b | my.yaml:1: expected a name",
                "seeds:\\n- | my.yaml:2: an entry of a list is empty",
                "filters:\\n- length: | my.yaml:2: there is nothing behind 'length:'",
                "sites:\\n- a.test: [\"X: y\\x0az\"] | my.yaml:2: sites: 'a.test'",
                "--- x | my.yaml: expected lines",
            })
    void aMistakeIsToldWithFileAndLine(String yaml, String told) {
        assertThatThrownBy(() -> parse(yaml.replace("\\n", "\n")))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(told)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @Test
    void whatIsLeftOutHasItsDefault() {
        var values = parse("delay:\nrate: ~\ncontact: ''\nmax-pages: null\n");
        assertThat(values.written()).isEqualTo(SettingValues.NONE.written());
    }

    @Test
    void secretsAreNotRepeated() {
        assertThatThrownBy(() -> parse("proxy: ftp://ann:secret@x"))
                .hasMessageContaining("socks5")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> parse("sites:\n- a.test: secret\n"))
                .hasMessageContaining("a.test")
                .hasMessageNotContaining("secret");
    }

    @Test
    void anOldCrawlCanBeResumed() throws IOException {
        Files.createDirectories(folder.resolve("state"));
        Files.writeString(
                folder.resolve("crawl.yaml"),
                "seeds: [http://a.test/]\nmax-head: 262144\nslow-after: 30s\ndelay: 2s\n");
        var retired = new ArrayList<String>();
        SettingsFile.read(folder.resolve("crawl.yaml"), retired::add);
        assertThat(retired)
                .containsExactly(
                        folder.resolve("crawl.yaml")
                                + ":2: max-head is no longer a setting: the head of an answer may have 256 KiB",
                        folder.resolve("crawl.yaml")
                                + ":3: slow-after is no longer a setting: the speed of an answer counts 30s after its first byte");
        assertThat(Crawl.resume(folder).options().politeness().delay())
                .isEqualTo(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((((a{1000}){1000}){1000}){1000})",
                "(?:(?:a{0,1000}){0,1000})",
                "(a|b{900}){900}",
                "[)]((x[(]{1000}){1000})",
                "[\\][]((a{1000}){1000}){1000}",
            })
    void aPatternThatWouldTakeAllMemoryIsRefused(String pattern) {
        assertThatThrownBy(() -> Settings.of(Map.of("include", List.of(pattern))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("too large");
    }

    @Test
    void aPatternInManyParenthesesIsRefused() {
        String deep = "(".repeat(100_000) + "a" + ")".repeat(100_000);
        assertThatThrownBy(() -> Settings.of(Map.of("exclude", deep)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("too large");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "^https?://[0-9]{1,3}(\\.[0-9]{1,3}){3}/",
                "[]a-z]{32}-[^]]{64}\\.(html?|php){1,}",
                "\\{1000}\\(x{1000}",
                "{a}{1000}",
            })
    void ordinaryPatternsAreTaken(String pattern) {
        assertThat(Settings.of(Map.of("include", List.of(pattern))).get(Settings.INCLUDE))
                .hasSize(1);
    }

    @Test
    void theSchemaDescribesEverySetting() {
        var schema = SettingsSchema.of(Settings.all());
        var properties = (Map<?, ?>) schema.get("properties");
        assertThat(properties).hasSize(Settings.all().size());
        var delay = (Map<?, ?>) Objects.requireNonNull(properties).get("delay");
        assertThat(delay).extracting("default", "x-group").containsExactly("1s", "Politeness");
        assertThat(JsonMapper.shared().writeValueAsString(schema)).contains("\"writeOnly\":true");
    }

    private static List<String> wrongBySchema(String yaml) {
        String schema = JsonMapper.shared().writeValueAsString(SettingsSchema.of(Settings.all()));
        var checker =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(schema, InputFormat.JSON);
        return checker.validate(yaml, InputFormat.YAML).stream().map(Object::toString).toList();
    }

    @ParameterizedTest
    @MethodSource("all")
    void theSchemaAdmitsWhatIsSaved(Setting<?> setting) throws IOException {
        Path file = folder.resolve("crawl.yaml");
        with(setting, other(setting)).save(file);
        assertThat(wrongBySchema(Files.readString(file))).isEmpty();
    }

    @Test
    void theSchemaAdmitsTheExamplesOfTheDocumentation() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "configuration.md"));
        var examples =
                Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
                        .matcher(page)
                        .results()
                        .map(match -> match.group(1))
                        .toList();
        assertThat(examples).hasSizeGreaterThan(1);
        for (String example : examples) {
            assertThat(wrongBySchema(example)).as(example).isEmpty();
            parse(example);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delay: soon",
                "delay: 5",
                "scope: galaxy",
                "max-pages: 0",
                "max-body: big",
                "index: perhaps",
                "store: [tape]",
                "colour: red"
            })
    void theSchemaRefusesWhatTheTableRefuses(String yaml) {
        assertThatThrownBy(() -> parse(yaml)).isInstanceOf(UsageException.class);
        assertThat(wrongBySchema(yaml)).isNotEmpty();
    }

    @Test
    void whatOtherReadersOfYamlTakeForFalseIsWrittenInQuotes(@TempDir Path home)
            throws IOException {
        Path file = home.resolve("crawl.yaml");
        SettingsFile.write(file, Map.of("near-duplicates", "off"));
        assertThat(file).hasContent("near-duplicates: 'off'\n");
        assertThat(Settings.load(file).get(Settings.NEAR_DUPLICATES))
                .isEqualTo(CrawlOptions.NearDuplicatePages.OFF);
    }
}
