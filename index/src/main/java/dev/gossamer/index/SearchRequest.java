package dev.gossamer.index;

import java.time.Instant;

/**
 * What somebody wants to find. Made with {@link #of}; each filter narrows it.
 *
 * @param words in the query language: {@code docs/search.md}
 * @param host a host or a domain, its subdomains included; empty for any
 * @param type a media type or half of one: {@code text/html}, {@code pdf}; empty for any
 * @param language {@code en}; empty for any
 * @param since fetched at this time or later
 * @param until fetched before this time
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
    public static SearchRequest of(String words) {
        return new SearchRequest(words, "", "", "", Instant.MIN, Instant.MAX, 10, 1);
    }

    public SearchRequest withHost(String host) {
        return new SearchRequest(words, host, type, language, since, until, limit, page);
    }

    public SearchRequest withType(String type) {
        return new SearchRequest(words, host, type, language, since, until, limit, page);
    }

    public SearchRequest withLanguage(String language) {
        return new SearchRequest(words, host, type, language, since, until, limit, page);
    }

    /** Fetched at {@code since} or later, and before {@code until}. */
    public SearchRequest between(Instant since, Instant until) {
        return new SearchRequest(words, host, type, language, since, until, limit, page);
    }

    public SearchRequest withPage(int page, int limit) {
        return new SearchRequest(words, host, type, language, since, until, limit, page);
    }
}
