/**
 * URLs as the WHATWG standard reads them, and what a crawl wants to know of them.
 *
 * <p>The life of a URL here: a text comes in. {@code FastPath} reads it if it is as plain as most
 * links are, else {@code UrlParser}, state by state as the standard does, with {@code HostParser}
 * for the host and {@code Idna} for names in other scripts. The result is a {@link
 * dev.gossamer.url.Url}, one array of bytes with the offsets of its parts. {@link
 * dev.gossamer.url.NormalForm} brings it into the one spelling that the crawl keeps, {@link
 * dev.gossamer.url.Fingerprints} makes the 64 bits by which it is known as seen, and {@code
 * PublicSuffixes} finds the registered domain that shares it out.
 *
 * <p>Every other module speaks of URLs in this type; so do programs that embed a crawl. This module
 * depends on no other.
 */
@NullMarked
package dev.gossamer.url;

import org.jspecify.annotations.NullMarked;
