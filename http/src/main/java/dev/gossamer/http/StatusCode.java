package dev.gossamer.http;

/** Kinds of status codes, RFC 9110 section 15. */
public final class StatusCode {
    private StatusCode() {}

    /** Returns whether the answer holds the page that was asked for: any 2xx. */
    public static boolean isPage(int status) {
        return status / 100 == 2;
    }

    /** Returns whether a Location field names where to ask instead. */
    public static boolean isRedirect(int status) {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
    }

    /**
     * Returns whether the server could not answer now but may later: it is overloaded or broken for
     * the moment, it was slow to take our request (408, 425), or a network in front of it could not
     * reach it (520 to 530, as content delivery networks say).
     */
    public static boolean isTemporary(int status) {
        return switch (status) {
            case 408, 425, 429, 500, 502, 503, 504 -> true;
            default -> status >= 520 && status <= 530;
        };
    }

    /** Returns whether a final answer of this status never has a body, RFC 9112 section 6.3. */
    public static boolean hasNoBody(int status) {
        return status == 204 || status == 304 || status < 200;
    }
}
