package dev.gossamer.simweb;

import java.util.Locale;
import java.util.Optional;

/**
 * As much of a request as the server needs to know (RFC 9112, sections 2 and 3).
 *
 * @param host in lower case, without the port; empty where there is none
 * @param path with the query
 * @param ifNoneMatch empty where the field is not there; so is the next
 */
record SimRequest(
        String method,
        String host,
        String path,
        boolean keepsAlive,
        String ifNoneMatch,
        String ifModifiedSince) {
    /** Empty where it is not a request without a body. */
    static Optional<SimRequest> parse(String head) {
        int lineEnd = head.indexOf("\r\n");
        int methodEnd = head.indexOf(' ');
        int targetEnd = head.lastIndexOf(' ', lineEnd);
        if (methodEnd <= 0
                || targetEnd <= methodEnd
                || targetEnd > lineEnd
                || !head.startsWith("HTTP/1.", targetEnd + 1)) return Optional.empty();
        String target = head.substring(methodEnd + 1, targetEnd);
        boolean keepsAlive = head.charAt(lineEnd - 1) == '1';
        String host = "";
        String ifNoneMatch = "";
        String ifModifiedSince = "";
        for (int at = lineEnd + 2; at < head.length() - 2; ) {
            int end = head.indexOf("\r\n", at);
            if (is(head, at, "host:")) host = head.substring(at + 5, end).strip();
            else if (is(head, at, "if-none-match:"))
                ifNoneMatch = head.substring(at + 14, end).strip();
            else if (is(head, at, "if-modified-since:"))
                ifModifiedSince = head.substring(at + 18, end).strip();
            else if (is(head, at, "connection:")) {
                String option = head.substring(at + 11, end).toLowerCase(Locale.ROOT);
                keepsAlive =
                        !option.contains("close") && (keepsAlive || option.contains("keep-alive"));
            } else if (is(head, at, "transfer-encoding:")
                    || (is(head, at, "content-length:")
                            && !head.substring(at + 15, end).strip().equals("0"))) {
                return Optional.empty();
            }
            at = end + 2;
        }
        if (!target.startsWith("/")) { // absolute form, as proxies get it
            int start = target.indexOf("://");
            int slash = target.indexOf('/', start + 3);
            if (start < 0) return Optional.empty();
            host = target.substring(start + 3, slash < 0 ? target.length() : slash);
            target = slash < 0 ? "/" : target.substring(slash);
        }
        return Optional.of(
                new SimRequest(
                        head.substring(0, methodEnd),
                        name(host),
                        target,
                        keepsAlive,
                        ifNoneMatch,
                        ifModifiedSince));
    }

    private static boolean is(String head, int at, String name) {
        return head.regionMatches(true, at, name, 0, name.length());
    }

    private static String name(String host) {
        int colon = host.indexOf(':');
        return (colon < 0 ? host : host.substring(0, colon)).toLowerCase(Locale.ROOT);
    }
}
