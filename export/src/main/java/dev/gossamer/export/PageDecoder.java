package dev.gossamer.export;

import dev.gossamer.http.RobotsDirectives;
import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.MarkdownReader;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.url.Url;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parsers that all pages of an export share. Owned by one thread. */
final class PageDecoder {
    private final HtmlParser parser;
    private final MarkdownReader markdown = new MarkdownReader();
    private final PageReading reading;
    private @Nullable ArchivedPage parsedPage;
    private Optional<ParsedPage> parsed = Optional.empty();

    PageDecoder(PageReading reading) {
        this.reading = reading;
        parser = new HtmlParser(HtmlParser.ALL_BUT_STYLES, reading.agent());
    }

    ExportedPage open(ArchivedPage page) {
        return new ExportedPage(page, this);
    }

    /** Returns the URL of a page that can be parsed. */
    private static Optional<Url> html(ArchivedPage page) {
        return Url.parse(page.url()).filter(_ -> page.isHtml());
    }

    /** Parses a page, once for all that ask for it one after the other. */
    @SuppressWarnings("ReferenceEquality") // the same page is the same object
    Optional<ParsedPage> parse(ArchivedPage page) {
        if (page != parsedPage) {
            parsed = html(page).map(url -> parser.parse(url, type(page), content(page)));
            parsedPage = page;
        }
        return parsed;
    }

    Optional<MarkdownReader.Prose> prose(ArchivedPage page) {
        return html(page).map(url -> markdown.read(url, type(page), content(page)));
    }

    String plainText(ArchivedPage page) {
        return page.plainText(content(page));
    }

    /** Returns what the head of an answer asks of the robot that fetched it. */
    RobotsDirectives ofHead(ArchivedPage page) {
        return RobotsDirectives.of(page.headers(), reading.agent());
    }

    private byte[] content(ArchivedPage page) {
        return page.content(reading.maxDecodedBytes());
    }

    private static String type(ArchivedPage page) {
        return page.headers().joined("content-type");
    }
}
