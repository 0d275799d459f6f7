package dev.gossamer.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gossamer.http.HttpDate;
import dev.gossamer.http.StatusCode;
import dev.gossamer.parse.PageRewriter;
import dev.gossamer.store.CaptureTime;
import dev.gossamer.store.StoredCapture;
import dev.gossamer.url.Url;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Pages of archives as they looked, at addresses {@code /TICKET/CRAWL/TIME/URL} of an origin of
 * their own. Whatever a page does, it runs no script, sends no form and reaches no address but
 * these: the header of every answer forbids it, and references are rewritten.
 */
public final class ReplaySite {
    /** A longer picture, font, sound or video is not shown. None of them is ever in memory. */
    static final long MAX_CONTENT_BYTES = 1L << 30;

    /** A longer page, style sheet or text is not rewritten, and so not shown. */
    static final int MAX_REWRITTEN_BYTES = 16 << 20;

    /** What rewriting takes for each byte: the content, its characters, the same once more. */
    static final int MEMORY_PER_BYTE = 4;

    private static final int PIECE_BYTES = 1 << 16;

    private static final String POLICY =
            "sandbox; default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
                    + " font-src 'self' data:; media-src 'self' data:; frame-src 'self';"
                    + " form-action 'none'; base-uri 'none'";

    private final CrawlArchives archives;
    private final ReplayTickets tickets;
    private final Dashboards dashboards;

    /** The pages that may show archived ones in a frame. */
    @FunctionalInterface
    public interface Dashboards {
        /**
         * Returns their origins as a Content-Security-Policy writes them, with spaces between.
         *
         * @param call a request for an archived page, whose {@code Host} was checked
         */
        String of(WebCall call);
    }

    public ReplaySite(CrawlArchives archives, ReplayTickets tickets, Dashboards dashboards) {
        this.archives = archives;
        this.tickets = tickets;
        this.dashboards = dashboards;
    }

    /** Returns the address of a capture on this site: a path. */
    public static String path(String ticket, String crawl, Instant at, Url url) {
        return "/" + ticket + "/" + crawl + "/" + CaptureAddress.of(at, "", url);
    }

    /** A request of somebody with a ticket. */
    private record Asked(
            WebCall call,
            AnswerMemory.Share memory,
            String ticket,
            String crawl,
            CaptureAddress capture) {
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
            var destination = call.field("sec-fetch-dest");
            return destination.isPresent() && !destination.get().equals("image");
        }
    }

    /**
     * Answers a request.
     *
     * @param memory to be closed when the answer is written
     */
    public WebAnswer answer(WebCall call, AnswerMemory.Share memory) throws IOException {
        if (!call.isRead())
            return guarded(page(405, "Only GET and HEAD are answered."), call, false);
        String[] parts = call.place().split("/", 3);
        if (parts.length < 3 || !tickets.isValid(parts[0], parts[1]))
            return guarded(
                    page(403, "The ticket of this address is not valid (any more)."), call, false);
        var capture = CaptureAddress.parse(parts[2]);
        var archive = archives.of(parts[1]);
        if (capture.isEmpty() || archive.isEmpty())
            return guarded(page(404, "There is no such address."), call, false);
        var asked = new Asked(call, memory, parts[0], parts[1], capture.get());
        return guarded(answer(asked, archive.get()), call, asked.isFrame());
    }

    private WebAnswer answer(Asked asked, ArchivedCrawl crawl) throws IOException {
        var archive = crawl.archive();
        Url url = crawl.archived(asked.capture.url());
        var at = asked.capture.at();
        var entry = at.isPresent() ? archive.find(url, at.get()) : archive.newest(url);
        if (entry.isEmpty())
            return page(
                    404,
                    archive.isWithoutIndex()
                            ? "The index of this archive is gone."
                            : "This is not in the archive: " + url);
        var page = archive.open(entry.get());
        return page.hasContent()
                ? shown(asked, page)
                : page(
                        404,
                        "The content of this page is in an archive that is not at hand: " + url);
    }

    private static WebAnswer shown(Asked asked, StoredCapture page) throws IOException {
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

    private static WebAnswer redirect(Asked asked, StoredCapture page, Url url) {
        var target = page.headers().first("location").flatMap(url::resolve).filter(Url::isHttp);
        if (target.isEmpty()) return page(404, "This was a redirect to nowhere: " + url);
        var use = asked.isFrame() ? PageRewriter.Use.FRAME : PageRewriter.Use.PAGE;
        return WebAnswer.text(302, "")
                .with("Location", asked.address(page.at(), target.get(), use));
    }

    private static WebAnswer content(Asked asked, StoredCapture page, Url url, String type)
            throws IOException {
        boolean isHtml = type.equals("text/html") || type.equals("application/xhtml+xml");
        boolean isRewritten = isHtml || type.equals("text/css") || type.equals("text/plain");
        return isRewritten ? rewritten(asked, page, url, type, isHtml) : asItIs(asked, page, type);
    }

    /** Sends what is not looked into, or the range of it that a player asks for. */
    private static WebAnswer asItIs(Asked asked, StoredCapture page, String type)
            throws IOException {
        long bytes = page.contentBytes(MAX_CONTENT_BYTES);
        if (bytes > MAX_CONTENT_BYTES) return tooLarge(page.url());
        return ByteRange.answer(
                asked.call,
                status(page),
                Map.of("Content-Type", type),
                bytes,
                (from, length) -> new WebAnswer.Body.ContentPart(page, from, length));
    }

    private static WebAnswer rewritten(
            Asked asked, StoredCapture page, Url url, String type, boolean isHtml)
            throws IOException {
        var read = new ByteArrayOutputStream();
        try (var content = page.content()) {
            byte[] piece = new byte[PIECE_BYTES];
            for (int count = content.read(piece); count >= 0; count = content.read(piece)) {
                long needed = (long) MEMORY_PER_BYTE * count;
                if (read.size() + count > MAX_REWRITTEN_BYTES || !asked.memory.mayTake(needed))
                    return tooLarge(page.url());
                if (!asked.memory.take(needed))
                    return page(503, "Too many large pages are shown now; try again.")
                            .with("Retry-After", "2");
                read.write(piece, 0, count);
            }
        }
        PageRewriter.Addresses addresses = (target, use) -> asked.address(page.at(), target, use);
        String declared = page.headers().joined("content-type");
        byte[] content = read.toByteArray();
        byte[] bytes =
                isHtml
                        ? PageRewriter.rewrite(url, declared, content, addresses)
                        : type.equals("text/css")
                                ? PageRewriter.rewriteStyles(url, declared, content, addresses)
                                : page.plainText(content).getBytes(UTF_8);
        asked.memory.reduceTo(bytes.length);
        String sent = (isHtml ? "text/html" : type) + "; charset=utf-8";
        return WebAnswer.of(status(page), sent, bytes);
    }

    private static WebAnswer tooLarge(String url) {
        return page(404, "This is too large to be shown: " + url);
    }

    /** A page that was not found is shown as what it was. */
    private static int status(StoredCapture page) {
        return page.status() >= 400 && page.status() < 600 ? page.status() : 200;
    }

    /** Adds what keeps a page where it is. */
    private WebAnswer guarded(WebAnswer answer, WebCall call, boolean isFrame) {
        Map<String, String> headers = new LinkedHashMap<>(answer.headers());
        // A frame stands in pages of this site, whose origin nothing can name: they are sandboxed.
        String ancestors = isFrame ? "" : "; frame-ancestors " + dashboards.of(call);
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
