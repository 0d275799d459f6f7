package dev.gossamer.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.store.Archive;
import dev.gossamer.store.Capture;
import dev.gossamer.store.Damage;
import dev.gossamer.store.PageField;
import dev.gossamer.store.WarcOptions;
import dev.gossamer.store.WarcStore;
import dev.gossamer.url.Url;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every format, from a real archive. */
class ArchiveExportTest {
    private static final String PAGE =
            """
            <html lang=en><head><title>A "title"</title></head>
            <body><nav><a href=/menu>Menu</a></nav>
            <main><h1>Heading</h1><p>Some words of a text that is long enough to be its main part.</p>
            <p>More of them, with <a href='http://user:secret@b.test/x'>two\twords</a> and
            <img src=/i.png alt=picture>.</p></main></body></html>
            """;

    private static final PageReading READING = new PageReading("gossamer", 1 << 20);

    @TempDir Path folder = Path.of("");

    private final List<Damage> damages = new ArrayList<>();

    private static Capture capture(String url, int status, String fields, byte[] body)
            throws IOException {
        return new Capture(
                Url.of(url),
                Url.of(url),
                Instant.parse("2026-11-15T05:25:05Z"),
                InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 7}),
                "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                ("HTTP/1.1 " + status + " X\r\n" + fields + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII),
                status,
                body);
    }

    private static Capture html(String url, int status, String body) throws IOException {
        return capture(
                url,
                status,
                "Content-Type: text/html; charset=utf-8\r\n",
                body.getBytes(StandardCharsets.UTF_8));
    }

    private void archive(Capture... captures) throws IOException {
        try (var store = WarcStore.open(folder, WarcOptions.DEFAULT)) {
            for (var capture : captures) store.write(capture);
        }
    }

    private String export(ArchiveExport export) throws IOException {
        var out = new ByteArrayOutputStream();
        export.write(Archive.open(folder), out, damages::add);
        return out.toString(StandardCharsets.UTF_8);
    }

    private String export(ArchiveExport.Format format) throws IOException {
        return export(
                new ArchiveExport(format, ArchiveExport.FIELDS, READING, PageSelection.USUAL));
    }

    @Test
    void urlsAreThoseOfPagesThatCame() throws IOException {
        archive(
                html("http://a.test/robots.txt", 200, "x"),
                html("http://a.test/", 200, "x"),
                html("http://a.test/gone", 404, "y"),
                html("http://a.test/sub/robots.txt", 203, "z"));
        assertThat(export(ArchiveExport.Format.URLS).lines())
                .containsExactlyInAnyOrder("http://a.test/", "http://a.test/sub/robots.txt");
    }

    @Test
    void edgesAreOneLineEachWithoutPasswords() throws IOException {
        archive(html("http://a.test/", 200, PAGE));
        assertThat(export(ArchiveExport.Format.EDGES).lines())
                .containsExactly(
                        "http://a.test/\thttp://a.test/menu\tnavigate\tMenu",
                        "http://a.test/\thttp://b.test/x\tnavigate\ttwo words",
                        "http://a.test/\thttp://a.test/i.png\tresource\tpicture");
    }

    @Test
    void jsonHasTheFieldsThatWereAskedFor() throws IOException {
        archive(html("http://a.test/", 200, PAGE));
        var some = ArchiveExport.fields(List.of("url", "STATUS", " title"));
        assertThat(
                        export(
                                new ArchiveExport(
                                        ArchiveExport.Format.JSONL,
                                        some,
                                        READING,
                                        PageSelection.USUAL)))
                .isEqualTo(
                        "{\"url\":\"http://a.test/\",\"status\":200,\"title\":\"A \\\"title\\\"\"}\n");
        assertThat(export(ArchiveExport.Format.JSONL))
                .contains("\"type\":\"text/html\"")
                .contains("\"digest\":\"sha1:")
                .contains("\"links\":[\"http://a.test/menu\",\"http://b.test/x\",")
                .doesNotContain("secret")
                .doesNotContain("via");
    }

    @Test
    void answersThatAreNoHtmlHaveNoTextInJson() throws IOException {
        archive(
                capture(
                        "http://a.test/i.png",
                        200,
                        "Content-Type: image/png\r\n",
                        new byte[] {1, 2, 3}));
        assertThat(export(ArchiveExport.Format.JSONL))
                .contains("\"type\":\"image/png\"")
                .doesNotContain("\"text\"");
        assertThat(export(ArchiveExport.Format.MARKDOWN)).isEmpty();
        assertThat(export(ArchiveExport.Format.EDGES)).isEmpty();
    }

    @Test
    void markdownIsTheMainTextAfterFrontMatter() throws IOException {
        archive(html("http://a.test/", 200, PAGE), html("http://a.test/gone", 404, PAGE));
        String markdown = export(ArchiveExport.Format.MARKDOWN);
        assertThat(markdown)
                .startsWith(
                        """
                        ---
                        url: "http://a.test/"
                        time: 2026-11-15T05:25:05Z
                        title: "A \\"title\\""
                        lang: "en"
                        ---

                        # Heading

                        """)
                .doesNotContain("Menu")
                .doesNotContain("gone");
    }

    @Test
    void aCompressedPageIsReadUpToTheLimit() throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(
                    ("<title>t</title>" + "word ".repeat(5_000)).getBytes(StandardCharsets.UTF_8));
        }
        archive(
                capture(
                        "http://a.test/",
                        200,
                        "Content-Type: text/html\r\nContent-Encoding: gzip\r\n",
                        packed.toByteArray()));
        var text = Set.of(PageField.TEXT);
        var whole =
                export(
                        new ArchiveExport(
                                ArchiveExport.Format.JSONL, text, READING, PageSelection.USUAL));
        var part =
                export(
                        new ArchiveExport(
                                ArchiveExport.Format.JSONL,
                                text,
                                new PageReading("gossamer", 1_016),
                                PageSelection.USUAL));
        assertThat(whole.split("word", -1)).hasSize(5_001);
        assertThat(part.split("word", -1)).hasSize(201);
    }

    @Test
    void damageIsReportedAndTheRestIsWritten() throws IOException {
        var captures = new ArrayList<Capture>();
        for (int i = 0; i < 20; i++) captures.add(html("http://a.test/" + i, 200, PAGE + i));
        archive(captures.toArray(Capture[]::new));
        Path file;
        try (var files = Files.newDirectoryStream(folder, "*.warc.gz")) {
            file = files.iterator().next();
        }
        byte[] whole = Files.readAllBytes(file);
        whole[whole.length / 2] ^= 1;
        Files.write(file, whole);
        assertThat(export(ArchiveExport.Format.URLS).lines().count()).isBetween(18L, 20L);
        assertThat(damages).hasSize(1);
    }

    @Test
    void fieldsThatAnArchiveDoesNotHaveAreRefused() {
        assertThatThrownBy(() -> ArchiveExport.fields(List.of("url", "via")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "no field 'via'; there are [url, time, status, type, digest, title, text, links]");
        var format = ArchiveExport.Format.JSONL;
        assertThatThrownBy(
                        () ->
                                new ArchiveExport(
                                        format, PageField.ALL, READING, PageSelection.USUAL))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ArchiveExport(format, Set.of(), READING, PageSelection.USUAL))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void onlyParquetAndWaczAreNoText() {
        for (var format : ArchiveExport.Format.values()) {
            assertThat(format.isText())
                    .isEqualTo(
                            format != ArchiveExport.Format.PARQUET
                                    && format != ArchiveExport.Format.WACZ);
        }
    }

    private String jsonUrls(PageSelection selection) throws IOException {
        return jsonUrls(READING, selection);
    }

    private String jsonUrls(PageReading reading, PageSelection selection) throws IOException {
        return export(
                new ArchiveExport(
                        ArchiveExport.Format.JSONL, Set.of(PageField.URL), reading, selection));
    }

    private static PageSelection selection(
            List<String> hosts, List<String> types, List<String> statuses) {
        return new PageSelection(false, hosts, types, statuses, Instant.MIN, Instant.MAX);
    }

    /** F18, D41: what a page asks is obeyed, and what is no page is left out. */
    @Test
    void pagesAloneAreExportedUnlessAllIsAskedFor() throws IOException {
        archive(
                html("http://a.test/robots.txt", 200, "x"),
                html("http://a.test/", 200, "x"),
                html("http://a.test/gone", 404, "y"),
                html("http://a.test/private", 200, "<meta name=robots content=noindex>z"),
                capture(
                        "http://a.test/fleeting",
                        200,
                        "Content-Type: text/html\r\nX-Robots-Tag: noarchive\r\n",
                        "u".getBytes(StandardCharsets.US_ASCII)));
        assertThat(jsonUrls(PageSelection.USUAL).lines())
                .containsExactly("{\"url\":\"http://a.test/\"}");
        var all =
                new PageSelection(true, List.of(), List.of(), List.of(), Instant.MIN, Instant.MAX);
        assertThat(jsonUrls(all).lines()).hasSize(5);
        assertThat(export(ArchiveExport.Format.URLS).lines()).hasSize(3);
    }

    /** A page may ask one robot alone: the one that fetched it is meant, whatever its name. */
    @Test
    void pagesThatAskTheRobotOfTheCrawlAreLeftOut() throws IOException {
        archive(
                capture(
                        "http://a.test/head",
                        200,
                        "Content-Type: text/html\r\nX-Robots-Tag: mybot: noindex\r\n",
                        "u".getBytes(StandardCharsets.US_ASCII)),
                html("http://a.test/meta", 200, "<meta name=MyBot content=noarchive>z"));
        assertThat(jsonUrls(new PageReading("MyBot", 1 << 20), PageSelection.USUAL)).isEmpty();
        assertThat(jsonUrls(PageSelection.USUAL).lines()).hasSize(2);
    }

    @Test
    void answersAreSelectedByHostTypeStatusAndTime() throws IOException {
        archive(
                html("http://a.test/", 200, "x"),
                html("http://www.b.test/", 200, "x"),
                html("http://notb.test/", 200, "x"),
                html("http://a.test/gone", 404, "y"),
                capture("http://a.test/i", 200, "Content-Type: image/png\r\n", new byte[3]));
        assertThat(jsonUrls(selection(List.of("B.test"), List.of(), List.of())))
                .isEqualTo("{\"url\":\"http://www.b.test/\"}\n");
        assertThat(jsonUrls(selection(List.of(), List.of("image/"), List.of())))
                .isEqualTo("{\"url\":\"http://a.test/i\"}\n");
        assertThat(jsonUrls(selection(List.of(), List.of(), List.of("4xx", "500"))))
                .isEqualTo("{\"url\":\"http://a.test/gone\"}\n");
        var at = Instant.parse("2026-11-15T05:25:05Z");
        var none = List.<String>of();
        assertThat(jsonUrls(new PageSelection(false, none, none, none, at, at.plusSeconds(1))))
                .isNotEmpty();
        assertThat(jsonUrls(new PageSelection(false, none, none, none, Instant.MIN, at))).isEmpty();
        assertThat(
                        jsonUrls(
                                new PageSelection(
                                        false, none, none, none, at.plusNanos(1), Instant.MAX)))
                .isEmpty();
        assertThatThrownBy(() -> selection(none, none, List.of("4x")))
                .hasMessage("'4x' is no status; expected one such as 404 or 4xx");
    }

    @Test
    void plainTextHasItsText() throws IOException {
        archive(
                capture(
                        "http://a.test/t.txt",
                        200,
                        "Content-Type: text/plain; charset=iso-8859-1\r\n",
                        new byte[] {'n', (byte) 0xE9}));
        var text = Set.of(PageField.TEXT);
        assertThat(
                        export(
                                new ArchiveExport(
                                        ArchiveExport.Format.JSONL,
                                        text,
                                        READING,
                                        PageSelection.USUAL)))
                .isEqualTo("{\"text\":\"n\u00e9\"}\n");
    }

    /** D42. */
    @Test
    void markdownMayBeOneFileForEachPage() throws IOException {
        archive(
                html("http://a.test/", 200, PAGE),
                html("http://a.test/%2e%2e/x?y=1", 200, PAGE),
                html("http://a.test/empty", 200, ""));
        var export =
                new ArchiveExport(
                        ArchiveExport.Format.MARKDOWN,
                        ArchiveExport.FIELDS,
                        READING,
                        PageSelection.USUAL);
        Path out = folder.resolve("out");
        export.writeFiles(Archive.open(folder), out, damages::add);
        try (var files = Files.walk(out)) {
            assertThat(files.filter(Files::isRegularFile).map(out::relativize).map(Path::toString))
                    .allMatch(name -> name.matches("a\\.test/[\\w.-]+-[0-9a-f]{8}\\.md"))
                    .hasSize(2);
        }
        assertThat(Files.readString(out.resolve(MarkdownFiles.name("http://a.test/"))))
                .startsWith("---\nurl: \"http://a.test/\"\n")
                .contains("Some words of a text");
        assertThat(MarkdownFiles.name("http://../" + "x/".repeat(200)))
                .doesNotStartWith(".")
                .hasSizeLessThan(130);
    }

    @Test
    void csvIsATableOfAllAnswers() throws IOException {
        archive(
                html("http://a.test/robots.txt", 200, "x"),
                html(
                        "http://a.test/",
                        200,
                        "<html lang=en><title>=1+1, \"x\"</title><link rel=canonical href=/c><h1>H</h1>"),
                html("http://a.test/gone", 404, "y"),
                capture("http://a.test/old", 301, "Location: /new\r\n", new byte[0]));
        assertThat(export(ArchiveExport.Format.CSV).split("\r\n"))
                .containsExactlyInAnyOrder(
                        "url,status,type,bytes,time,title,description,h1,language,canonical,redirect,robots,depth,inlinks",
                        "http://a.test/,200,text/html,76,2026-11-15T05:25:05Z,\"'=1+1, \"\"x\"\"\",,H,en,http://a.test/c,,,,",
                        "http://a.test/gone,404,text/html,1,2026-11-15T05:25:05Z,,,,,,,,,",
                        "http://a.test/old,301,,0,2026-11-15T05:25:05Z,,,,,,http://a.test/new,,,");
    }

    @Test
    void theTableTellsWhereAPageLies() throws IOException {
        archive(html("http://a.test/", 200, "x"));
        var export =
                new ArchiveExport(
                        ArchiveExport.Format.CSV,
                        ArchiveExport.FIELDS,
                        READING,
                        PageSelection.USUAL,
                        url ->
                                new PagePlaces.Place(
                                        OptionalLong.of(3), OptionalLong.of(url.path().length())));
        assertThat(export(export)).endsWith(",,,,3,1\r\n");
    }
}
