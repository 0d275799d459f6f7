package dev.gossamer.server;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The headers that every answer has, so that a browser does nothing with it that we did not mean.
 */
final class PageHeaders {
    private PageHeaders() {}

    /**
     * @param scripts the hashes of scripts in the page itself; may be empty
     * @param frames the origin that may be shown in a frame, or {@code 'none'}
     */
    static Map<String, String> of(String scripts, String frames) {
        var headers = new LinkedHashMap<String, String>();
        headers.put(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'"
                        + scripts
                        + "; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; frame-src "
                        + frames
                        + "; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Cache-Control", "no-store");
        return headers;
    }
}
