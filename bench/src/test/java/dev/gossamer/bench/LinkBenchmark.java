package dev.gossamer.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.url.Url;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.JarURLConnection;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import net.htmlparser.jericho.StartTag;
import net.htmlparser.jericho.StreamedSource;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The links of a page out of its bytes. One operation is one page; {@code bytes} are those of the
 * pages read in a second. Run with {@code bench/jmh LinkBenchmark -prof gc}.
 *
 * <p>Ours finds every kind of link and resolves it. The others do less: jsoup looks for {@code <a
 * href>} in its tree, with and without making it absolute; Jericho only hands over the value.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 4, time = 2)
public class LinkBenchmark {
    private static final int PAGES = 400;
    private static final String ONE_PAGE = "/com/google/common/base/package-summary.html";

    /** {@code javadoc}: real, dense markup. {@code prose}: 22 KB of paragraphs with 50 links. */
    @Param({"javadoc", "prose"})
    public String pages = "";

    /** What JMH divides by the time besides the operations. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Read {
        public long bytes;
    }

    private final List<byte[]> bodies = new ArrayList<>();
    private final List<Url> urls = new ArrayList<>();
    private final HtmlParser links = new HtmlParser(EnumSet.of(Want.LINKS));
    private final HtmlParser all = new HtmlParser(EnumSet.allOf(Want.class));
    private int next;

    @Setup
    public void pages() throws IOException {
        if (pages.equals("javadoc")) readJavadoc();
        else writeProse(new Random(7));
    }

    private void readJavadoc() throws IOException {
        var resource = Objects.requireNonNull(LinkBenchmark.class.getResource(ONE_PAGE));
        try (JarFile jar = ((JarURLConnection) resource.openConnection()).getJarFile()) {
            var entries = jar.stream().filter(e -> e.getName().endsWith(".html")).toList();
            for (int i = 0; i < PAGES; i++) {
                // Spread over the jar, so that all kinds of its pages are among them.
                var entry = entries.get((int) ((long) i * entries.size() / PAGES));
                try (var in = jar.getInputStream(entry)) {
                    add("http://docs.example.org/api/" + entry.getName(), in.readAllBytes());
                }
            }
        }
    }

    private void writeProse(Random random) {
        for (int i = 0; i < PAGES; i++) {
            var html = new StringBuilder("<!doctype html><html><head><meta charset=utf-8><title>");
            html.append(i).append("</title></head><body>");
            for (int p = 0; p < 50; p++) {
                html.append("<p class=\"text\">");
                words(random, 35, html);
                html.append("<a href=\"/section/").append(random.nextInt(900)).append("/page-");
                html.append(random.nextInt(100_000)).append(".html\">");
                words(random, 3, html);
                html.append("</a> ");
                words(random, 35, html);
                html.append("</p>\n");
            }
            add("http://www.example.org/section/" + i, html.toString().getBytes(UTF_8));
        }
    }

    private static void words(Random random, int count, StringBuilder html) {
        for (int i = 0; i < count; i++) {
            int letters = 2 + random.nextInt(8);
            for (int k = 0; k < letters; k++) html.append((char) ('a' + random.nextInt(26)));
            html.append(' ');
        }
    }

    private void add(String url, byte[] body) {
        urls.add(Url.of(url));
        bodies.add(body);
    }

    private int nextPage(Read read) {
        next = (next + 1) % bodies.size();
        read.bytes += bodies.get(next).length;
        return next;
    }

    @Benchmark
    public int gossamerLinks(Read read) {
        int page = nextPage(read);
        return links.parse(urls.get(page), "text/html", bodies.get(page)).links().size();
    }

    @Benchmark
    public int gossamerAll(Read read) {
        int page = nextPage(read);
        return all.parse(urls.get(page), "text/html", bodies.get(page)).text().length();
    }

    @Benchmark
    public int jsoupResolved(Read read) throws IOException {
        int page = nextPage(read);
        int length = 0;
        for (Element a : jsoup(page)) length += a.absUrl("href").length();
        return length;
    }

    @Benchmark
    public int jsoupUnresolved(Read read) throws IOException {
        int page = nextPage(read);
        int length = 0;
        for (Element a : jsoup(page)) length += a.attr("href").length();
        return length;
    }

    private List<Element> jsoup(int page) throws IOException {
        var body = new ByteArrayInputStream(bodies.get(page));
        return Jsoup.parse(body, "UTF-8", urls.get(page).toString()).select("a[href]");
    }

    @Benchmark
    public int jerichoUnresolved(Read read) throws IOException {
        int page = nextPage(read);
        int length = 0;
        try (var source = new StreamedSource(new String(bodies.get(page), UTF_8))) {
            for (var segment : source) {
                if (segment instanceof StartTag tag && tag.getName().equals("a")) {
                    String href = tag.getAttributeValue("href");
                    if (href != null) length += href.length();
                }
            }
        }
        return length;
    }
}
