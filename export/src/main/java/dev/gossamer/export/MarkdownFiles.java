package dev.gossamer.export;

import dev.gossamer.files.Checksum;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import dev.gossamer.url.Url;

/**
 * Markdown with one file for each page: a folder for each host, in it files whose names begin like
 * the path of the page and end with a check sum of its URL. A page that was fetched several times
 * is the last one.
 */
final class MarkdownFiles implements PageFormat {
    private static final int MAX_NAME_CHARS = 100;

    private final Path directory;

    MarkdownFiles(Path directory) {
        this.directory = directory;
    }

    @Override
    public void write(ExportedPage page) throws IOException {
        var text = TextFormat.markdown(page);
        if (text.isEmpty()) return;
        Path file = directory.resolve(name(page.url()));
        Files.createDirectories(file.toAbsolutePath().getParent());
        // A page may be cut within a character, which this form replaces.
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {}

    /** Returns a name without anything that a file system, or a reader of its listing, minds. */
    static String name(String url) {
        var parsed = Url.parse(url);
        String path = parsed.map(Url::path).orElse("").replaceFirst("^/", "");
        String host = parsed.map(Url::host).orElse("");
        return plain(host.isEmpty() ? "other" : host)
                + "/"
                + plain(path.isEmpty() ? "index" : path)
                + "-"
                + Checksum.of(url)
                + ".md";
    }

    private static String plain(String text) {
        String cut = text.length() <= MAX_NAME_CHARS ? text : text.substring(0, MAX_NAME_CHARS);
        return cut.replace('/', '_').replaceAll("[^A-Za-z0-9._-]", "_").replaceFirst("^[.-]", "_");
    }
}
