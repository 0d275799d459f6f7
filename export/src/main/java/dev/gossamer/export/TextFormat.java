package dev.gossamer.export;

import dev.gossamer.parse.MarkdownReader;
import dev.gossamer.store.Json;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A format that is text, and whose pages do not depend on each other. */
final class TextFormat implements PageFormat {
    private final Writer out;
    private final Page format;

    /** How one page is written. */
    @FunctionalInterface
    interface Page {
        void write(ExportedPage page, Writer out) throws IOException;
    }

    TextFormat(OutputStream out, Page format) {
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        this.format = format;
    }

    @Override
    public void write(ExportedPage page) throws IOException {
        format.write(page, out);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** How a text begins. */
    @FunctionalInterface
    interface Head {
        void write(Writer out) throws IOException;
    }

    void begin(Head head) throws IOException {
        head.write(out);
    }

    static void url(ExportedPage page, Writer out) throws IOException {
        out.append(page.url()).append('\n');
    }

    /** Tabs and line ends within a text become spaces. */
    static void edges(ExportedPage page, Writer out) throws IOException {
        for (var link : page.links()) {
            out.append(page.url()).append('\t');
            out.append(link.target().withoutUserinfo().toString()).append('\t');
            out.append(link.kind().name().toLowerCase(Locale.ROOT)).append('\t');
            out.append(oneLine(link.text())).append('\n');
        }
    }

    private static String oneLine(String text) {
        return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
    }

    /**
     * Returns the text of a page after front matter: its URL, time, title and language between two
     * lines of dashes, in YAML. Returns nothing for a page without a text.
     */
    static String markdown(ExportedPage page) {
        var prose = page.prose();
        if (prose.isEmpty() || prose.get().text().isBlank()) return "";
        return frontMatter(page, prose.get()) + prose.get().text().strip() + "\n\n";
    }

    private static String frontMatter(ExportedPage page, MarkdownReader.Prose prose) {
        var matter = new StringBuilder("---\nurl: ");
        Json.quote(matter, page.url());
        matter.append("\ntime: ").append(page.at());
        if (!prose.title().isEmpty()) Json.quote(matter.append("\ntitle: "), prose.title());
        if (!prose.language().isEmpty()) Json.quote(matter.append("\nlang: "), prose.language());
        return matter.append("\n---\n\n").toString();
    }
}
