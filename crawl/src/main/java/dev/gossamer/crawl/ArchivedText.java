package dev.gossamer.crawl;

import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.MarkdownReader;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.url.Url;
import java.util.EnumSet;
import java.util.Optional;

/** What a reader sees of an archived page, without markup. */
public final class ArchivedText {
    private ArchivedText() {}

    /**
     * Returns title and text of a page.
     *
     * @param maxBytes of the content that are read
     * @return empty where it is of a type that has no text
     */
    public static Optional<String> of(ArchivedPage page, int maxBytes) {
        byte[] content = page.content(maxBytes);
        if (page.isHtml())
            return Optional.of(ofHtml(Url.of(page.url()), contentType(page), content));
        return isText(page.type()) ? Optional.of(page.plainText(content)) : Optional.empty();
    }

    /** Returns title and text of HTML. */
    public static String ofHtml(Url url, String contentType, byte[] content) {
        var parser = new HtmlParser(EnumSet.of(HtmlParser.Want.TEXT, HtmlParser.Want.FACTS));
        var parsed = parser.parse(url, contentType, content);
        return parsed.title() + "\n\n" + parsed.text() + "\n";
    }

    /** Returns the main text of a page as Markdown; empty where it is not HTML. */
    public static Optional<String> markdown(ArchivedPage page, int maxBytes) {
        if (!page.isHtml()) return Optional.empty();
        var prose =
                new MarkdownReader()
                        .read(Url.of(page.url()), contentType(page), page.content(maxBytes));
        return Optional.of(prose.text().strip() + "\n");
    }

    private static String contentType(ArchivedPage page) {
        return page.headers().joined("content-type");
    }

    private static boolean isText(String type) {
        return type.startsWith("text/")
                || type.endsWith("json")
                || type.endsWith("xml")
                || type.endsWith("javascript");
    }
}
