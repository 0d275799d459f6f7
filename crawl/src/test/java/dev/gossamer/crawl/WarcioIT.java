package dev.gossamer.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.store.WarcCheck;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A second reader besides jwarc, which shares no code with it or with us: warcio.js, and for zstd
 * the command of that name. Skipped where they are not installed ({@code npm install -g warcio}).
 */
final class WarcioIT {
    private static final int SECONDS = 60;

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd", "none"})
    void everyRecordOfACrawlIsReadAndItsDigestsAreRight(String compression) throws Exception {
        Path module = warcio().toRealPath().resolveSibling("index.js");
        assumeTrue(!compression.equals("zstd") || command("zstd").isPresent(), "no zstd command");
        Path warc = crawl(compression);
        WarcCheck.assertValid(warc);
        var files = files(warc, ".warc");
        if (compression.equals("zstd")) files = unpacked(files);
        Path script = folder.resolve("records.mjs");
        try (var in = WarcioIT.class.getResourceAsStream("warcio-records.mjs")) {
            Files.copy(Objects.requireNonNull(in), script);
        }
        var node = new ArrayList<>(List.of("node", script.toString(), module.toString()));
        files.forEach(file -> node.add(file.toString()));
        var records = run(node);
        assertThat(records).allMatch(line -> line.endsWith(" sound"));
        assertThat(records.stream().map(line -> line.split(" ", 2)[0]))
                .contains("warcinfo", "resource", "response", "request", "revisit", "metadata");
        assertThat(records).filteredOn(line -> line.startsWith("response http://127.")).hasSize(5);
        assertThat(records).filteredOn(line -> line.startsWith("revisit http://127.")).hasSize(1);
    }

    @Test
    void indexIsTheOneThatWarcioMakes() throws Exception {
        Path warc = crawl("gzip");
        var theirs = new ArrayList<String>();
        for (Path file : files(warc, ".warc")) {
            theirs.addAll(run(List.of(warcio().toString(), "cdx-index", file.toString())));
        }
        var ours = Files.readAllLines(warc.resolve("cdxj/index.cdxj"));
        assertThat(ours).filteredOn(line -> line.contains("http://127.")).hasSize(6);
        assertThat(theirs.stream().filter(line -> !line.contains("dns:")).map(WarcioIT::facts))
                .containsExactlyInAnyOrderElementsOf(ours.stream().map(WarcioIT::facts).toList());
    }

    /** Key, time, offset, length and digest of a line. */
    private static String facts(String line) {
        var facts = new StringBuilder(line.substring(0, line.indexOf('{')));
        for (String name : List.of("offset", "length", "digest")) {
            facts.append(line.replaceFirst(".*\"" + name + "\": ?\"?(?:sha1:)?(\\w+).*", "$1 "));
        }
        return facts.toString();
    }

    /**
     * Plain, chunked and compressed answers, one that comes again and one that is no page; and two
     * hosts whose names must be looked up.
     */
    private Path crawl(String compression) throws Exception {
        String words = "A page that is long enough to be worth a revisit record. ".repeat(10);
        var server = HttpServer.create(new InetSocketAddress(0), 0);
        server.createContext(
                "/",
                exchange -> {
                    String path = exchange.getRequestURI().getPath();
                    byte[] body = (words + path).getBytes(UTF_8);
                    if (path.equals("/")) {
                        body = "<a href=chunked></a><a href=gzip></a><a href=a>".getBytes(UTF_8);
                    } else if (path.equals("/gzip")) {
                        exchange.getResponseHeaders().set("Content-Encoding", "gzip");
                        body = gzip(body);
                    } else if (path.equals("/a") || path.equals("/b")) {
                        body = (words + "<a href=b>").getBytes(UTF_8);
                    }
                    exchange.getResponseHeaders().set("Content-Type", "text/html");
                    boolean isThere = !path.equals("/robots.txt");
                    boolean isChunked = path.equals("/chunked");
                    exchange.sendResponseHeaders(isThere ? 200 : 404, isChunked ? 0 : body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        Path crawl = folder.resolve(compression);
        try (var named = SimServer.start(SimWebOptions.usual().withSize(2, 6))) {
            var seeds = new ArrayList<>(named.web().seedUrls(1));
            seeds.add("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            Crawl.of(seeds.toArray(String[]::new))
                    .set("dns", "127.0.0.1:" + named.dnsAddress().getPort())
                    .set("allow-private", true)
                    .set("delay", "0")
                    .set("sitemaps", false)
                    .set("compression", compression)
                    .set("metadata", true)
                    .into(crawl)
                    .run();
        } finally {
            server.stop(0);
        }
        return crawl.resolve("warc");
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(plain);
        }
        return packed.toByteArray();
    }

    private List<Path> unpacked(List<Path> files) throws Exception {
        var plain = new ArrayList<Path>();
        for (Path file : files) {
            plain.add(folder.resolve(file.getFileName() + ".plain"));
            run(List.of("zstd", "-q", "-d", file.toString(), "-o", plain.getLast().toString()));
        }
        return plain;
    }

    private static List<Path> files(Path dir, String part) throws IOException {
        try (var all = Files.list(dir)) {
            return all.filter(file -> file.toString().contains(part)).sorted().toList();
        }
    }

    private static Path warcio() {
        var found = command("warcio");
        assumeTrue(found.isPresent(), "no warcio command: npm install -g warcio");
        return found.orElseThrow();
    }

    private static Optional<Path> command(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(dir -> Path.of(dir, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** What the command printed; it must succeed. */
    private List<String> run(List<String> command) throws Exception {
        Path out = Files.createTempFile(folder, "out", ".txt");
        var process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
        } finally {
            process.destroyForcibly();
        }
        var lines = Files.readAllLines(out);
        assertThat(process.exitValue()).as("%s: %s", command, lines).isZero();
        return lines;
    }
}
