package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a crawl begins and ends, as the command tells it. */
class CrawlEndIT {
    @TempDir Path folder = Path.of("");

    private @Nullable SmallSite opened;
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    private SmallSite site() {
        return Objects.requireNonNull(opened);
    }

    @BeforeEach
    void begin() throws IOException {
        opened = SmallSite.start();
    }

    @AfterEach
    void end() {
        site().close();
    }

    private int run(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        return Main.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
    }

    private Path home() {
        return folder.resolve("crawl");
    }

    /** Crawls fast, into the folder of this test. */
    private int crawl(String... more) {
        var args =
                new ArrayList<>(
                        List.of("crawl", "--delay", "0", "--retry-wait", "1ms", "--no-sitemaps"));
        args.addAll(List.of("--no-index", "--no-links", "-o", home().toString()));
        args.addAll(List.of(more));
        return run(args.toArray(String[]::new));
    }

    private String lastLine() {
        return err.toString().strip().lines().reduce((_, last) -> last).orElse("");
    }

    @Test
    void aSeedThatRobotsTxtForbidsIsNamed() {
        site().withRobots("User-agent: *\nDisallow: /\n");
        assertThat(crawl(site().url("/"))).isEqualTo(1);
        assertThat(lastLine())
                .isEqualTo(
                        "gossamer: not one page was fetched: robots.txt of "
                                + site().authority()
                                + " forbids the seed");
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404, 410})
    void aSeedThatIsNotThereIsNamedWithItsAnswer(int status) {
        site().with("/gone", status, "text/html", "no");
        assertThat(crawl(site().url("/gone"))).isEqualTo(1);
        assertThat(lastLine())
                .isEqualTo("gossamer: not one page was fetched: the seed answered " + status);
    }

    @Test
    void aRobotsTxtThatFailsIsNamed() {
        site().with("/robots.txt", 500, "text/plain", "no");
        assertThat(crawl(site().url("/"), "--set-aside", "1ms")).isEqualTo(1);
        assertThat(lastLine())
                .contains("not one page was fetched: robots.txt answered 500: " + site().url(""));
    }

    @Test
    void aNameThatDoesNotExistIsNamed() {
        assertThat(crawl("http://no-such-host.invalid/")).isEqualTo(1);
        assertThat(lastLine())
                .contains("not one page was fetched: no such host: http://no-such-host.invalid");
    }

    @Test
    void withoutAPageNothingIsCalledUpToDate() {
        assertThat(crawl(site().url("/missing"))).isEqualTo(1);
        assertThat(out.toString()).contains("pages     0").doesNotContain("up to date");
        assertThat(crawl("http://no-such-host.invalid/")).isEqualTo(1);
        assertThat(run("search", home().toString(), "home")).isEqualTo(2);
        assertThat(lastLine())
                .isEqualTo(
                        "gossamer: %s holds no page, so there is no search index either"
                                .formatted(home()));
        assertThat(run("links", home().toString())).isEqualTo(2);
        assertThat(lastLine()).contains("holds no page");
    }

    @Test
    void aFolderWithoutAPageMayBeCrawledIntoAgainAndOneWithPagesMayNot() throws IOException {
        site().withPage("/", "home", "");
        assertThat(crawl(site().url("/missing"))).isEqualTo(1);
        // A folder of the user's, in which perhaps not only we make folders named pages.
        Files.writeString(home().resolve("notes.txt"), "mine");
        assertThat(crawl(site().url("/"))).isEqualTo(2);
        assertThat(Files.readString(home().resolve("crawl.log"))).contains("/missing");
        Files.delete(home().resolve("notes.txt"));
        assertThat(crawl(site().url("/"))).as(err::toString).isZero();
        assertThat(Files.readString(home().resolve("crawl.log"))).doesNotContain("/missing");
        assertThat(crawl(site().url("/"))).isEqualTo(2);
        assertThat(err.toString()).contains("already holds a crawl");
    }

    @Test
    void aFolderWhoseStateIsGoneIsNotTakenForOneWithoutPages() throws IOException {
        site().withPage("/", "home", "");
        assertThat(crawl(site().url("/"))).isZero();
        CrawlFolder.delete(home().resolve("state"));
        assertThat(crawl(site().url("/"))).isEqualTo(2);
        assertThat(home().resolve("warc")).isDirectory();
    }

    @Test
    void aLimitIsToldWithTheWayOn() {
        site().withPage("/", "home", "<a href=/1>1</a><a href=/2>2</a>").withPage("/1", "one", "");
        assertThat(crawl(site().url("/"), "--max-pages", "1", "--quiet")).isZero();
        assertThat(out.toString())
                .contains(
                        "state     stopped: max-pages 1 is reached  (go on with: gossamer resume "
                                + home()
                                + " with a higher --max-pages)");
        assertThat(run("status", home().toString(), "--json")).isZero();
        assertThat(out.toString()).contains("\"reason\" : \"max-pages 1\"");
        assertThat(run("resume", home().toString(), "--max-pages", "2")).isZero();
        assertThat(out.toString()).contains("max-pages 2 is reached");
        assertThat(run("resume", home().toString(), "--max-pages", "9")).isZero();
        assertThat(out.toString()).contains("state     finished\n");
        assertThat(run("status", home().toString(), "--json")).isZero();
        assertThat(out.toString()).contains("\"reason\" : null");
    }

    @Test
    void theTimeLimitIsToldToo() {
        site().withPage("/", "home", "<a href=/1>1</a>")
                .withRobots("User-agent: *\nCrawl-delay: 50");
        assertThat(crawl(site().url("/"), "--max-time", "1ms")).isEqualTo(1);
        assertThat(out.toString()).contains("stopped: max-time 1ms is reached");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://a.test/", "http://127.0.0.1:9/ --known /no/such"})
    void whatCannotBeCrawledLeavesNoFolderAndOneLine(String line) {
        assertThat(crawl(line.split(" "))).isEqualTo(2);
        assertThat(err.toString().strip().lines()).hasSize(1);
        assertThat(home()).doesNotExist();
        assertThat(home().getParent()).isEmptyDirectory();
    }

    @Test
    void aWaitIsExplained() {
        site().withPage("/", "home", "<a href=/1>1</a>")
                .withRobots("User-agent: *\nCrawl-delay: 50\n");
        assertThat(crawl(site().url("/"), "--max-time", "4s", "--max-crawl-delay", "10s"))
                .isEqualTo(1);
        assertThat(err.toString())
                .containsPattern(
                        "0 pages .*waiting \\d+ s: Crawl-delay in the robots.txt of 127.0.0.1");
    }

    @Test
    void theRobotsTxtOfAHostOfOnesOwnIsIgnoredAndOfNoOther() {
        site().withRobots("User-agent: *\nDisallow: /\n").withPage("/", "home", "");
        assertThat(crawl(site().url("/"), "--ignore-robots", "localhost")).isEqualTo(1);
        assertThat(crawl(site().url("/"), "--ignore-robots", "127.0.0.1")).isZero();
        assertThat(site().requests()).filteredOn(each -> each.equals("GET /robots.txt")).hasSize(1);
        assertThat(crawl(site().url("/"), "--ignore-robots", "*.example.org/")).isEqualTo(2);
        assertThat(err.toString()).contains("expected the whole name of one host");
    }

    @Test
    void aCrawlStopsWhenItHasDownloadedEnough() {
        site().withPage("/", "home", "<a href=/1>1</a>" + "x".repeat(3000))
                .withPage("/1", "one", "");
        assertThat(crawl(site().url("/"), "--max-bytes", "2k")).isZero();
        assertThat(out.toString())
                .contains("stopped: max-bytes 2k is reached")
                .contains("pages     1 ");
    }

    @Test
    void headerFieldsGoToTheOriginOfTheSeedAndToNoOther() throws IOException {
        Path secrets = Files.writeString(folder.resolve("secrets"), "X-Api-Key: 17\n\n");
        try (var other = SmallSite.start()) {
            other.withPage("/", "other", "");
            site().withPage("/", "home", "<a href=" + other.url("/") + ">other</a>");
            assertThat(
                            crawl(
                                    site().url("/"),
                                    "--scope",
                                    "any",
                                    "--allow-private",
                                    "--header",
                                    "Accept-Language: de",
                                    "--header-file",
                                    secrets.toString()))
                    .isZero();
            assertThat(err.toString()).doesNotContain("every user of this machine");
            assertThat(site().sent("/", "X-Api-Key")).containsExactly("17");
            assertThat(site().sent("/", "Accept-Language")).containsExactly("de");
            assertThat(other.sent("/", "X-Api-Key")).containsExactly("null");
        }
    }

    @Test
    void aSecretOnTheCommandLineIsWarnedOfAndALoginNeedsAPassword() {
        site().withPage("/", "home", "");
        assertThat(crawl(site().url("/"), "--header", "Authorization: Bearer x")).isZero();
        assertThat(err.toString()).contains("every user of this machine can see");
        assertThat(site().sent("/", "Authorization")).containsExactly("Bearer x");
        assertThat(SiteFlags.password(Map.of("GOSSAMER_PASSWORD", "p"), Optional.empty()))
                .isEqualTo("p");
        assertThatThrownBy(() -> SiteFlags.password(Map.of(), Optional.empty()))
                .hasMessageContaining("set GOSSAMER_PASSWORD");
        assertThat(crawl(site().url("/"), "--header", "login: a:b")).isEqualTo(2);
    }
}
