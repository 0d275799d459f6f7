package dev.gossamer.export;

import dev.gossamer.http.RobotsDirectives;
import dev.gossamer.http.StatusCode;
import dev.gossamer.parse.Facts;
import dev.gossamer.parse.Link;
import dev.gossamer.parse.MarkdownReader;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.store.PageFacts;
import dev.gossamer.store.PageField;
import dev.gossamer.store.PayloadDigest;
import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An archived page on its way into an export. It is decoded and parsed when a format asks for what
 * the parser finds, and only then. Passwords in links are left out.
 */
final class ExportedPage {
    private final ArchivedPage page;
    private final PageDecoder decoder;

    ExportedPage(ArchivedPage page, PageDecoder decoder) {
        this.page = page;
        this.decoder = decoder;
    }

    String url() {
        return page.url();
    }

    Instant at() {
        return page.at();
    }

    int status() {
        return page.status();
    }

    String type() {
        return page.type();
    }

    /** Returns whether this is a page that was asked for and came. */
    boolean isPage() {
        return StatusCode.isPage(page.status());
    }

    boolean isRobotsTxt() {
        return Url.parse(page.url()).filter(url -> url.path().equals("/robots.txt")).isPresent();
    }

    /** Returns the digest of the payload; empty where the payload is not at hand. */
    String digest() {
        return page.digest().map(PayloadDigest::toString).orElse("");
    }

    /** Returns how much of the body came over the wire. */
    long bytes() {
        return page.body().length;
    }

    /** Returns where an answer leads; empty where it is no redirect. */
    String redirect() {
        if (!StatusCode.isRedirect(page.status())) return "";
        return page.field("location")
                .flatMap(target -> Url.parse(page.url()).flatMap(base -> base.resolve(target)))
                .map(target -> target.withoutUserinfo().toString())
                .orElse("");
    }

    /** Returns what the page says of itself; empty where it is not HTML. */
    Optional<Facts> pageFacts() {
        return decoder.parse(page).map(ParsedPage::facts);
    }

    private RobotsDirectives directives() {
        var ofHead = decoder.ofHead(page);
        return pageFacts().map(facts -> ofHead.and(facts.robots())).orElse(ofHead);
    }

    /** Returns whether the page asks not to be indexed or not to be kept. */
    boolean isWithheld() {
        var directives = directives();
        return directives.noindex() || directives.noarchive();
    }

    /** Returns what robots are asked, for people. */
    String robots() {
        var directives = directives();
        var words = new ArrayList<String>();
        if (directives.noindex()) words.add("noindex");
        if (directives.nofollow()) words.add("nofollow");
        if (directives.noarchive()) words.add("noarchive");
        return String.join(" ", words);
    }

    /** Returns title, text and links; empty where the page is neither HTML nor plain text. */
    Optional<PageFacts> facts() {
        if (page.isPlainText())
            return Optional.of(new PageFacts("", decoder.plainText(page), List.of()));
        return decoder.parse(page)
                .map(
                        parsed ->
                                new PageFacts(
                                        parsed.title(),
                                        parsed.text(),
                                        parsed.links().stream()
                                                .map(Link::target)
                                                .map(Url::withoutUserinfo)
                                                .toList()));
    }

    /** Returns the links in the order of the page. */
    List<Link> links() {
        return decoder.parse(page).map(ParsedPage::links).orElse(List.of());
    }

    /** Returns the main text as Markdown; empty where the page is not HTML. */
    Optional<MarkdownReader.Prose> prose() {
        return decoder.prose(page);
    }

    /** Returns a line of JSON, as the store {@code jsonl} writes it. */
    String json(Set<PageField> fields) {
        return PageField.line(fields, page, ParsedFields.isIn(fields) ? facts() : Optional.empty());
    }

    /** The fields for which a page must be parsed. */
    static final class ParsedFields {
        private static final Set<PageField> ALL =
                Set.of(PageField.TITLE, PageField.TEXT, PageField.LINKS);

        private ParsedFields() {}

        static boolean isIn(Set<PageField> fields) {
            return ALL.stream().anyMatch(fields::contains);
        }
    }
}
