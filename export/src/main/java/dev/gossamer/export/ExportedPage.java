package dev.gossamer.export;

import dev.gossamer.http.StatusCode;
import dev.gossamer.parse.Link;
import dev.gossamer.parse.MarkdownReader;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.store.PageFacts;
import dev.gossamer.store.PageField;
import dev.gossamer.store.PayloadDigest;
import dev.gossamer.url.Url;
import java.time.Instant;
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

    /** Returns title, text and links; empty where the page is not HTML. */
    Optional<PageFacts> facts() {
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
