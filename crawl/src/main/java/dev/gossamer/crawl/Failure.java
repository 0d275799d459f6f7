package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.time.Instant;

/**
 * A request that got no answer, or one with a status of 400 or above. Most are tried again, so that
 * one URL may fail several times and be a page in the end.
 *
 * @param url {@code dns:NAME} where a name could not be looked up
 * @param via the page that led here; the URL itself for a seed
 * @param depth links from a seed
 * @param reason the status, such as {@code 404}, or the fault as {@code crawl.log} names it, such
 *     as {@code connect_refused}
 * @param detail what the system or the library said of a fault; empty for an answer
 */
public record Failure(Url url, Url via, int depth, Instant at, String reason, String detail) {}
