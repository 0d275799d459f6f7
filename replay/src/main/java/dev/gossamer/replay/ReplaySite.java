package dev.gossamer.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gossamer.http.HttpDate;
import dev.gossamer.http.StatusCode;
import dev.gossamer.parse.PageRewriter;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.store.CaptureTime;
import dev.gossamer.store.Lookup;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Pages of archives as they looked, at addresses {@code /TICKET/CRAWL/TIME/URL} of an origin of
 * their own. Whatever a page does, it runs no script, sends no form and reaches no address but
 * these: the header of every answer forbids it, and references are rewritten.
 */
public final class ReplaySite {
    /** A longer content is not shown. */
    static final int MAX_CONTENT_BYTES = 64 << 20;

    /** A longer page or style sheet is not rewritten, and so not shown. */
    static final int MAX_REWRITTEN_BYTES = 16 << 20;

    private static final String POLICY =
            "sandbox; default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
                    + " font-src 'self' data:; media-src 'self' data:; frame-src 'self';"
                    + " form-action 'none'; base-uri 'none'";

    private final CrawlArchives archives;
    private final ReplayTickets tickets;
    private final String dashboard;

    /**
     * @param dashboard the origin whose pages may show these in a frame, such as {@code
     *     http://127.0.0.1:8700}
     */
    public ReplaySite(CrawlArchives archives, ReplayTickets tickets, String dashboard) {
        this.archives = archives;
        this.tickets = tickets;
        this.dashboard = dashboard;
    }

    /** Returns the address of a capture on this site: a path. */
    public static String path(String ticket, String crawl, Instant at, Url url) {
        return "/" + ticket + "/" + crawl + "/" + CaptureAddress.of(at, "", url);
    }

    /** A request of somebody with a ticket. */
    private record Asked(
            String ticket, String crawl, CaptureAddress capture, Optional<String> destination) {
        /** Where a reference of a page leads. */
        String address(Instant at, Url url, PageRewriter.Use use) {
            String mode = use == PageRewriter.Use.FRAME ? CaptureAddress.FRAME : "";
            return "/" + ticket + "/" + crawl + "/" + CaptureAddress.of(at, mode, url);
        }

        boolean isFrame() {
            return capture.use().equals(CaptureAddress.FRAME);
        }

        /** Whether the browser says that it wants it for something else than a picture. */
        boolean isNoPicture() {
            return destination.isPresent() && !destination.get().equals("image");
        }
    }

    /** Answers a request. */
    public WebAnswer answer(WebCall call) throws IOException {
        if (!call.isRead()) return guarded(page(405, "Only GET and HEAD are answered."), false);
        String[] parts = call.place().split("/", 3);
        if (parts.length < 3 || !tickets.isValid(parts[0], parts[1]))
            return guarded(page(403, "The ticket of this address is not valid (any more)."), false);
        var capture = CaptureAddress.parse(parts[2]);
        var archive = archives.of(parts[1]);
        if (capture.isEmpty() || archive.isEmpty())
            return guarded(page(404, "There is no such address."), false);
        var asked = new Asked(parts[0], parts[1], capture.get(), call.field("sec-fetch-dest"));
        return guarded(answer(asked, archive.get()), asked.isFrame());
    }

    private WebAnswer answer(Asked asked, ArchivedCrawl crawl) throws IOException {
        var archive = crawl.archive();
        Url url = crawl.archived(asked.capture.url());
        var at = asked.capture.at();
        var found =
                at.isPresent()
                        ? Lookup.nearest(archive, url, at.get())
                        : Lookup.newest(archive, url);
        return switch (found) {
            case Lookup.Found(var page) -> shown(asked, page);
            case Lookup.WithoutContent(_) ->
                    page(
                            404,
                            "The content of this page is in an archive that is not at hand: "
                                    + url);
            case Lookup.NotArchived() -> page(404, "This is not in the archive: " + url);
            case Lookup.NotIndexed() -> page(404, "The index of this archive is gone.");
        };
    }

    private WebAnswer shown(Asked asked, ArchivedPage page) {
        var url = Url.parse(page.url()).orElse(asked.capture.url());
        if (StatusCode.isRedirect(page.status()))
            return redirect(asked, page, url).with("Memento-Datetime", HttpDate.text(page.at()));
        String type = page.isHtml() ? "text/html" : page.type();
        if (!ShownTypes.isShown(type))
            return page(404, "Content of the type '%s' is not shown: %s".formatted(type, url));
        boolean isDrawing = type.equals(ShownTypes.SVG);
        if (isDrawing && asked.isNoPicture())
            return page(404, "A drawing is shown as a picture of a page alone: " + url);
        var answer = content(asked, page, url, type);
        // As a document a drawing is a page that nobody rewrote: where a browser does not say what
        // it is for, a picture is shown all the same, and a document is not.
        return (isDrawing ? answer.with("Content-Disposition", "attachment") : answer)
                .with("Memento-Datetime", HttpDate.text(page.at()))
                .with("X-Archived-At", CaptureTime.text(page.at()));
    }

    private WebAnswer redirect(Asked asked, ArchivedPage page, Url url) {
        var target = page.field("location").flatMap(url::resolve).filter(Url::isHttp);
        if (target.isEmpty()) return page(404, "This was a redirect to nowhere: " + url);
        var use = asked.isFrame() ? PageRewriter.Use.FRAME : PageRewriter.Use.PAGE;
        return WebAnswer.text(302, "")
                .with("Location", asked.address(page.at(), target.get(), use));
    }

    private static WebAnswer content(Asked asked, ArchivedPage page, Url url, String type) {
        PageRewriter.Addresses addresses = (target, use) -> asked.address(page.at(), target, use);
        String declared = page.headers().joined("content-type");
        boolean isHtml = type.equals("text/html") || type.equals("application/xhtml+xml");
        boolean isRewritten = isHtml || type.equals("text/css");
        int most = isRewritten ? MAX_REWRITTEN_BYTES : MAX_CONTENT_BYTES;
        byte[] content = page.content(most + 1);
        if (content.length > most) return page(404, "This is too large to be shown: " + url);
        if (isHtml)
            return WebAnswer.of(
                    status(page),
                    "text/html; charset=utf-8",
                    PageRewriter.rewrite(url, declared, content, addresses));
        if (isRewritten)
            return WebAnswer.of(
                    status(page),
                    "text/css; charset=utf-8",
                    PageRewriter.rewriteStyles(url, declared, content, addresses));
        if (type.equals("text/plain"))
            return WebAnswer.of(
                    status(page),
                    "text/plain; charset=utf-8",
                    page.plainText(content).getBytes(UTF_8));
        return WebAnswer.of(status(page), type, content);
    }

    /** A page that was not found is shown as what it was. */
    private static int status(ArchivedPage page) {
        return page.status() >= 400 && page.status() < 600 ? page.status() : 200;
    }

    /** Adds what keeps a page where it is. */
    private WebAnswer guarded(WebAnswer answer, boolean isFrame) {
        Map<String, String> headers = new LinkedHashMap<>(answer.headers());
        // A frame stands in pages of this site, whose origin nothing can name: they are sandboxed.
        String ancestors = isFrame ? "" : "; frame-ancestors " + dashboard;
        headers.put("Content-Security-Policy", POLICY + ancestors);
        headers.put("X-DNS-Prefetch-Control", "off");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Permissions-Policy", "interest-cohort=()");
        headers.put("Cache-Control", "private, no-store");
        if (ShownTypes.isFont(headers.getOrDefault("Content-Type", "")))
            headers.put("Access-Control-Allow-Origin", "*");
        return new WebAnswer(answer.status(), headers, answer.body());
    }

    private static WebAnswer page(int status, String text) {
        String safe = text.replace("&", "&amp;").replace("<", "&lt;");
        String html =
                "<!doctype html><meta charset=utf-8><title>Not shown</title><style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;margin:3rem auto;max-width:40rem;padding:0 1rem;overflow-wrap:anywhere}</style><h1>Not shown</h1><p>"
                        + safe;
        return WebAnswer.of(status, "text/html; charset=utf-8", html.getBytes(UTF_8));
    }
}
