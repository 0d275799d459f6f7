/**
 * What an HTTP message means, RFC 9110 and 9112. The bytes of a head or a body come in; header
 * fields, framing, media type, decoded content, waiting times and wishes of robots tags come out.
 *
 * <p>Everything here is a pure function of the message: no sockets, no clock, no files of its own.
 * {@code fetch} uses it for answers from the network, {@code store} for answers read back from an
 * archive, {@code parse} and {@code crawl} for what either of them holds, so that an archived page
 * is read exactly as it was when it was crawled. Input is hostile: every method takes time linear
 * in its input, allocates within a limit, and never throws because of what a server sent.
 *
 * <p>All of it is internal, but for the values that {@code fetch} and {@code store} show: {@link
 * dev.gossamer.http.HeaderField} and their like.
 */
@NullMarked
package dev.gossamer.http;

import org.jspecify.annotations.NullMarked;
