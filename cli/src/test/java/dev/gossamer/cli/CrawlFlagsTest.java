package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.CrawlOptions;
import dev.gossamer.crawl.Setting;
import dev.gossamer.crawl.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The table of settings as it is met on the command line. */
class CrawlFlagsTest {
    @TempDir Path folder = Path.of("");

    @Command(name = "crawl")
    static final class Line {
        @Parameters(arity = "0..*")
        private List<String> urls = List.of();

        @Mixin private CrawlFlags flags = new CrawlFlags();
    }

    private static CrawlOptions options(String... args) throws IOException {
        var line = new Line();
        var command = new CommandLine(line);
        CrawlFlags.addTo(command.getCommandSpec());
        var given = command.parseArgs(args);
        var crawl = Crawl.of();
        line.flags.apply(given, line.urls, crawl);
        return crawl.options();
    }

    /** A value of each setting that is not its default; flags have none. */
    private static final Map<String, String> OTHERS =
            Map.ofEntries(
                    Map.entry("scope", "domain"),
                    Map.entry("include", "a{1,2}"),
                    Map.entry("exclude", "x"),
                    Map.entry("order", "dfs"),
                    Map.entry("types", "text/,image/"),
                    Map.entry("decline", "404,oversized"),
                    Map.entry("near-duplicates", "drop"),
                    Map.entry("max-time", "1m"),
                    Map.entry("max-body", "1k"),
                    Map.entry("delay", "2s"),
                    Map.entry("domain-delay", "2s"),
                    Map.entry("max-crawl-delay", "2s"),
                    Map.entry("ignore-robots", "own.a.test"),
                    Map.entry("block", "*.b.test"),
                    Map.entry("retry-wait", "2s"),
                    Map.entry("set-aside", "2s"),
                    Map.entry("timetable", "mon-fri 08:00-18:00 10"),
                    Map.entry("pace", "a.test delay=7s"),
                    Map.entry("agent", "Me"),
                    Map.entry("user-agent", "Gossamer of Ann"),
                    Map.entry("contact", "me@a.test"),
                    Map.entry("dns", "127.0.0.1:53"),
                    Map.entry("proxy", "http://127.0.0.1:1"),
                    Map.entry("timeout", "2s"),
                    Map.entry("total-timeout", "2s"),
                    Map.entry("store", "jsonl,pages"),
                    Map.entry("compression", "zstd"),
                    Map.entry("warc-size", "2m"),
                    Map.entry("plugin", "/my.jar"),
                    Map.entry("use", "com.example.MyStore"),
                    Map.entry("known", "/earlier"));

    static Stream<Setting<?>> onTheCommandLine() {
        return Settings.all().stream().filter(each -> !each.isFileOnly());
    }

    @ParameterizedTest
    @MethodSource("onTheCommandLine")
    void anOptionReachesItsSetting(Setting<?> setting) throws IOException {
        var args = new ArrayList<String>();
        if (setting.isFlag()) {
            boolean isOn = setting.usual().equals(true);
            args.add((isOn ? "--no-" : "--") + setting.name());
        } else {
            args.add("--" + setting.name());
            args.add(OTHERS.getOrDefault(setting.name(), "3"));
        }
        args.add("http://a.test/");
        var options = options(args.toArray(String[]::new));
        assertThat(options.seeds()).hasSize(1);
        assertThat(view(options)).isNotEqualTo(view(options("http://a.test/")));
    }

    /** Everything but the settings themselves. */
    private static String view(CrawlOptions options) {
        return List.of(
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
    @CsvSource({
        "--cookies, true",
        "--cookies=true, true",
        "--cookies=false, false",
        "--no-cookies, false",
        "--index, true",
        "--no-index, false",
    })
    void aFlagTakesNoUrlForItsValue(String flag, boolean isOn) throws IOException {
        var options = options(flag, "http://a.test/");
        assertThat(options.seeds()).hasSize(1);
        var setting = flag.contains("cookies") ? Settings.COOKIES : Settings.INDEX;
        assertThat(options.settings().get(setting)).isEqualTo(isOn);
    }

    @Test
    void theCommandLineWinsOverTheFile() throws IOException {
        Path file =
                Files.writeString(folder.resolve("my.yaml"), "delay: 7s\nrate: 3\nindex: true\n");
        var options = options("--config", file.toString(), "--delay", "9s", "--no-index", "a.test");
        assertThat(options.politeness().delay()).isEqualTo(Duration.ofSeconds(9));
        assertThat(options.politeness().requestsPerSecond()).isEqualTo(3);
        assertThat(options.settings().get(Settings.INDEX)).isFalse();
    }

    @Test
    void repeatedOptionsAddUp() throws IOException {
        var options = options("--include", "a,b", "--include", "c", "a.test");
        assertThat(options.reach().include()).hasSize(2);
    }

    private static List<String> help(String... args) {
        var out = new StringWriter();
        int exit = Main.run(args, new PrintWriter(out, true), new PrintWriter(out, true));
        assertThat(exit).isZero();
        return out.toString().lines().toList();
    }

    @Test
    void theHelpBeginsWithOneLineOfSynopsisAndTwoExamples() {
        var lines = help("crawl", "--help");
        assertThat(lines.getFirst()).isEqualTo("Usage: gossamer crawl [OPTIONS] URL...");
        assertThat(lines.subList(1, 7).toString())
                .contains("Examples:", "gossamer crawl https://example.org/", "--seeds urls.txt");
        assertThat(lines).as("fits on a screen or two").hasSizeLessThan(50);
        assertThat(lines.toString())
                .contains("--delay", "--max-pages", "--scope", "--contact", "--out", "--seeds")
                .doesNotContain("--adaptive-delay", "--warc-size")
                .contains("more options: gossamer crawl --help-all");
    }

    @Test
    void helpAllHasEveryOptionByGroupInTheOrderOfTheTable() {
        for (String command : List.of("crawl", "resume")) {
            String text = String.join("\n", help(command, "--help-all"));
            int at = 0;
            for (var setting : onTheCommandLine().toList()) {
                String name = setting.isFlag() ? "[no-]" + setting.name() : setting.name();
                var found = Pattern.compile("  --" + Pattern.quote(name) + "[\\s=]").matcher(text);
                assertThat(found.find(at)).as(command + " " + name).isTrue();
                at = found.end();
            }
            for (var group : Setting.Group.values()) assertThat(text).contains(group.title() + ":");
        }
    }

    @Test
    void theHelpTellsTheDefaults() {
        String text = String.join(" ", help("crawl", "--help-all")).replaceAll("\\s+", " ");
        assertThat(text).contains("that host or address. Default: 1s.");
        assertThat(Objects.requireNonNull(Settings.named("delay")).usualText()).contains("1s");
    }
}
