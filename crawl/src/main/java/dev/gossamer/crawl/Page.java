package dev.gossamer.crawl;

import dev.gossamer.http.Headers;
import dev.gossamer.parse.Link;
import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A page as a program that embeds the crawler gets it: every 2xx answer.
 *
 * @param via the page that led here; the URL itself for a seed
 * @param depth links from a seed
 * @param charset the WHATWG name of the encoding that the content was read in, such as {@code
 *     UTF-8} or {@code windows-1252}; empty where the content is not HTML
 * @param content the body without its content codings
 * @param title empty where there is none
 * @param text what a reader sees, empty where the content is not HTML
 */
public record Page(
        Url url,
        Url via,
        int depth,
        Instant at,
        int status,
        Headers headers,
        String type,
        Optional<String> charset,
        byte[] content,
        String title,
        List<Link> links,
        String text) {}
