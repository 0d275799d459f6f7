package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.url.Url;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @TempDir Path folder = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Main.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
    }

    @ParameterizedTest
    @CsvSource({
        "crawl http://a.test/ --colour red, --colour",
        "crawl http://a.test/ --delay soon, delay is 'soon'",
        "crawl http://a.test/ --max-pages, --max-pages",
        "crawl http://a.test/ --max-pages 0, at least 1",
        "crawl http://a.test/ --timeout 0, timeout is '0'",
        "crawl http://a.test/ --max-head 1, --max-head is no longer a setting",
        "crawl http://a.test/ --max-head=1, --max-head is no longer a setting",
        "resume /no/such --slow-after 1s, (see 'gossamer resume --help')",
        "crawl http://a.test/ --max-page 1, did you mean '--max-pages'?",
        "crawl http://a.test/ --cookies=perhaps, --cookies",
        "crawl http://a.test/ --scope moon, scope is 'moon'",
        "crawl http://a.test/ --agent=a/b, one word without blanks and slashes",
        "crawl http://a.test/ --agent=, --agent is empty; leave it out for the default",
        "crawl http://a.test/ --delay=, --delay is empty; leave it out for the default",
        "crawl http://a.test/ --contact=me, expected a URL or a mail address",
        "crawl http://a.test/ --contact=a\u00a0b@c, expected a URL or a mail address",
        "crawl http://a.test/ --types=html, expected a media type or its beginning",
        "crawl http://a.test/ --user-agent MyBot/2, does not contain the name 'Gossamer'",
        "crawl http://a.test/ --user-agent=\u00e4, printable ASCII",
        "crawl http://a.test/ -o a -o b, --out",
        "crawl http://a.test/ --delay 1s --delay 2s, --delay' (DURATION) should be specified only once",
        "crawl http://a.test/ --include (, regular expression",
        "crawl http://a.test/ --connections 1 --connections-per-host 2, connections-per-host is 2",
        "crawl http://a.test/ --store none --store warc, --store",
        "crawl ht!tp://x, not a URL",
        "crawl javascript:alert(1), not a URL",
        "crawl, no URL",
        "crawl --seeds /no/such/file, /no/such/file",
        "crawl --config /no/such/file http://a.test/, /no/such/file",
        "crwal x, unknown command or argument",
        "crwal x, did you mean 'crawl'?",
        "report /no/such/folder, there is no folder /no/such/folder",
        "duplicates /no/such/folder, there is no folder /no/such/folder",
        "show /no/such/folder http://a.test/, there is no folder /no/such/folder",
        "import /no/such -o x, there is no file or folder /no/such",
        "import pom.xml -o x, pom.xml is neither a WARC nor a WACZ file",
        "import src/main -o x, src/main holds no WARC or WACZ file",
        "index src/main, src/main holds no archive to build them from; 'gossamer crawl' without --store makes one",
        "index /no/such, there is no folder /no/such",
        "export src/main --format urls -o /no/such/x, src/main holds no archive",
        "import pom.xml, -o",
        "import -o x, FILE",
        "export /no/such/folder --format urls, there is no folder /no/such/folder",
        "resume /no/such/folder, there is no folder /no/such/folder",
        "status /no/such/folder, there is no folder /no/such/folder",
        "links /no/such/folder, there is no folder /no/such/folder",
        "crwal http://a.test/, did you mean 'crawl'?",
        "simweb --hosts 0, not a web",
        "simweb judge /no/such/file, /no/such/file",
        "simweb judge /no/such/file --delay soon, duration is 'soon'",
        "bench --delay soon, duration is 'soon'",
        "search /no/such/folder words, there is no folder /no/such/folder",
        "search /no/such/folder words --limt 3, did you mean '--limit'?",
        "search pom.xml words, pom.xml is not a folder",
        "search src words, and no archive to build it from",
        "export src --format excel, is none of urls",
        "export src --format jsonl --fields colour, no field 'colour'",
        "export src --format markdown --fields url, --fields is for jsonl and parquet alone",
        "export src --format urls --fields url, --fields is for jsonl and parquet alone",
        "crawl --seeds src, which is a folder",
        "crawl --config src http://a.test/, which is a folder",
        "crawl help, not the name of a host",
        "crawl ./index.html, not the name of a host",
        "crawl index.html, not the name of a host",
        "hlep crawl, did you mean 'help'?",
        "completion csh, is none of bash",
    })
    void aMistakeGetsOneLineAndStatusTwo(String line, String told) {
        assertThat(run(line.split(" "))).as(err::toString).isEqualTo(2);
        assertThat(err.toString()).contains(told).startsWith("gossamer: ");
        assertThat(err.toString().strip().lines()).hasSize(1);
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"http://192.0.2.1/, true", "http://127.0.0.1:1/, false"})
    void whoVisitsOthersWithoutAContactIsWarned(String seed, boolean isWarned) {
        // Nothing leaves this machine: the proxy is one that nobody runs.
        String line = "crawl " + seed + " --proxy http://127.0.0.1:1 --retry-wait 1ms --delay 0";
        run((line + " --max-attempts 1 -o " + folder.resolve("crawl")).split(" "));
        assertThat((err + " " + out).contains("no --contact given")).isEqualTo(isWarned);
    }

    @Test
    void aDamagedFileIsToldWithTheFolderToDeleteAndTheWayBack() {
        var damaged = new IOException("links: /my crawls/a/links/manifest is damaged at offset 0");
        assertThat(Main.told(damaged))
                .endsWith(
                        "; delete /my crawls/a/links, and 'gossamer index /my crawls/a' builds it again");
    }

    @Test
    void anExceptionIsNamedWhereItsMessageSaysTooLittle() {
        assertThat(Main.told(new IOException("all is said"))).isEqualTo("all is said");
        assertThat(Main.told(new EOFException())).contains("reading or writing failed");
        assertThat(Main.told(new UnknownHostException("badhost")))
                .isEqualTo("UnknownHostException: badhost");
    }

    @ParameterizedTest
    @CsvSource({
        "2026, 2026-01-01T00:00:00Z",
        "2026-11, 2026-11-01T00:00:00Z",
        "2026-11-15, 2026-11-15T00:00:00Z",
        "2026-11-15T10:20, 2026-11-15T10:20:00Z",
        "2026-11-15 10:20:30, 2026-11-15T10:20:30Z",
        "2026-11-15T10:20:30Z, 2026-11-15T10:20:30Z",
        "2026-11-15T10:20:30.5Z, 2026-11-15T10:20:30.5Z",
        "20261115102030, 2026-11-15T10:20:30Z",
    })
    void aMomentIsReadToAnyPrecision(String text, Instant moment) {
        assertThat(ShowCommand.time(text)).isEqualTo(moment);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-1-1", "2026-1-12", "202", "20261", "2026-13", "yesterday"})
    void whatMayMeanSeveralMomentsIsRefused(String text) {
        assertThatThrownBy(() -> ShowCommand.time(text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--at is '" + text + "'");
    }

    @Test
    void aFolderThatCannotBeWrittenIsTold() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(run("crawl", "http://127.0.0.1:9/", "-o", file.toString())).isEqualTo(2);
        assertThat(run("crawl", "http://127.0.0.1:9/", "-o", file.resolve("below").toString()))
                .isEqualTo(2);
        assertThat(err.toString().lines().filter(line -> line.startsWith("gossamer: ")))
                .hasSize(2)
                .allMatch(line -> line.contains(file.toString()));
    }

    @Test
    void aFolderThatHoldsACrawlIsLeftAlone() throws IOException {
        Files.writeString(folder.resolve("crawl.yaml"), "seeds: []");
        assertThat(run("crawl", "--quiet", "http://127.0.0.1:9/", "-o", folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("already holds a crawl")
                .endsWith(": gossamer resume " + folder + System.lineSeparator());
        assertThat(folder.resolve("crawl.yaml")).hasContent("seeds: []");
    }

    @Test
    void aConfigurationThatCannotBeReadIsOneLine() throws IOException {
        String flow = "seeds: " + "[".repeat(20_000) + "]".repeat(20_000);
        String block = "a:\n" + " -".repeat(20_000) + " b\n";
        String self = "seeds: &a [[*a]]";
        for (String text : List.of(flow, block, self)) {
            Path file = Files.writeString(folder.resolve("config.yaml"), text);
            err.getBuffer().setLength(0);
            assertThat(run("crawl", "--config", file.toString())).isEqualTo(2);
            assertThat(err.toString()).startsWith("gossamer: " + file + ":");
            assertThat(err.toString().lines()).hasSize(1);
        }
        Path file = Files.write(folder.resolve("crawl.yaml"), new byte[] {'a', ':', (byte) 0xff});
        err.getBuffer().setLength(0);
        assertThat(run("resume", folder.toString())).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("gossamer: " + file + ": not a text in UTF-8\n");
    }

    @Test
    void bytesThatAreNoTextInTheLogAreReadOver() throws IOException {
        Files.writeString(folder.resolve("crawl.yaml"), "seeds: [http://a.test/]");
        Files.createDirectories(folder.resolve("state"));
        Files.write(
                folder.resolve("crawl.log"),
                "2026-01-01T00:00:00Z timeout 0 1 http://a.test/ - - - \u00ff\n"
                        .getBytes(StandardCharsets.ISO_8859_1));
        for (String command : List.of("why", "duplicates", "report")) {
            var args = new ArrayList<>(List.of(command, folder.toString()));
            if (command.equals("why")) args.add("http://a.test/");
            run(args.toArray(String[]::new));
            assertThat(err.toString()).doesNotContain("Malformed");
        }
        assertThat(CrawlDirectory.open(folder).failedRequests())
                .containsEntry(Url.of("http://a.test/"), "timeout");
    }

    @Test
    void jsonIsUtf8WhateverTheLocale() {
        var latin = StandardCharsets.ISO_8859_1;
        assertThat(Main.charset(new String[] {"search", "--json"}, latin))
                .isEqualTo(StandardCharsets.UTF_8);
        assertThat(Main.charset(new String[] {"search"}, latin)).isEqualTo(latin);
        assertThat(Main.charset(new String[] {"search"}, StandardCharsets.US_ASCII))
                .isEqualTo(StandardCharsets.UTF_8);
    }

    @Test
    void coloursAreLeftOutWhereTheyAreNotWanted() {
        assertThat(Terminal.of(true, Map.of())).isEqualTo(new Terminal(true, true));
        assertThat(Terminal.of(true, Map.of("NO_COLOR", "")).hasColours()).isTrue();
        assertThat(Terminal.of(true, Map.of("NO_COLOR", "1"))).isEqualTo(new Terminal(true, false));
        assertThat(Terminal.of(true, Map.of("TERM", "dumb"))).isEqualTo(new Terminal(false, false));
        assertThat(Terminal.of(false, Map.of())).isEqualTo(new Terminal(false, false));
    }

    @Test
    void thePasswordOfAProxyMayComeFromTheEnvironment() {
        var environment = Map.of("GOSSAMER_PROXY_PASSWORD", "p w@1");
        assertThat(ProxyPassword.added("http://ann@127.0.0.1:1", environment))
                .isEqualTo("http://ann:p%20w%401@127.0.0.1:1");
        for (String other : List.of("http://127.0.0.1:1", "http://ann:own@127.0.0.1:1", "no url"))
            assertThat(ProxyPassword.added(other, environment)).isEqualTo(other);
        assertThat(ProxyPassword.added("http://ann@127.0.0.1:1", Map.of()))
                .isEqualTo("http://ann@127.0.0.1:1");
    }

    @Test
    void aPasswordOnTheCommandLineIsWarnedOf() throws IOException {
        String warning = "every user of this machine can see the password of --proxy";
        assertThat(run("crawl", "--proxy", "http://ann:secret@127.0.0.1:1")).isEqualTo(2);
        assertThat(err.toString()).contains(warning).doesNotContain("secret");
        err.getBuffer().setLength(0);
        Path file = Files.writeString(folder.resolve("proxy"), "http://ann:secret@127.0.0.1:1");
        assertThat(run("crawl", "--proxy", "@" + file)).isEqualTo(2);
        assertThat(run("crawl", "--proxy", "http://ann@127.0.0.1:1")).isEqualTo(2);
        assertThat(err.toString()).contains("no URL to start from").doesNotContain(warning);
    }

    @Test
    void onlyTheFolderOfADemoIsUsedAgainByADemo() throws IOException {
        Path mine = Files.writeString(folder.resolve("notes.txt"), "mine");
        Path settings = folder.resolve("crawl.yaml");
        Files.writeString(settings, "seeds: [http://a.test/]\ncontact: me@a.test\n");
        DemoCommand.forget(folder);
        assertThat(settings).exists();
        Files.writeString(settings, "seeds: [http://a.test/]\ncontact: demo@gossamer.test\n");
        assertThatThrownBy(() -> DemoCommand.forget(folder)).hasMessageContaining("other files");
        assertThat(settings).exists();
        Files.delete(mine);
        DemoCommand.forget(folder);
        assertThat(settings).doesNotExist();
    }

    @Test
    void aKnownFolderWithoutAnArchiveIsTold() {
        String home = folder.resolve("crawl").toString();
        assertThat(run("crawl", "http://127.0.0.1:9/", "-o", home, "--known", "/no/such"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("known is '/no/such'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "crawl --help",
                "crawl --help-all",
                "resume --help",
                "resume --help-all",
                "status --help",
                "demo --help",
                "import --help",
                "links --help",
                "why --help",
                "show --help",
                "export --help",
                "duplicates --help",
                "report --help",
                "serve --help",
                "cluster --help",
                "cluster create --help",
                "cluster status --help",
                "cluster set --help",
                "cluster search --help",
                "cluster links --help",
                "cluster why --help",
                "node --help",
                "simweb --help",
                "simweb judge --help",
                "bench --help"
            })
    void everyCommandExplainsItself(String line) {
        assertThat(run(line.split(" "))).isZero();
        assertThat(out.toString()).contains("Usage: gossamer");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void withoutACommandTheUsageIsShown() {
        assertThat(run()).isEqualTo(2);
        assertThat(out.toString()).contains("crawl", "resume", "status", "demo");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "crawl --version", "simweb judge --version"})
    void theVersionIsTold(String line) {
        assertThat(run(line.split(" "))).isZero();
        assertThat(out.toString()).matches("gossamer \\d+\\.\\d+\\.\\d+.*\\s+");
    }

    @Test
    void theCommandsAreListedByWhatPeopleWantToDo() {
        assertThat(run("help")).isZero();
        var lines = out.toString().lines().toList();
        assertThat(lines)
                .containsSubsequence(
                        "Crawl:",
                        "Look at a crawl:",
                        "Steer a running crawl:",
                        "Serve:",
                        "Repair:",
                        "Test:",
                        "Other:")
                .allMatch(line -> line.length() <= 100);
        for (String command : new picocli.CommandLine(new Main()).getSubcommands().keySet())
            assertThat(lines).anyMatch(line -> line.startsWith("  " + command + "  "));
        assertThat(out.toString()).contains("GOSSAMER_JAVA_OPTIONS", "Exit status:");
    }

    @Test
    void helpOfACommandIsTheSameEitherWay() {
        assertThat(run("help", "crawl")).isZero();
        String help = out.toString();
        out.getBuffer().setLength(0);
        assertThat(run("crawl", "--help")).isZero();
        assertThat(help).isEqualTo(out.toString());
    }

    @Test
    void completionKnowsEveryCommandAndItsOptions() {
        for (String shell : List.of("bash", "zsh", "fish")) {
            out.getBuffer().setLength(0);
            assertThat(run("completion", shell)).isZero();
            assertThat(out.toString())
                    .contains("crawl", "search", "max-pages", "connections-per-host");
        }
        assertThat(out.toString())
                .contains(
                        "complete -c gossamer -f -n __fish_use_subcommand -a crawl -d 'Crawl from",
                        "-n '__fish_seen_subcommand_from crawl' -l max-pages -r -d 'Stop after N pages");
    }

    @Test
    void failuresOfTheFileSystemAreSentences() {
        assertThat(Main.told(new NoSuchFileException("/x")))
                .isEqualTo("there is no file or folder /x");
        assertThat(Main.told(new AccessDeniedException("/x"))).isEqualTo("no permission to use /x");
        assertThat(Main.told(new FileSystemException("/x", null, "Read-only file system")))
                .isEqualTo("/x: Read-only file system");
        assertThat(run("export", folder.toString(), "--format", "urls", "-o", "/no/such/x"))
                .isEqualTo(2);
        assertThat(err.toString()).doesNotContain("Exception");
    }
}
