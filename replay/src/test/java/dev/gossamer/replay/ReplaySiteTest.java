package dev.gossamer.replay;

import static dev.gossamer.replay.TestArchive.FIRST;
import static dev.gossamer.replay.TestArchive.SECOND;
import static dev.gossamer.replay.TestArchive.get;
import static dev.gossamer.replay.TestArchive.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
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

    private ReplaySite site(TestArchive archive) throws IOException {
        return new ReplaySite(archive.archives(), tickets, "http://127.0.0.1:8700");
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
        java.util.Arrays.fill(large, (byte) 'a');
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
}
