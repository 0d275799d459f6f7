package dev.gossamer.export;

import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.MarkdownReader;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.url.Url;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parsers that all pages of an export share. Owned by one thread. */
final class PageDecoder {
    private final HtmlParser parser = new HtmlParser(HtmlParser.ALL_BUT_STYLES);
    private final MarkdownReader markdown = new MarkdownReader();
    private final int maxDecodedBytes;
    private @Nullable ArchivedPage parsedPage;
    private Optional<ParsedPage> parsed = Optional.empty();

    PageDecoder(int maxDecodedBytes) {
        this.maxDecodedBytes = maxDecodedBytes;
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
            parsed =
                    html(page)
                            .map(
                                    url ->
                                            parser.parse(
                                                    url,
                                                    type(page),
                                                    page.content(maxDecodedBytes)));
            parsedPage = page;
        }
        return parsed;
    }

    Optional<MarkdownReader.Prose> prose(ArchivedPage page) {
        return html(page).map(url -> markdown.read(url, type(page), page.content(maxDecodedBytes)));
    }

    String plainText(ArchivedPage page) {
        return page.plainText(page.content(maxDecodedBytes));
    }

    private static String type(ArchivedPage page) {
        return page.headers().joined("content-type");
    }
}
