package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a resume does with other options than before, as somebody who types the command sees it. */
class ResumeIT {
    @TempDir Path folder = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private String home() {
        return folder.resolve("crawl").toString();
    }

    private void run(String... args) {
        var all = new ArrayList<>(List.of(args));
        int status = Main.run(all.toArray(new String[0]), writer(out), writer(err));
        assertThat(status).as(err::toString).isZero();
    }

    private static PrintWriter writer(StringWriter to) {
        return new PrintWriter(to, true);
    }

    private void crawl(String seed, String options) {
        run(words("crawl " + seed + " -o " + home() + " --delay 0 " + options));
    }

    private void resume(String options) {
        run(words("resume " + home() + " " + options));
    }

    private static String[] words(String line) {
        return line.strip().split(" +");
    }

    @Test
    void seedsAreAddedAndTheScopeGrows() throws IOException {
        try (var old = new PageSite();
                var other = new PageSite()) {
            old.links("/", "/1", "/2", other.url("/from-old"));
            old.links("/1", "/3").links("/2").links("/3");
            other.links("/", "/a").links("/a").links("/from-old");
            crawl(old.url("/"), "--max-pages 2");
            var more = Files.writeString(folder.resolve("more.txt"), other.url("/") + "\n");
            resume("--max-pages 100 --seeds " + more);
            assertThat(old.requests()).containsExactlyInAnyOrder("/", "/1", "/2", "/3");
            assertThat(other.requests()).containsExactlyInAnyOrder("/", "/a", "/from-old");
            assertThat(err.toString()).contains("1 seed is added");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --max-depth 1           | --max-depth 3            | max-depth is 3, it was 1
                    --include /1$           | --include /              | include is /, it was /1$
                    --exclude /2            | --exclude /nothing       | exclude is /nothing, it was /2
                    --scope page            | --scope host             | scope is host, it was page
                    --max-pages-per-host 2  | --max-pages-per-host 99  | max-pages-per-host is 99, it was 2
                    --types image/          | --types text/,image/     | types is text/, image/, it was image/
                    """)
    void whatAWiderOptionLetsInIsTakenUp(String narrow, String wide, String told)
            throws IOException {
        try (var site = new PageSite()) {
            site.links("/", "/1", "/2").links("/1", "/1/2", "/2").links("/1/2", "/1/2/3");
            site.links("/2", "/").links("/1/2/3");
            int status =
                    Main.run(
                            words(
                                    "crawl "
                                            + site.url("/")
                                            + " --delay 0 -o "
                                            + home()
                                            + " "
                                            + narrow),
                            writer(out),
                            writer(err));
            assertThat(status).isLessThan(2);
            assertThat(site.requests()).doesNotContain("/1/2/3");
            resume(wide);
            assertThat(site.requests()).contains("/", "/1", "/2", "/1/2", "/1/2/3");
            // What was fetched is not fetched again, but what had not been wanted.
            if (!narrow.contains("types")) assertThat(site.requests()).doesNotHaveDuplicates();
            assertThat(err.toString()).contains(told);
            assertThat(out.toString()).contains("pages     5 ");
        }
    }

    @Test
    void resourcesAreTakenUpFromThePagesFetchedBefore() throws IOException {
        try (var site = new PageSite()) {
            site.html("/", "<img src=/a.png><a href=/1>x</a>").html("/1", "<img src=/b.png>");
            crawl(site.url("/"), "");
            resume("--resources");
            assertThat(site.requests()).containsExactlyInAnyOrder("/", "/1", "/a.png", "/b.png");
        }
    }

    @Test
    void whatNoOptionLetsInIsNotAskedFor() throws IOException {
        try (var site = new PageSite();
                var other = new PageSite()) {
            site.links("/", "/1", other.url("/")).links("/1", "/2").links("/2");
            crawl(site.url("/"), "--max-depth 1");
            resume("--max-depth 2 --exclude /2");
            assertThat(site.requests()).containsExactlyInAnyOrder("/", "/1");
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void withoutAnArchiveTheCrawlSaysWhatItCannotDo() throws IOException {
        try (var site = new PageSite()) {
            site.links("/", "/1").links("/1", "/2").links("/2");
            crawl(site.url("/"), "--max-depth 1 --store none");
            resume("--max-depth 3");
            assertThat(err.toString())
                    .contains("the pages fetched so far were not archived, so their links");
        }
    }

    @Test
    void robotsTxtIsNotAskedForAgainBeforeItsTime() throws IOException {
        try (var site = new PageSite()) {
            site.answer("/robots.txt", 200, "User-agent: *\nDisallow: /2\n");
            site.links("/", "/1", "/2", "/3").links("/1").links("/2").links("/3");
            crawl(site.url("/"), "--max-pages 2");
            resume("--max-pages 100");
            assertThat(site.requests()).containsExactlyInAnyOrder("/", "/1", "/3");
            assertThat(site.count("/robots.txt")).isEqualTo(1);
        }
    }

    @Test
    void robotsTxtThatMustNotBeKeptIsAskedForAgain() throws IOException {
        try (var site = new PageSite()) {
            site.answer("/robots.txt", 500, "");
            site.links("/", "/1").links("/1");
            Main.run(
                    words("crawl " + site.url("/") + " --retry-wait 1ms --delay 0 -o " + home()),
                    writer(out),
                    writer(err));
            assertThat(site.requests()).isEmpty();
            site.answer("/robots.txt", 200, "");
            resume("");
            assertThat(site.requests()).containsExactlyInAnyOrder("/", "/1");
        }
    }

    @Test
    void whatFailedIsAskedForOnceMore() throws IOException {
        try (var site = new PageSite()) {
            site.links("/", "/1", "/gone", "/broken").links("/1").answer("/broken", 503, "");
            crawl(site.url("/"), "--retry-wait 1ms --max-attempts 2");
            assertThat(out.toString()).contains("pages     2 ");
            site.links("/gone", "/behind").links("/behind").links("/broken");
            run("retry", home());
            assertThat(out.toString()).contains("pages     5 ");
            assertThat(site.count("/1")).isEqualTo(1);
            assertThat(site.count("/gone")).isEqualTo(2);
            var why = new StringWriter();
            Main.run(words("why " + home() + " " + site.url("/gone")), writer(why), writer(err));
            assertThat(why.toString()).contains("was fetched").doesNotContain("answered 404");
        }
    }

    @Test
    void whatARetryHasQueuedIsNotQueuedByTheNextToo() throws IOException {
        try (var site = new PageSite()) {
            site.links("/", "/gone1", "/gone2");
            crawl(site.url("/"), "");
            for (int i = 0; i < 2; i++) run("retry", home(), "--max-requests", "1");
            assertThat(site.count("/gone1")).isEqualTo(1);
            run("retry", home(), "--max-requests", "1000");
            assertThat(site.count("/gone1")).isEqualTo(2);
            assertThat(site.count("/gone2")).isEqualTo(2);
            run("retry", home());
            assertThat(site.count("/gone1")).isEqualTo(3);
        }
    }
}
