package dev.gossamer.replay;

import static dev.gossamer.replay.TestArchive.FIRST;
import static dev.gossamer.replay.TestArchive.SECOND;
import static dev.gossamer.replay.TestArchive.get;
import static dev.gossamer.replay.TestArchive.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What pywb and other tools ask for. */
class WaybackSiteTest {
    @TempDir private Path dir;

    @SuppressWarnings("NullAway.Init")
    private WaybackSite site;

    @BeforeEach
    void fill() throws IOException {
        var archive =
                TestArchive.in(dir)
                        .html("http://a.test/", FIRST, "first")
                        .html("http://a.test/", SECOND, "second")
                        .html("http://a.test/dir/x", FIRST, "x")
                        .html("http://sub.a.test/", FIRST, "sub")
                        .html("http://ab.test/", FIRST, "other")
                        .with(
                                "http://a.test/gone",
                                FIRST,
                                404,
                                "Content-Type: text/plain",
                                bytes("no"))
                        .with("http://a.test/moved", FIRST, 301, "Location: /", bytes(""));
        site = new WaybackSite(archive.archives(), () -> Instant.parse("2026-11-16T12:00:00Z"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String cdx(String query) throws IOException {
        var answer = site.answer(get("/wayback/c/cdx?" + query));
        assertThat(answer.status()).as(text(answer)).isEqualTo(200);
        return text(answer).strip();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    url=http://a.test/                               | http://a.test/ http://a.test/
                    url=a.test                                       | http://a.test/ http://a.test/
                    url=http%3A%2F%2Fa.test%2Fdir%2F*                | http://a.test/dir/x
                    url=http://a.test/dir/&matchType=prefix          | http://a.test/dir/x
                    url=a.test&matchType=host&filter=status:404      | http://a.test/gone
                    url=a.test&matchType=host&filter=!~status:[23].* | http://a.test/gone
                    url=a.test&matchType=host&filter==mime:text/plain | http://a.test/gone
                    url=*.a.test&filter=url:sub                      | http://sub.a.test/
                    url=a.test&matchType=domain&limit=1&sort=reverse | http://a.test/
                    url=a.test&from=202602                           | http://a.test/
                    url=a.test&to=2025                               | ''
                    url=a.test&limit=1                               | http://a.test/
                    url=b.test                                       | ''
                    """)
    void capturesAreFound(String query, String urls) throws IOException {
        assertThat(cdx(query + "&output=text&fl=original").replace('\n', ' ')).isEqualTo(urls);
    }

    @Test
    void domainHasItsHostsAndNoOthers() throws IOException {
        assertThat(cdx("url=a.test&matchType=domain&fl=url&output=text"))
                .contains("http://sub.a.test/", "http://a.test/dir/x")
                .doesNotContain("ab.test");
    }

    /** The question that pywb's remote index asks. */
    @Test
    void closestComesFirst() throws IOException {
        String query = "url=http%3A%2F%2Fa.test%2F&closest=20260301000000&sort=closest&limit=10";
        assertThat(cdx(query).lines().map(line -> line.split(" ")[1]))
                .containsExactly("20260315093000", "20260115093000");
        assertThat(cdx(query).lines().findFirst().orElse(""))
                .startsWith(
                        "test,a)/ 20260315093000 {\"url\": \"http://a.test/\", \"mime\": \"text/html\", \"status\": \"200\", \"digest\": \"")
                .contains("\"filename\": \"");
        assertThat(cdx("url=a.test&output=json&limit=-1"))
                .startsWith("{\"urlkey\": \"test,a)/\", \"timestamp\": \"20260315093000\"");
    }

    @Test
    void pagesAreCounted() throws IOException {
        assertThat(cdx("url=a.test&matchType=domain&showNumPages=true"))
                .isEqualTo("{\"pages\": 1, \"pageSize\": 3000, \"blocks\": 6}");
        assertThat(cdx("url=a.test&matchType=domain&page=1")).isEmpty();
        assertThat(cdx("url=a.test&matchType=domain&page=0").lines()).hasSize(6);
    }

    /** One more than an answer may have, in an index that is made of the first line of another. */
    @Test
    void moreCapturesThanAnAnswerMayHaveAreAllReached() throws IOException {
        int count = CdxQuery.MAX_LIMIT + 1;
        String rest = cdx("url=a.test&limit=1").split(" ", 3)[2];
        var lines = new ArrayList<String>();
        for (int i = 0; i < count; i++)
            lines.add("test,many)/ %d %s".formatted(20_260_000_000_000L + time(i), rest));
        Files.write(dir.resolve("cdxj/many.cdxj"), lines);
        String last = lines.getLast().split(" ", 3)[1];
        assertThat(cdx("url=many.test&sort=reverse&limit=1")).contains(" " + last + " ");
        assertThat(cdx("url=many.test&closest=2027&limit=1")).contains(" " + last + " ");
        assertThat(cdx("url=many.test&limit=-1")).contains(" " + last + " ");
        assertThat(cdx("url=many.test&showNumPages=true"))
                .isEqualTo("{\"pages\": 34, \"pageSize\": 3000, \"blocks\": 100001}");
        assertThat(cdx("url=many.test&page=33").lines())
                .hasSize(count - 33 * CdxServer.PAGE_ENTRIES)
                .last()
                .asString()
                .contains(" " + last + " ");
        var cut = site.answer(get("/wayback/c/cdx?url=many.test&fl=timestamp&output=text"));
        assertThat(text(cut).lines()).hasSize(CdxQuery.MAX_LIMIT);
        assertThat(cut.headers()).containsEntry(CdxServer.CUT, "100000");
        var wanted = site.answer(get("/wayback/c/cdx?url=many.test&limit=9"));
        assertThat(wanted.headers()).doesNotContainKey(CdxServer.CUT);
    }

    /** A moment of January as digits: day, hour, minute, second. */
    private static long time(long seconds) {
        long day = 1 + seconds / 86_400;
        long rest = seconds % 86_400;
        return 100_000_000L
                + day * 1_000_000
                + rest / 3_600 * 10_000
                + rest / 60 % 60 * 100
                + rest % 60;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "url=",
                "url=a.test&matchType=x",
                "url=a.test&limit=x",
                "url=a.test&limit=0",
                "url=a.test&from=12",
                "url=a.test&filter=x",
                "url=a.test&filter=nofield:x",
                "url=a.test&filter=~url:(",
                "url=a.test&fl=nofield",
                "url=a.test&sort=closest",
                "url=a.test&output=xml",
                "url=a.test&page=-1",
            })
    void whatMakesNoSenseIsSaid(String query) throws IOException {
        var answer = site.answer(get("/wayback/c/cdx?" + query));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(text(answer)).hasSizeGreaterThan(8);
    }

    @Test
    void aCaptureComesAsItWas() throws IOException {
        var answer = site.answer(get("/wayback/c/20260120000000id_/http://a.test/"));
        assertThat(text(answer)).isEqualTo("first");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers())
                .containsEntry("Content-Type", "text/html; charset=utf-8")
                .containsEntry("Content-Disposition", "attachment")
                .containsEntry("Memento-Datetime", "Thu, 15 Jan 2026 09:30:00 GMT")
                .containsEntry(
                        "Content-Location",
                        "http://127.0.0.1:8700/wayback/c/20260115093000id_/http://a.test/")
                .doesNotContainKey("Set-Cookie");
        assertThat(answer.headers().get("Content-Security-Policy")).startsWith("sandbox;");
        assertThat(site.answer(get("/wayback/c/2026id_/http://a.test/gone")).status())
                .isEqualTo(404);
        var moved = site.answer(get("/wayback/c/2026id_/http:/a.test/moved"));
        assertThat(moved.status()).isEqualTo(301);
        assertThat(moved.headers().get("Location"))
                .isEqualTo("http://127.0.0.1:8700/wayback/c/20260115093000id_/http://a.test/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026id_/", "timemap/link/", ""})
    void aCaptureIsFoundByAnySpellingThatTheCrawlTakesForIt(String kind) throws IOException {
        String target = "/wayback/c/" + kind + "http://a.test/dir/x;jsessionid=1";
        assertThat(site.answer(get(target)).status()).isIn(200, 302);
    }

    @Test
    void theTimeGateObeysAcceptDatetime() throws IOException {
        var answer =
                site.answer(
                        get(
                                "/wayback/c/http://a.test/",
                                "accept-datetime",
                                "Fri, 16 Jan 2026 00:00:00 GMT"));
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.headers())
                .containsEntry("Vary", "accept-datetime")
                .containsEntry(
                        "Location",
                        "http://127.0.0.1:8700/wayback/c/20260115093000id_/http://a.test/");
        assertThat(answer.headers().get("Link"))
                .contains("<http://a.test/>; rel=\"original\"", "rel=\"timemap\"");
        assertThat(site.answer(get("/wayback/c/http://a.test/")).headers().get("Location"))
                .contains("/20260315093000id_/");
        assertThat(
                        site.answer(get("/wayback/c/http://a.test/", "accept-datetime", "soon"))
                                .status())
                .isEqualTo(400);
    }

    @Test
    void theTimeMapNamesAllCaptures() throws IOException {
        var answer = site.answer(get("/wayback/c/timemap/link/http://a.test/"));
        assertThat(answer.headers()).containsEntry("Content-Type", "application/link-format");
        assertThat(text(answer).lines())
                .hasSize(5)
                .anyMatch(
                        line ->
                                line.equals(
                                        "<http://127.0.0.1:8700/wayback/c/20260115093000id_/http://a.test/>; rel=\"first memento\"; datetime=\"Thu, 15 Jan 2026 09:30:00 GMT\","));
        assertThat(text(answer)).contains("rel=\"last memento\"");
    }

    private Path warcFile() throws IOException {
        try (var files = Files.list(dir)) {
            return files.filter(each -> each.toString().endsWith(".warc.gz"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aWarcFileThatIsBeingWrittenHasTheNameThatTheIndexKnows() throws IOException {
        Path file = warcFile();
        Path open = Files.move(file, Path.of(file + ".open"));
        assertThat(site.answer(get("/warc/c/" + file.getFileName())).body())
                .isEqualTo(new WebAnswer.Body.FilePart(open, 0, Files.size(open)));
    }

    @Test
    void warcFilesComeWholeOrInRanges() throws IOException {
        Path file = warcFile();
        String target = "/warc/c/" + file.getFileName();
        long size = Files.size(file);
        var whole = site.answer(get(target));
        assertThat(whole.body()).isEqualTo(new WebAnswer.Body.FilePart(file, 0, size));
        String tag = whole.headers().getOrDefault("ETag", "");
        assertThat(site.answer(get(target, "range", "bytes=10-19")).body())
                .isEqualTo(new WebAnswer.Body.FilePart(file, 10, 10));
        var rest = site.answer(get(target, "range", "bytes=-5"));
        assertThat(rest.status()).isEqualTo(206);
        assertThat(rest.headers())
                .containsEntry(
                        "Content-Range", "bytes %d-%d/%d".formatted(size - 5, size - 1, size))
                .containsEntry("Content-Length", "5");
        assertThat(site.answer(get(target, "range", "bytes=" + size + "-")).status())
                .isEqualTo(416);
        assertThat(site.answer(get(target, "range", "bytes=9-1")).status()).isEqualTo(200);
        var head = new WebCall("HEAD", "http://x", target, Map.of("range", "bytes=1-2"));
        assertThat(site.answer(head).status()).isEqualTo(200);
        assertThat(site.answer(get(target, "range", "lines=1-2")).status()).isEqualTo(200);
        for (String tags : List.of(tag, "*", "W/" + tag, "\"a\", W/\"b\" , " + tag)) {
            var same = site.answer(get(target, "if-none-match", tags));
            assertThat(same.status()).as(tags).isEqualTo(304);
            assertThat(same.headers()).containsKey("ETag").doesNotContainKey("Content-Length");
        }
        assertThat(site.answer(get(target, "if-none-match", "\"a\", W/\"b\"")).status())
                .isEqualTo(200);
        var stale = Map.of("range", "bytes=1-2", "if-range", "\"old\"");
        assertThat(site.answer(new WebCall("GET", "http://x", target, stale)).status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/warc/c/../cdxj/index.cdxj",
                "/warc/c/..%2fcdxj",
                "/warc/c/",
                "/warc/d/x",
                "/warc/../x",
                "/wayback/d/cdx?url=x",
                "/wayback/c",
                "/wayback/c/20261399000000id_/http://a.test/",
                "/wayback/c/javascript:alert(1)",
                "/wayback/c/2026id_/file:///etc/passwd",
            })
    void nothingElseCanBeHad(String target) throws IOException {
        assertThat(site.answer(get(target)).status()).isIn(400, 404);
    }

    @Test
    void openSearchNamesTheCrawl() throws IOException {
        assertThat(text(site.answer(get("/wayback/c/opensearch.xml"))))
                .contains("<ShortName>c</ShortName>", "q={searchTerms}");
    }

    @Test
    void onlyReadingIsAnswered() throws IOException {
        assertThat(
                        site.answer(new WebCall("POST", "http://x", "/wayback/c/cdx", Map.of()))
                                .status())
                .isEqualTo(405);
    }
}
