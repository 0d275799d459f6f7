package dev.gossamer.replay;

import static dev.gossamer.replay.TestArchive.FIRST;
import static dev.gossamer.replay.TestArchive.SECOND;
import static dev.gossamer.replay.TestArchive.get;
import static dev.gossamer.replay.TestArchive.text;
import static dev.gossamer.replay.TestArchive.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archived pages as browsers get them. */
class ReplaySiteTest {
    private static final String PAGE = "http://a.test/dir/page";

    @TempDir private Path dir;

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2026-11-16T12:00:00Z"));
    private final ReplayTickets tickets = new ReplayTickets(new byte[32], now::get);

    /** A site with memory for whatever a test asks of it. */
    private interface Site {
        WebAnswer answer(WebCall call) throws IOException;
    }

    private Site site(TestArchive archive) throws IOException {
        var site = replay(archive);
        var ample = new AnswerMemory(Long.MAX_VALUE);
        return call -> {
            try (var share = ample.open()) {
                return site.answer(call, share);
            }
        };
    }

    private ReplaySite replay(TestArchive archive) throws IOException {
        return new ReplaySite(archive.archives(), tickets, _ -> "http://127.0.0.1:8700");
    }

    private String address(Instant at, String url) {
        return ReplaySite.path(tickets.issue("c"), "c", at, Url.of(url));
    }

    @Test
    void referencesLeadToCapturesOfTheSameTime() throws IOException {
        var archive =
                TestArchive.in(dir)
                        .html(
                                PAGE,
                                FIRST,
                                "<a href=next?a=1&amp;b=2#x>n</a><img srcset='a.png 1x, /b.png 2x'>"
                                        + "<iframe src=//b.test/></iframe><a href='#here'>h</a>");
        var answer = site(archive).answer(get(address(SECOND, PAGE)));
        String ticket = tickets.issue("c");
        String base = "/" + ticket + "/c/20260115093000";
        assertThat(answer.status()).isEqualTo(200);
        assertThat(text(answer))
                .contains("<a href=\"" + base + "/http://a.test/dir/next?a=1&amp;b=2#x\">")
                .contains(
                        "srcset=\"%1$s/http://a.test/dir/a.png 1x, %1$s/http://a.test/b.png 2x\""
                                .formatted(base))
                .contains("<iframe src=\"" + base + "if_/http://b.test/\">")
                .contains("<a href=\"#here\">");
        assertThat(answer.headers())
                .containsEntry("Content-Type", "text/html; charset=utf-8")
                .containsEntry("Memento-Datetime", "Thu, 15 Jan 2026 09:30:00 GMT")
                .doesNotContainKey("Set-Cookie");
        assertThat(answer.headers().get("Content-Security-Policy"))
                .startsWith("sandbox; default-src 'none'")
                .contains("form-action 'none'", "frame-ancestors http://127.0.0.1:8700")
                .doesNotContain("script-src", "allow-");
    }

    @Test
    void theNearestCaptureIsShown() throws IOException {
        var site = site(TestArchive.in(dir).html(PAGE, FIRST, "old").html(PAGE, SECOND, "new"));
        assertThat(text(site.answer(get(address(FIRST.plusSeconds(99), PAGE))))).isEqualTo("old");
        assertThat(text(site.answer(get(address(SECOND.minusSeconds(9), PAGE))))).isEqualTo("new");
    }

    @Test
    void aPageIsFoundByAnySpellingThatTheCrawlTakesForIt() throws IOException {
        String kept = "http://a.test/kept;jsessionid=1";
        var site = site(TestArchive.in(dir).html(PAGE, FIRST, "page").html(kept, FIRST, "kept"));
        var answer = site.answer(get(address(FIRST, PAGE + ";jsessionid=1")));
        assertThat(text(answer)).isEqualTo("page");
        assertThat(text(site.answer(get(address(FIRST, kept))))).isEqualTo("kept");
        assertThat(site.answer(get(address(FIRST, kept + "2"))).status()).isEqualTo(404);
    }

    @Test
    void hostilePageNamesNothingOutside() throws IOException {
        String page;
        try (var in = ReplaySiteTest.class.getResourceAsStream("hostile.html")) {
            page = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
        String shown =
                text(
                        site(TestArchive.in(dir).html(PAGE, FIRST, page))
                                .answer(get(address(FIRST, PAGE))));
        String inside = "/20260115093000/http://outside.test/";
        assertThat(shown)
                .contains(inside + "img.png", inside + "style.css", inside + "import.css")
                .contains(inside + "import2.css", inside + "attribute.png", inside + "old-back.png")
                .contains(inside + "base/relative.png", inside + "link", inside + "svg.png")
                .contains(inside + "noscript.png", inside + "srcdoc.png", inside + "f.woff2")
                .contains("0; url=/")
                .doesNotContain("<script", "pwned", "javascript:", "onerror", "onload", "<base")
                .doesNotContain("prefetch", "preconnect", "prerender", "preload", "manifest")
                .doesNotContain("_top", "_blank", "ping=", "form2", "<animate", "Set-Cookie")
                .doesNotContain("Security-Policy", "comment.png", "conditional.png", "last.png")
                .doesNotContain("data:text", "dns.outside", "speculation");
        // Every address of the web stands behind one of ours.
        String rest =
                shown.replaceAll(
                        "/[A-Za-z0-9_-]{32}/c/20260115093000(if_)?/http://outside.test/", "");
        assertThat(rest.replace("value=\"http://outside.test/movie.swf\"", ""))
                .doesNotContain("outside.test");
    }

    @ParameterizedTest
    @ValueSource(strings = {"windows-1251", "Shift_JIS", "UTF-16LE"})
    void textStaysWhateverItsEncoding(String charset) throws IOException {
        var archive =
                TestArchive.in(dir)
                        .with(
                                PAGE,
                                FIRST,
                                "Content-Type: text/html; charset=" + charset,
                                "<title>Привет, мир</title><img src=x>"
                                        .getBytes(Charset.forName(charset)));
        assertThat(text(site(archive).answer(get(address(FIRST, PAGE)))))
                .startsWith("<title>Привет, мир</title><img src=\"/");
    }

    @Test
    void styleSheetsLeadToCapturesToo() throws IOException {
        var archive =
                TestArchive.in(dir)
                        .with(
                                "http://a.test/css/s.css",
                                FIRST,
                                "Content-Type: text/css",
                                "@import 'm.css'; a{b:url(../i.png)}"
                                        .getBytes(StandardCharsets.UTF_8));
        var answer = site(archive).answer(get(address(FIRST, "http://a.test/css/s.css")));
        String base = "/" + tickets.issue("c") + "/c/20260115093000/http://a.test/";
        assertThat(text(answer))
                .isEqualTo("@import \"%1$scss/m.css\"; a{b:url(\"%1$si.png\")}".formatted(base));
        assertThat(answer.headers()).containsEntry("Content-Type", "text/css; charset=utf-8");
    }

    @Test
    void redirectsStayInTheArchive() throws IOException {
        var archive =
                TestArchive.in(dir)
                        .with(PAGE, FIRST, 301, "Location: //b.test/x", new byte[0])
                        .with(
                                "http://a.test/mail",
                                FIRST,
                                302,
                                "Location: mailto:a@b",
                                new byte[0]);
        var site = site(archive);
        var answer = site.answer(get(address(FIRST, PAGE)));
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.headers().get("Location")).endsWith("/c/20260115093000/http://b.test/x");
        assertThat(site.answer(get(address(FIRST, "http://a.test/mail"))).status()).isEqualTo(404);
    }

    @Test
    void whatIsNotArchivedOrOfNoKnownTypeIsNotShown() throws IOException {
        var site =
                site(
                        TestArchive.in(dir)
                                .with(
                                        "http://a.test/x",
                                        FIRST,
                                        "Content-Type: application/x-msdownload",
                                        new byte[9])
                                .with(
                                        "http://a.test/j",
                                        FIRST,
                                        "Content-Type: text/javascript",
                                        new byte[9]));
        for (String url :
                new String[] {"http://a.test/x", "http://a.test/j", "http://a.test/<b>"}) {
            var answer = site.answer(get(address(FIRST, url)));
            assertThat(answer.status()).as(url).isEqualTo(404);
            assertThat(text(answer)).contains("Not shown").doesNotContain("<b>");
            assertThat(answer.headers().get("Content-Security-Policy")).startsWith("sandbox;");
        }
    }

    @Test
    void aDrawingIsAPictureAndNoDocument() throws IOException {
        String drawing = "http://a.test/d.svg";
        var site =
                site(
                        TestArchive.in(dir)
                                .with(
                                        drawing,
                                        FIRST,
                                        "Content-Type: image/svg+xml",
                                        "<svg/>".getBytes(StandardCharsets.UTF_8)));
        String address = address(FIRST, drawing);
        for (String use : List.of("document", "iframe", "object", "embed", "empty")) {
            var answer = site.answer(get(address, "sec-fetch-dest", use));
            assertThat(answer.status()).as(use).isEqualTo(404);
            assertThat(answer.headers().get("Content-Type")).startsWith("text/html");
        }
        for (var call : List.of(get(address, "sec-fetch-dest", "image"), get(address)))
            assertThat(site.answer(call).headers())
                    .containsEntry("Content-Type", "image/svg+xml")
                    .containsEntry("Content-Disposition", "attachment");
    }

    @Test
    void aLargePageIsNotRewritten() throws IOException {
        byte[] large = new byte[ReplaySite.MAX_REWRITTEN_BYTES + 1];
        Arrays.fill(large, (byte) 'a');
        var archive = TestArchive.in(dir).with(PAGE, FIRST, "Content-Type: text/html", large);
        var answer = site(archive).answer(get(address(FIRST, PAGE)));
        assertThat(answer.status()).isEqualTo(404);
        assertThat(text(answer)).contains("too large");
    }

    @Test
    void aTicketOpensOneCrawlForAnHour() throws IOException {
        var site = site(TestArchive.in(dir).html(PAGE, FIRST, "page"));
        String good = address(FIRST, PAGE);
        assertThat(site.answer(get(good)).status()).isEqualTo(200);
        String other = ReplaySite.path(tickets.issue("d"), "c", FIRST, Url.of(PAGE));
        assertThat(site.answer(get(other)).status()).isEqualTo(403);
        String forged = good.replaceFirst("^/..", "/zz");
        assertThat(site.answer(get(forged)).status()).isEqualTo(403);
        for (String bad : new String[] {"/", "/x", "/x/c", "//c/2026/http://a.test/", "/%00/c/x"})
            assertThat(site.answer(get(bad)).status()).as(bad).isEqualTo(403);
        String nowhere = ReplaySite.path(tickets.issue("../c"), "../c", FIRST, Url.of(PAGE));
        assertThat(site.answer(get(nowhere)).status()).isIn(403, 404);
        now.updateAndGet(time -> time.plus(ReplayTickets.LIFETIME));
        assertThat(site.answer(get(good)).status()).isEqualTo(403);
    }

    private static byte[] film() {
        byte[] film = new byte[300_000];
        new Random(2026).nextBytes(film);
        return film;
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-0", "bytes=100000-249999", "bytes=299990-", "bytes=-5"})
    void filmsAreSentFromTheArchiveAndCanBeSought(String range) throws IOException {
        byte[] film = film();
        var site =
                site(
                        TestArchive.in(dir)
                                .with("http://a.test/plain", FIRST, "Content-Type: video/mp4", film)
                                .with(
                                        "http://a.test/packed",
                                        FIRST,
                                        "Content-Type: video/mp4\r\nContent-Encoding: gzip",
                                        packed(film)));
        for (String url : List.of("http://a.test/plain", "http://a.test/packed")) {
            var whole = site.answer(get(address(FIRST, url)));
            assertThat(whole.status()).isEqualTo(200);
            assertThat(whole.headers())
                    .containsEntry("Accept-Ranges", "bytes")
                    .containsEntry("Content-Type", "video/mp4")
                    .containsEntry("Content-Length", "" + film.length);
            assertThat(whole.body()).isInstanceOf(WebAnswer.Body.ContentPart.class);
            assertThat(written(whole)).isEqualTo(film);
            var part = site.answer(get(address(FIRST, url), "range", range));
            assertThat(part.status()).isEqualTo(206);
            var told =
                    Pattern.compile("bytes (\\d+)-(\\d+)/300000")
                            .matcher(part.headers().getOrDefault("Content-Range", ""));
            assertThat(told.matches()).isTrue();
            int from = Integer.parseInt(told.group(1));
            int to = Integer.parseInt(told.group(2));
            assertThat(written(part)).isEqualTo(Arrays.copyOfRange(film, from, to + 1));
        }
        var beyond =
                site.answer(get(address(FIRST, "http://a.test/plain"), "range", "bytes=300000-"));
        assertThat(beyond.status()).isEqualTo(416);
        assertThat(beyond.headers()).containsEntry("Content-Range", "bytes */300000");
    }

    @Test
    void aFilmThatIsBrokenIsSentAsFarAsItCanBeRead() throws IOException {
        byte[] film = film();
        byte[] packed = packed(film);
        var site =
                site(
                        TestArchive.in(dir)
                                .with(
                                        PAGE,
                                        FIRST,
                                        "Content-Type: video/mp4\r\nContent-Encoding: gzip",
                                        Arrays.copyOf(packed, packed.length / 2)));
        var answer = site.answer(get(address(FIRST, PAGE)));
        byte[] sent = written(answer);
        assertThat(answer.headers()).containsEntry("Content-Length", "" + sent.length);
        assertThat(sent.length).isBetween(1_000, film.length - 1);
        assertThat(sent).isEqualTo(Arrays.copyOf(film, sent.length));
    }

    @Test
    void pagesThatAreBeingSentShareABudget() throws IOException {
        var page = "x".repeat(100_000);
        var site = replay(TestArchive.in(dir).html(PAGE, FIRST, page));
        var memory = new AnswerMemory(450_000);
        try (var first = memory.open()) {
            assertThat(site.answer(get(address(FIRST, PAGE)), first).status()).isEqualTo(200);
            try (var second = memory.open()) {
                var busy = site.answer(get(address(FIRST, PAGE)), second);
                assertThat(busy.status()).isEqualTo(503);
                assertThat(busy.headers()).containsEntry("Retry-After", "2");
            }
        }
        try (var third = memory.open()) {
            assertThat(site.answer(get(address(FIRST, PAGE)), third).status()).isEqualTo(200);
        }
        try (var small = new AnswerMemory(300_000).open()) {
            assertThat(site.answer(get(address(FIRST, PAGE)), small).status()).isEqualTo(404);
        }
    }
}
