package dev.gossamer.bench;

import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.Link;
import dev.gossamer.store.Capture;
import dev.gossamer.store.JsonLinesStore;
import dev.gossamer.store.PageFacts;
import dev.gossamer.store.PageField;
import dev.gossamer.store.PageLog;
import dev.gossamer.store.PayloadDigest;
import dev.gossamer.store.Store;
import dev.gossamer.store.WarcOptions;
import dev.gossamer.store.WarcOptions.Codec;
import dev.gossamer.store.WarcStore;
import dev.gossamer.url.Url;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.JarURLConnection;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.zip.GZIPOutputStream;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcCompression;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcRequest;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;

/**
 * CPU a page, rate and ratio of each store and codec, beside jwarc's own writer, in one run. Run
 * with {@code bench/run StoreBench DIR}, where DIR is what to write to. The pages are guava's
 * javadoc, cut at 20 KB. One thread; rounds are interleaved so that all modes see the same machine;
 * the best round counts.
 */
public final class StoreBench {
    private static final int PAGE_BYTES = 20_000;
    private static final int ROUNDS = 7;
    private static final Set<PageField> FIELDS = EnumSet.allOf(PageField.class);
    private static final int COPIES = 4;
    private static final String ONE_PAGE = "/com/google/common/base/package-summary.html";

    private interface Mode {
        /** Writes all and returns the bytes of the files. */
        long write(List<Capture> pages, Path dir) throws IOException;
    }

    private record Result(double microsAPage, double megabytesASecond, double ratio) {}

    public static void main(String[] args) throws Exception {
        var plain = pages();
        var packed = new ArrayList<Capture>();
        for (var page : plain) packed.add(packed(page));
        var parsed = new ArrayList<Capture>();
        for (var page : plain) parsed.add(page.withPage(facts(page)));
        var digested = new ArrayList<Capture>();
        for (var page : plain) {
            digested.add(page.withDigest(PayloadDigest.of(page.responseHead(), page.body())));
        }
        long bytes = 0;
        for (var page : plain) bytes += page.body().bytes();
        System.out.printf(
                Locale.ROOT,
                "%d pages, %.1f KB on average%n",
                plain.size(),
                bytes / 1e3 / plain.size());

        var modes = new LinkedHashMap<String, Mode>();
        modes.put("jwarc none", (p, d) -> jwarc(p, d, WarcCompression.NONE, true));
        modes.put("jwarc gzip", (p, d) -> jwarc(p, d, WarcCompression.GZIP, true));
        modes.put("jwarc gzip, no digests", (p, d) -> jwarc(p, d, WarcCompression.GZIP, false));
        modes.put("none", (p, d) -> ours(p, d, Codec.NONE, 1));
        modes.put("gzip 1", (p, d) -> ours(p, d, Codec.GZIP, 1));
        modes.put("gzip 6", (p, d) -> ours(p, d, Codec.GZIP, 6));
        for (int level : new int[] {-5, -3, -1, 1, 3}) {
            modes.put("zstd " + level, (p, d) -> ours(p, d, Codec.ZSTD, level));
        }
        modes.put("gzip 1, digest given", (_, d) -> ours(digested, d, Codec.GZIP, 1));
        modes.put("zstd 1, digest given", (_, d) -> ours(digested, d, Codec.ZSTD, 1));
        modes.put("gzip 1, came as gzip", (_, d) -> ours(packed, d, Codec.GZIP, 1));
        modes.put("zstd 1, came as gzip", (_, d) -> ours(packed, d, Codec.ZSTD, 1));
        modes.put("pages", (p, d) -> written(p, d, PageLog.open(d, PageLog.DEFAULT_FILE_BYTES)));
        modes.put(
                "pages, came as gzip",
                (_, d) -> written(packed, d, PageLog.open(d, PageLog.DEFAULT_FILE_BYTES)));
        modes.put("jsonl", (_, d) -> written(parsed, d, JsonLinesStore.open(d, FIELDS)));

        Map<String, Result> best = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (var mode : modes.entrySet()) {
                var result = measure(mode.getValue(), plain, bytes, Path.of(args[0]));
                best.merge(mode.getKey(), result, (a, b) -> a.microsAPage < b.microsAPage ? a : b);
            }
        }
        double jwarc = best.getOrDefault("jwarc gzip", new Result(0, 1, 1)).megabytesASecond;
        System.out.println("mode                        CPU us/page   MB/s   ratio   x jwarc gzip");
        best.forEach(
                (name, r) ->
                        System.out.printf(
                                Locale.ROOT,
                                "%-27s %11.1f %6.0f %7.2f %8.2f%n",
                                name,
                                r.microsAPage,
                                r.megabytesASecond,
                                r.ratio,
                                r.megabytesASecond / jwarc));
    }

    private static Result measure(Mode mode, List<Capture> pages, long bytes, Path base)
            throws IOException {
        Path dir = Files.createTempDirectory(base, "store-bench");
        try {
            var threads = ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadCpuTime();
            long written = mode.write(pages, dir);
            double nanos = threads.getCurrentThreadCpuTime() - before;
            return new Result(
                    nanos / 1e3 / pages.size(),
                    bytes / 1e6 / (nanos / 1e9),
                    (double) bytes / written);
        } finally {
            delete(dir);
        }
    }

    private static long ours(List<Capture> pages, Path dir, Codec codec, int level)
            throws IOException {
        var options = WarcOptions.DEFAULT.withCodec(codec, level).withWriters(1);
        try (var store = WarcStore.open(dir, options)) {
            for (var page : pages) store.write(page);
            return store.bytes();
        }
    }

    private static long written(List<Capture> pages, Path dir, Store opened) throws IOException {
        try (opened) {
            for (var page : pages) opened.write(page);
        }
        long bytes = 0;
        try (var files = Files.list(dir)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) bytes += Files.size(file);
        }
        return bytes;
    }

    /** The same records with the same digests, by the other writer. */
    private static long jwarc(
            List<Capture> pages, Path dir, WarcCompression compression, boolean digests)
            throws IOException {
        Path file = dir.resolve("jwarc.warc");
        try (var channel =
                        FileChannel.open(
                                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var writer = new WarcWriter(channel, compression)) {
            for (var page : pages) {
                byte[] body = body(page);
                byte[] block =
                        Arrays.copyOf(
                                page.responseHead(), page.responseHead().length + body.length);
                System.arraycopy(body, 0, block, page.responseHead().length, body.length);
                var response =
                        new WarcResponse.Builder(page.url().toString())
                                .date(page.at())
                                .ipAddress(page.address());
                var request =
                        new WarcRequest.Builder(page.url().toString())
                                .date(page.at())
                                .ipAddress(page.address());
                if (digests) {
                    response.payloadDigest(new WarcDigest("sha1", sha1(body)));
                    response.blockDigest(new WarcDigest("sha1", sha1(block)));
                    request.blockDigest(new WarcDigest("sha1", sha1(page.requestHead())));
                }
                var written = response.body(MediaType.HTTP_RESPONSE, block).build();
                writer.write(written);
                request.concurrentTo(written.id());
                writer.write(request.body(MediaType.HTTP_REQUEST, page.requestHead()).build());
            }
        }
        return Files.size(file);
    }

    private static byte[] sha1(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-1").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] body(Capture page) throws IOException {
        var out = new ByteArrayOutputStream((int) page.body().bytes());
        page.body().feed(out::write);
        return out.toByteArray();
    }

    private static List<Capture> pages() throws IOException {
        var pages = new ArrayList<Capture>();
        var resource = Objects.requireNonNull(StoreBench.class.getResource(ONE_PAGE));
        try (JarFile file = ((JarURLConnection) resource.openConnection()).getJarFile()) {
            for (var entry : file.stream().filter(e -> e.getName().endsWith(".html")).toList()) {
                byte[] body = file.getInputStream(entry).readNBytes(PAGE_BYTES);
                if (body.length < PAGE_BYTES) continue;
                for (int i = 0; i < COPIES; i++) {
                    pages.add(capture("http://h" + i + ".test/" + entry.getName(), body, ""));
                }
            }
        }
        return pages;
    }

    private static PageFacts facts(Capture page) throws IOException {
        var parsed =
                new HtmlParser(EnumSet.allOf(HtmlParser.Want.class))
                        .parse(page.url(), "text/html", body(page));
        return new PageFacts(
                parsed.title(), parsed.text(), parsed.links().stream().map(Link::target).toList());
    }

    private static Capture packed(Capture page) throws IOException {
        var gzip = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(gzip)) {
            out.write(body(page));
        }
        return capture(page.url().toString(), gzip.toByteArray(), "Content-Encoding: gzip\r\n");
    }

    private static Capture capture(String url, byte[] body, String fields) throws IOException {
        var address = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
        String request =
                """
                GET / HTTP/1.1\r
                Host: docs.test\r
                User-Agent: gossamer/0.1 (+http://a.test/bot)\r
                Accept: */*\r
                Accept-Encoding: gzip\r
                \r
                """;
        String response =
                "HTTP/1.1 200 OK\r\nServer: nginx\r\nDate: Sun, 15 Nov 2026 05:00:00 GMT\r\n"
                        + "Content-Type: text/html\r\nContent-Length: "
                        + body.length
                        + "\r\nLast-Modified: Sat, 14 Nov 2026 05:00:00 GMT\r\nETag: \"673abc-4e20\"\r\n"
                        + fields
                        + "\r\n";
        return new Capture(
                Url.of(url),
                Url.of(url),
                Instant.parse("2026-11-15T05:00:00Z"),
                address,
                request.getBytes(StandardCharsets.US_ASCII),
                response.getBytes(StandardCharsets.US_ASCII),
                200,
                body);
    }

    private static void delete(Path dir) throws IOException {
        List<Path> all;
        try (var files = Files.walk(dir)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) Files.delete(file);
    }

    private StoreBench() {}
}
