package dev.gossamer.parse;

import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.parse.Node.Element;
import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;

/**
 * Reads HTML pages as Markdown: their main content, without what stands around it on every page of
 * a site. For people who feed texts to other programs; a crawl does not need it. Not thread-safe.
 */
public final class MarkdownReader {
    private final HtmlParser facts = new HtmlParser(EnumSet.of(Want.FACTS));

    /**
     * @param title empty where the page has none
     * @param language as the page names it, such as {@code en}; empty where it does not
     * @param text Markdown, with links made absolute; empty where the page has no text
     */
    public record Prose(String title, String language, String text) {}

    /** Reads one page; see {@link HtmlParser#parse} for what comes in. */
    public Prose read(Url url, String contentType, byte[] body) {
        var page = facts.parse(url, contentType, body);
        var encoding = Encoding.ofLabel(page.charset()).orElse(Encoding.UTF_8);
        String text = encoding.decode(body, EncodingSniffer.bomLength(body), body.length);
        var root = TreeReader.read(text.getBytes(StandardCharsets.UTF_8));
        var references = References.of(url, baseHref(root), encoding);
        String markdown = new Markdown(references).of(MainContent.of(root));
        return new Prose(page.title(), page.facts().language(), markdown);
    }

    private static Optional<String> baseHref(Element element) {
        for (Node child : element.children()) {
            if (!(child instanceof Element each)) continue;
            if (each.is("base") && each.has("href")) return Optional.of(each.attribute("href"));
            var inner = baseHref(each);
            if (inner.isPresent()) return inner;
        }
        return Optional.empty();
    }
}
