package dev.gossamer.index;

import java.time.Instant;

/**
 * A search: words and conditions. Made with {@link #of}; each filter narrows it.
 *
 * @param words in the query language of {@code docs/search.md}
 * @param host a host or a domain, its subdomains included; empty for any
 * @param type a media type or half of one: {@code text/html}, {@code pdf}; empty for any
 * @param language {@code en}; empty for any
 * @param since fetched at this time or later; {@link Instant#MIN} for any
 * @param until fetched before this time; {@link Instant#MAX} for any
 * @param limit results on a page
 * @param page the first is 1
 */
public record SearchRequest(
        String words,
        String host,
        String type,
        String language,
        Instant since,
        Instant until,
        int limit,
        int page) {
    private static final int USUAL_LIMIT = 10;

    public SearchRequest {
        if (limit < 1 || limit > SearchLimits.CANDIDATES) {
            throw new BadQueryException(
                    "the limit is %d; expected 1 to %d".formatted(limit, SearchLimits.CANDIDATES));
        }
        if (page < 1) throw new BadQueryException("the page is %d; the first is 1".formatted(page));
        if ((page - 1L) * limit >= SearchLimits.CANDIDATES) {
            throw new BadQueryException(
                    "only the first %,d results can be reached".formatted(SearchLimits.CANDIDATES));
        }
        if (!language.isEmpty() && Language.primary(language).isEmpty()) {
            throw new BadQueryException(
                    "'%s' is no language; expected en, de, ...".formatted(language));
        }
    }

    public static SearchRequest of(String words) {
        return new SearchRequest(words, "", "", "", Instant.MIN, Instant.MAX, USUAL_LIMIT, 1);
    }

    public SearchRequest withHost(String newHost) {
        return new SearchRequest(words, newHost, type, language, since, until, limit, page);
    }

    public SearchRequest withType(String newType) {
        return new SearchRequest(words, host, newType, language, since, until, limit, page);
    }

    public SearchRequest withLanguage(String newLanguage) {
        return new SearchRequest(words, host, type, newLanguage, since, until, limit, page);
    }

    /** Fetched at {@code from} or later, and before {@code to}. */
    public SearchRequest between(Instant from, Instant to) {
        return new SearchRequest(words, host, type, language, from, to, limit, page);
    }

    public SearchRequest withPage(int newPage, int newLimit) {
        return new SearchRequest(words, host, type, language, since, until, newLimit, newPage);
    }

    /** How many results stand before this page. */
    int first() {
        return (page - 1) * limit;
    }
}
