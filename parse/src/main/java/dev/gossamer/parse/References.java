package dev.gossamer.parse;

import dev.gossamer.url.Url;
import java.util.Optional;

/**
 * Resolves the references of one page.
 *
 * @param base of the page
 * @param encoding of the page, in which the query of a reference is encoded
 */
record References(Url base, Encoding encoding) {
    /** The base of a page: its first {@code <base href>} if that can be resolved, or its URL. */
    static References of(Url page, Optional<String> baseHref, Encoding encoding) {
        var fallback = new References(page, encoding);
        return baseHref.flatMap(fallback::resolve)
                .map(base -> new References(base, encoding))
                .orElse(fallback);
    }

    /**
     * What a reference names, if that has a host and is not too long: not mail, not script. Which
     * schemes are followed is for others to say.
     */
    Optional<Url> resolve(String reference) {
        if (reference.length() > ParseLimits.URL_CHARS) return Optional.empty();
        Optional<Url> url = base.resolve(QueryEncoding.apply(reference, encoding));
        if (url.isEmpty() || url.get().host().isEmpty()) return Optional.empty();
        return url.get().length() > ParseLimits.URL_CHARS ? Optional.empty() : url;
    }
}
