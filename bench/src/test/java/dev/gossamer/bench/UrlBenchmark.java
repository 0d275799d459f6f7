package dev.gossamer.bench;

import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What every link of every page costs before the seen set: resolved against its page, brought to
 * its normal form, hashed. One operation is one link. Run with {@code bench/jmh UrlBenchmark -prof
 * gc}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class UrlBenchmark {
    private static final int LINKS = 4096;

    /**
     * {@code javadoc}: mostly relative, with fragments, some absolute. {@code news}: from the root
     * and absolute, queries, tracking parameters, escapes, here and there another script.
     */
    @Param({"javadoc", "news"})
    public String pages = "";

    private String base = "";
    private List<String> links = List.of();

    @Setup
    public void links() {
        var random = new Random(7);
        var made = new ArrayList<String>();
        base = pages.equals("javadoc") ? JAVADOC_BASE : NEWS_BASE;
        for (int i = 0; i < LINKS; i++)
            made.add(pages.equals("javadoc") ? javadocLink(random) : newsLink(random));
        links = made;
    }

    private static final String JAVADOC_BASE =
            "https://docs.example.org/api/com/example/collect/ImmutableList.html";
    private static final String NEWS_BASE =
            "https://www.news.example/world/2026/11/a-long-title-of-an-article.html?page=2";

    private static String javadocLink(Random random) {
        var name = "Class" + (char) ('A' + random.nextInt(26)) + random.nextInt(400);
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> name + ".html";
            case 3 -> name + ".html#method(java.lang.Object,int)";
            case 4, 5 -> "../../../com/example/base/" + name + ".html";
            case 6 -> "../util/" + name + ".html#field";
            case 7 -> "#of(E)";
            case 8 -> "package-summary.html";
            default ->
                    "https://docs.oracle.example/javase/9/docs/api/java/util/"
                            + name
                            + ".html?is-external=true";
        };
    }

    private static String newsLink(Random random) {
        int id = random.nextInt(100_000);
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4 -> "/world/2026/11/" + id + "-some-words-of-a-title.html";
            case 5, 6, 7 -> "https://www.news.example/sport/" + id + "/story-of-the-day";
            case 8, 9 -> "//static.news.example/img/" + id + ".jpg?w=640&h=480";
            case 10, 11 -> "/search?q=word" + id + "&page=3&sort=date";
            case 12 -> "https://social.example/share?u=https%3A%2F%2Fwww.news.example%2F" + id;
            case 13 -> "/promo/" + id + "?utm_source=home&utm_medium=banner&id=" + id;
            case 14 -> "/tag/caf%c3%a9/" + id;
            case 15 -> "/tag/caf\u00E9 " + id;
            case 16 -> "?page=" + id;
            case 17 -> "#comments";
            case 18 -> "mailto:desk" + id + "@news.example";
            default -> "../" + id + "/index.html#top";
        };
    }

    @Benchmark
    @OperationsPerInvocation(LINKS)
    public long gossamer() {
        var page = Url.of(base);
        long sum = 0;
        for (var link : links) {
            var url = page.resolve(link);
            if (url.isPresent()) sum += NormalForm.DEFAULT.apply(url.get()).fingerprint();
        }
        return sum;
    }

    /**
     * Resolving and dropping the fragment only, and a weaker hash; what it cannot read it skips.
     */
    @Benchmark
    @OperationsPerInvocation(LINKS)
    public long javaNetUri() {
        var page = URI.create(base);
        long sum = 0;
        for (var link : links) {
            var url = resolve(page, link);
            if (url != null) sum += url.hashCode();
        }
        return sum;
    }

    private static @Nullable String resolve(URI page, String link) {
        try {
            var resolved = page.resolve(new URI(link)).normalize().toString();
            int fragment = resolved.indexOf('#');
            return fragment < 0 ? resolved : resolved.substring(0, fragment);
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** Resolving and dropping the fragment only, and a weaker hash. */
    @Benchmark
    @OperationsPerInvocation(LINKS)
    public long okHttp() {
        var page = HttpUrl.get(base);
        long sum = 0;
        for (var link : links) {
            var url = page.newBuilder(link);
            if (url != null) sum += url.fragment(null).build().toString().hashCode();
        }
        return sum;
    }
}
