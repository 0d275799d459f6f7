package dev.gossamer.simweb;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the web would answer one request, without its body.
 *
 * @param status of the answer; 0 where none that is HTTP comes
 * @param fault what goes wrong with this very attempt
 * @param location absolute, of a redirect
 * @param retryAfter of a 503
 * @param contentType as in the header; empty where there is no body
 * @param links absolute, as a page's anchors mean them, in their order and without fragments; that
 *     of the header behind them
 * @param images absolute, that a page shows, and what else it or a style sheet is made of
 * @param durationNanos from the request to the last byte, or until the server gives up
 */
public record SimAnswer(
        int status,
        Optional<SimFault> fault,
        Optional<String> location,
        Optional<Duration> retryAfter,
        String contentType,
        List<String> links,
        List<String> images,
        long durationNanos) {}
