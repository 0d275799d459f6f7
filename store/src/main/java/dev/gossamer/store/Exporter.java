package dev.gossamer.store;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Turns archived pages into text, one after another: {@code archive.forEach(exporter::page)}. What
 * needs the parser gets a {@link PageReader} from whoever has one.
 */
@FunctionalInterface
public interface Exporter {
    void page(ArchivedPage page) throws IOException;

    /** Reads title, text and links out of a page; empty where it is nothing that has them. */
    @FunctionalInterface
    interface PageReader {
        Optional<PageFacts> read(ArchivedPage page) throws IOException;
    }

    /** Reads the links out of a page, in its order. */
    @FunctionalInterface
    interface EdgeReader {
        List<Edge> read(ArchivedPage page) throws IOException;
    }

    /**
     * @param kind a word
     * @param text of the anchor, empty where there is none
     */
    record Edge(Url target, String kind, String text) {}

    /** Reads a page as Markdown: its main text without navigation and the like. */
    @FunctionalInterface
    interface MarkdownReader {
        Optional<Prose> read(ArchivedPage page) throws IOException;
    }

    /**
     * @param title empty where there is none
     * @param language empty where the page names none
     * @param text Markdown
     */
    record Prose(String title, String language, String text) {}

    /** The URL of every page that was fetched well, a line each. */
    static Exporter urls(Writer out) {
        return page -> {
            boolean isPage = page.status() / 100 == 2 && !isRobotsTxt(page);
            if (isPage) out.append(page.url()).append('\n');
        };
    }

    private static boolean isRobotsTxt(ArchivedPage page) {
        return Url.parse(page.url()).filter(url -> url.path().equals("/robots.txt")).isPresent();
    }

    /**
     * A line for each link: page, where it points, kind and text, with a tab between each two. Tabs
     * and line ends within a text become spaces.
     */
    static Exporter edges(Writer out, EdgeReader reader) {
        return page -> {
            for (var edge : reader.read(page)) {
                out.append(page.url()).append('\t').append(edge.target().toString());
                out.append('\t').append(edge.kind()).append('\t').append(oneLine(edge.text()));
                out.append('\n');
            }
        };
    }

    private static String oneLine(String text) {
        return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
    }

    /** A JSON object a line for every capture, as the {@link JsonLinesStore} writes it. */
    static Exporter jsonLines(Writer out, Set<PageField> fields, PageReader reader) {
        return page -> out.append(PageField.line(fields, page, reader.read(page)));
    }

    /**
     * Every page that was fetched well and has a text, each behind front matter: its URL, time,
     * title and language between two lines of dashes, in YAML.
     */
    static Exporter markdown(Writer out, MarkdownReader reader) {
        return page -> {
            if (page.status() / 100 != 2) return;
            var prose = reader.read(page);
            if (prose.isEmpty() || prose.get().text().isBlank()) return;
            out.append(frontMatter(page, prose.get())).append(prose.get().text().strip());
            out.append("\n\n");
        };
    }

    private static String frontMatter(ArchivedPage page, Prose prose) {
        var matter = new StringBuilder("---\nurl: ");
        Json.quote(matter, page.url());
        matter.append("\ntime: ").append(page.at());
        if (!prose.title().isEmpty()) Json.quote(matter.append("\ntitle: "), prose.title());
        if (!prose.language().isEmpty()) Json.quote(matter.append("\nlang: "), prose.language());
        return matter.append("\n---\n\n").toString();
    }
}
