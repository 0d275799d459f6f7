package dev.gossamer.simweb;

import dev.gossamer.simweb.SimWeb.Decision;

/** Writes whole answers, head and body, into one row of bytes. Owned by one event loop. */
final class Responder {
    private static final int SALT_ETAG = 120;
    private static final int LENGTH_WIDTH = 9;

    /** When all pages were changed last. */
    private static final String CHANGED = "Mon, 06 Jan 2020 08:00:00 GMT";

    private static final String CONTENT_LENGTH = "Content-Length:          ";

    private final SimWeb web;
    private final PageWriter writer;
    private final Ascii out = new Ascii(64 * 1024);
    private int headEnd;

    Responder(SimWeb web) {
        this.web = web;
        writer = web.writer();
    }

    /** The answer that was written last; valid until the next is written. */
    Ascii out() {
        return out;
    }

    /** Where its body starts. */
    int headEnd() {
        return headEnd;
    }

    /**
     * Writes the answer, and says its status, which is 304 where the client has the page already.
     */
    int write(Decision decision, int host, long id, SimRequest request) {
        out.clear();
        int status = decision.status();
        if (status == 200 && isUnchanged(id, request)) {
            begin(304, "Not Modified", request.keepsAlive());
            validator(id);
            out.put("\r\n");
            headEnd = out.length();
            return 304;
        }
        begin(status, reason(status), request.keepsAlive());
        if (status >= 300 && status < 400) location(host, id);
        else if (SimWeb.asksToWait(status))
            out.put("Retry-After: ").put(SimWeb.RETRY_AFTER.toSeconds()).put("\r\n");
        boolean hasOwnBody = web.hasOwnBody(status, id);
        if (hasOwnBody) validator(id);
        if (status == 200) link(id);
        int length = lengthLine(web.contentType(status, id));
        if (hasOwnBody) writer.write(out, id);
        else if (status == 200 && PageId.isBeside(id)) Robots.writeBeside(out);
        else if (status == 200) web.writeRobots(out, host);
        else out.put(reason(status)).put("\n");
        endBody(length);
        if (request.method().equals("HEAD")) out.cut(headEnd);
        return status;
    }

    private void begin(int status, String reason, boolean keepsAlive) {
        out.put("HTTP/1.1 ").put(status).put(" ").put(reason).put("\r\nServer: simweb\r\n");
        if (!keepsAlive) out.put("Connection: close\r\n");
    }

    /**
     * Ends the head, leaving room for the length, and says where that is. RFC 9110 5.5 lets spaces
     * stand before a value.
     */
    private int lengthLine(String contentType) {
        if (!contentType.isEmpty()) out.put("Content-Type: ").put(contentType).put("\r\n");
        out.put(CONTENT_LENGTH);
        int at = out.length() - LENGTH_WIDTH;
        out.put("\r\n\r\n");
        headEnd = out.length();
        return at;
    }

    private void endBody(int lengthAt) {
        out.overwrite(lengthAt, LENGTH_WIDTH, out.length() - headEnd); // no body here is empty
    }

    private void location(int host, long id) {
        long target = web.redirectTarget(id);
        out.put("Location: ");
        if (PageId.host(target) != host || (PageId.number(id) & 1) == 0) out.put(web.url(target));
        else web.writePath(out, target);
        out.put("\r\n");
    }

    /** Whether the client has what lies there, and the host looks at what it says. */
    private boolean isUnchanged(long id, SimRequest request) {
        if (web.pageModel().isUnconditional(PageId.host(id))) return false;
        if (web.pageModel().isDated(PageId.host(id)))
            return request.ifNoneMatch().isEmpty() && request.ifModifiedSince().equals(CHANGED);
        return request.ifNoneMatch().equals(etag(id));
    }

    private void validator(long id) {
        boolean isDated = web.pageModel().isDated(PageId.host(id));
        out.put(isDated ? "Last-Modified: " : "ETag: ").put(isDated ? CHANGED : etag(id));
        out.put("\r\n");
    }

    /** The page that comes next; every second time the canonical form of this one before it. */
    private void link(long id) {
        long next = web.next(id);
        if (next == PageId.NONE) return;
        out.put("Link: ");
        if ((PageId.number(id) & 1) == 0)
            out.put("<").put(web.url(id)).put(">; rel=\"canonical\", ");
        web.writePath(out.put("<"), next);
        out.put(">; rel=next\r\n");
    }

    private String etag(long id) {
        long hash =
                Chance.of(
                        web.options().seed(),
                        SALT_ETAG,
                        web.hosts().source(PageId.host(id)),
                        id & 0xffffffffffL);
        boolean isWeak = web.pageModel().isWeak(PageId.host(id));
        return (isWeak ? "W/\"" : "\"") + Long.toHexString(hash) + "\"";
    }

    private static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 301 -> "Moved Permanently";
            case 302 -> "Found";
            case 303 -> "See Other";
            case 307 -> "Temporary Redirect";
            case 308 -> "Permanent Redirect";
            case 400 -> "Bad Request";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 410 -> "Gone";
            case 414 -> "URI Too Long";
            case 421 -> "Misdirected Request";
            case 429 -> "Too Many Requests";
            case 500 -> "Internal Server Error";
            case 503 -> "Service Unavailable";
            default -> "Status";
        };
    }
}
