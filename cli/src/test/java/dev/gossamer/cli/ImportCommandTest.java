package dev.gossamer.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.CrawlDirectory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** WARC and WACZ files of others become a folder that every command understands. */
class ImportCommandTest {
    @TempDir Path folder = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
    }

    private String told(String... args) {
        assertThat(run(args)).as(err.toString()).isZero();
        return out.toString();
    }

    private static byte[] record(String url, String time, String html) {
        String block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html;
        return """
               WARC/1.0
               WARC-Type: response
               WARC-Target-URI: <%s>
               WARC-Date: %s
               Content-Type: application/http;msgtype=response
               Content-Length: %d

               """
                .formatted(url, time, block.length())
                .replace("\n", "\r\n")
                .concat(block + "\r\n\r\n")
                .getBytes(UTF_8);
    }

    private static byte[] gzip(byte[]... records) throws IOException {
        var out = new ByteArrayOutputStream();
        for (byte[] record : records) {
            try (var member = new GZIPOutputStream(out)) {
                member.write(record);
            }
        }
        return out.toByteArray();
    }

    private static final byte[] START =
            record(
                    "http://a.test/",
                    "2020-01-01T00:00:00Z",
                    "<title>Start</title>amber river <a href=next?utm_source=x>forward</a>");
    private static final byte[] NEXT =
            record(
                    "http://a.test/next?utm_source=x",
                    "2020-01-01T00:00:01Z",
                    "<title>Next</title>green hill");

    private Path write(String name, byte[] content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }

    private void assertIsWholeCrawl(String dir, String start, String next) throws IOException {
        assertThat(told("search", dir, "amber")).contains(start);
        assertThat(told("links", dir, "--to", next)).contains("forward", start);
        assertThat(told("status", dir)).contains("finished", "200: 2");
        assertThat(told("why", dir, next)).contains("was fetched", "it was imported", "archived");
        assertThat(told("duplicates", dir)).contains("2 pages");
        assertThat(told("index", dir)).isEmpty();
        Path urls = folder.resolve("urls");
        told("export", dir, "--format", "urls", "-o", urls.toString());
        assertThat(Files.readAllLines(urls)).containsExactly(start, next);
        var archive = CrawlDirectory.open(Path.of(dir)).archive();
        assertThat(archive.find(dev.gossamer.url.Url.of(next))).hasSize(1);
    }

    @Test
    void everyCommandUnderstandsWhatWasImported() throws IOException {
        Path file = write("x.warc", gzip(START, NEXT)); // gzip, whatever its name says
        String dir = folder.resolve("made").toString();
        assertThat(told("import", file.toString(), "-o", dir))
                .contains("imported 2 pages with 2 records from 1 file");
        assertThat(err.toString()).contains("1 of 1: " + file);
        assertIsWholeCrawl(dir, "http://a.test/", "http://a.test/next?utm_source=x");
        assertThat(run("resume", dir)).isEqualTo(2);
        assertThat(err.toString()).contains("was imported", "--known").hasLineCount(1);
    }

    @Test
    void aFolderWithWaczFilesIsImportedInTheOrderOfTime() throws IOException {
        var wacz = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(wacz)) {
            zip.putNextEntry(new ZipEntry("datapackage.json"));
            zip.write("{}".getBytes(UTF_8));
            zip.putNextEntry(new ZipEntry("archive/data.warc.gz"));
            zip.write(gzip(NEXT));
        }
        write("in/a.wacz", wacz.toByteArray());
        write("in/deeper/b.warc", START);
        write("in/notes.txt", "no archive".getBytes(UTF_8));
        write("in/empty.warc.gz", new byte[0]);
        String dir = folder.resolve("made").toString();
        told("import", folder.resolve("in").toString(), "-o", dir);
        assertIsWholeCrawl(dir, "http://a.test/", "http://a.test/next?utm_source=x");
    }

    @Test
    void aWaczThatWasExportedIsImportedAgain() throws IOException {
        Path file = write("x.warc", gzip(START, NEXT));
        String first = folder.resolve("first").toString();
        told("import", file.toString(), "-o", first);
        String wacz = folder.resolve("x.wacz").toString();
        told("export", first, "--format", "wacz", "-o", wacz);
        String second = folder.resolve("second").toString();
        told("import", wacz, "-o", second);
        assertIsWholeCrawl(second, "http://a.test/", "http://a.test/next?utm_source=x");
        assertThat(run("export", first, "--format", "wacz")).isEqualTo(2);
        assertThat(err.toString()).contains("name a file with -o");
        assertThat(run("export", first, "--format", "wacz", "-o", "x.zip")).isEqualTo(2);
        assertThat(err.toString()).contains("ends with .wacz");
        assertThat(run("export", first, "--format", "wacz", "-o", wacz, "--host", "a.test"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("holds the whole archive");
    }

    @Test
    void damageIsToldAndTheRestImported() throws IOException {
        byte[] good = gzip(START);
        byte[] bad = gzip(NEXT);
        bad[bad.length / 2] ^= 0x55;
        byte[] both = Arrays.copyOf(good, good.length + bad.length);
        System.arraycopy(bad, 0, both, good.length, bad.length);
        Path file = write("x.warc.gz", both);
        String dir = folder.resolve("made").toString();
        assertThat(run("import", file.toString(), "-o", dir)).isEqualTo(1);
        assertThat(err.toString())
                .contains(file + ": damaged at " + good.length)
                .contains("1 place left out because of damage");
        assertThat(told("search", dir, "amber")).contains("http://a.test/");
    }

    @Test
    void arcFilesAreRefusedPackedOrNot() throws IOException {
        String arc = "filedesc://x.arc 0.0.0.0 20200101000000 text/plain 2\n1\n";
        for (Path file :
                List.of(
                        write("x.arc", arc.getBytes(UTF_8)),
                        write("x.arc.gz", gzip(arc.getBytes(UTF_8))))) {
            assertThat(run("import", file.toString(), "-o", folder.resolve("made").toString()))
                    .isEqualTo(2);
            assertThat(err.toString()).contains(file + " is an ARC file").hasLineCount(1);
        }
    }

    @Test
    void aFolderThatHoldsSomethingIsLeftAlone() throws IOException {
        String file = write("x.warc.gz", gzip(START)).toString();
        String dir = folder.resolve("made").toString();
        told("import", file, "-o", dir);
        assertThat(run("import", file, "-o", dir)).isEqualTo(2);
        assertThat(err.toString()).contains("already holds a crawl").hasLineCount(1);
        assertThat(run("import", dir + "/warc", "-o", dir)).isEqualTo(2);
        assertThat(err.toString()).contains("lies in the folder to import into");
        write("other/warc/mine.warc.gz", gzip(START));
        assertThat(run("import", file, "-o", folder.resolve("other").toString())).isEqualTo(2);
        assertThat(folder.resolve("other/warc/mine.warc.gz")).exists();
        assertThat(run("import", file, "-o", file)).isEqualTo(2);
        assertThat(err.toString()).contains("choose another folder");
    }

    @Test
    void anImportThatWasKilledIsRepeated() throws IOException {
        String file = write("x.warc.gz", gzip(START, NEXT)).toString();
        String dir = folder.resolve("made").toString();
        // What a killed import leaves: its mark, a file half written, a log.
        write("made/state/import", new byte[0]);
        write("made/warc/gossamer-20200101000000000-00000-localhost.warc.gz.open", gzip(START));
        write("made/crawl.log", "half a l".getBytes(UTF_8));
        for (String command : List.of("status", "index", "resume")) {
            assertThat(run(command, dir)).isEqualTo(2);
            assertThat(err.toString()).contains("is not finished").hasLineCount(1);
        }
        assertThat(run("crawl", "http://127.0.0.1:9/", "-o", dir)).isEqualTo(2);
        told("import", file, "-o", dir);
        assertIsWholeCrawl(dir, "http://a.test/", "http://a.test/next?utm_source=x");
    }

    @Test
    void whatHoldsNoPageLeavesNothingBehind() throws IOException {
        byte[] info =
                "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
                        .getBytes(UTF_8);
        String file = write("x.warc", info).toString();
        Path dir = folder.resolve("made");
        assertThat(run("import", file, "-o", dir.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("not one HTTP answer");
        assertThat(dir.resolve("warc")).doesNotExist();
        assertThat(run("import", write("x.wacz", zipOf("readme")).toString(), "-o", "y"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("is no WACZ file");
    }

    private static byte[] zipOf(String name) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(name));
        }
        return bytes.toByteArray();
    }

    /** A true writer, if it is there. */
    @Test
    void whatWgetWritesIsImported() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/wget")), "no wget here");
        try (var site = new PageSite()) {
            site.html("/", "<title>Start</title>amber river <a href=/next>forward</a>");
            site.html("/next", "<title>Next</title>green hill");
            for (String option : List.of("--warc-cdx", "--no-warc-compression")) {
                Path work = Files.createDirectories(folder.resolve(option));
                var wget =
                        new ProcessBuilder(
                                        "/usr/bin/wget",
                                        "-q",
                                        "-r",
                                        "--warc-file=w",
                                        option,
                                        site.url("/"))
                                .directory(work.toFile())
                                .start();
                assertThat(wget.waitFor(60, TimeUnit.SECONDS)).isTrue();
                String dir = work.resolve("made").toString();
                told("import", work.toString() + "/w.warc" + suffix(option), "-o", dir);
                // robots.txt, which is not there, is the third answer
                assertIsWholeCrawl(dir, site.url("/"), site.url("/next"));
            }
        }
    }

    private static String suffix(String option) {
        return option.equals("--no-warc-compression") ? "" : ".gz";
    }
}
