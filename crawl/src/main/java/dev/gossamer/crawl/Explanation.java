package dev.gossamer.crawl;

import dev.gossamer.alike.Copies;
import dev.gossamer.links.InLink;
import dev.gossamer.url.Url;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What {@link CrawlDirectory#why} answers: how a URL was found and what became of it, or which rule
 * keeps it out.
 *
 * @param url in the normal form of the crawl, as the filters leave it
 * @param change where the filters made of the URL that was asked about another
 * @param captures of it in the archive, oldest first
 * @param copies of its page among the others
 * @param discovery empty where the crawl never queued it
 * @param links to it; empty where the link graph is not built
 */
public record Explanation(
        Url url,
        Optional<Change> change,
        Fate fate,
        List<Capture> captures,
        Copies copies,
        Optional<Discovery> discovery,
        Optional<LinksTo> links) {

    /**
     * @param asked the URL that was asked about
     * @param filter which changes it
     */
    public record Change(Url asked, String filter) {}

    /** Where a URL is. */
    public enum State {
        NEVER_QUEUED,
        QUEUED,
        UNDER_WAY,
        FETCHED,
        /** It was answered, and a rule did not want the body after the head had come. */
        DECLINED,
        /** It could not be fetched so far; a resume tries it again. */
        PARKED,
        DROPPED
    }

    /**
     * What became of it.
     *
     * @param ahead URLs of the same origin that wait before it, while it waits
     * @param attempts requests made for it
     * @param failures the last ones: of requests for it, for the robots.txt of its origin, and of
     *     look-ups of its host
     */
    public record Fate(
            State state,
            Optional<Reason> reason,
            long ahead,
            int attempts,
            List<Failure> failures) {}

    /**
     * @param rule a word for programs: the name of a filter or setting, or one of those that {@code
     *     docs/why.md} lists
     * @param text a sentence for people, without its end
     * @param advice what to do about it; empty if nothing is to be done
     */
    public record Reason(String rule, String text, String advice) {
        static Reason of(String rule, String text) {
            return new Reason(rule, text, "");
        }
    }

    /**
     * @param url what was asked for: the page, a robots.txt, or {@code dns:} and a host name
     * @param fault in a word
     * @param detail what was said about it; may be empty
     */
    public record Failure(Optional<Instant> at, Url url, String fault, String detail) {}

    /**
     * @param original the capture that holds the content, where this one refers to it
     */
    public record Capture(
            Instant at, int status, String file, long offset, Optional<Original> original) {}

    /**
     * @param earlier the folder of the earlier crawl where it lies, if it is not this one
     * @param isReadable whether it is still there
     */
    public record Original(String url, Instant at, Optional<Path> earlier, boolean isReadable) {}

    /**
     * How it was found.
     *
     * @param depth links from a seed
     * @param redirects in a row that led to it
     * @param hops the way from a seed, backwards; cut where it is long, or not known further
     * @param isFromSeed whether the way is told to its beginning
     */
    public record Discovery(
            Instant found, int depth, int redirects, List<Hop> hops, boolean isFromSeed) {}

    /**
     * @param isRedirect whether it redirects to the one before, and does not link to it
     */
    public record Hop(Url url, boolean isRedirect) {}

    /**
     * @param count of all links
     * @param first of them
     */
    public record LinksTo(long count, List<InLink> first) {}
}
