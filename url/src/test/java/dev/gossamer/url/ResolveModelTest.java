package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** References of pages, compared with java.net.URI where RFC 3986 and WHATWG agree. */
final class ResolveModelTest {
    private static final List<String> SEGMENTS = List.of("a", "b.html", "c;d=e", "..", ".", "~f");

    private static String path(Random random, int most) {
        var path = new StringBuilder();
        for (int n = 1 + random.nextInt(most); n > 0; n--) {
            path.append(SEGMENTS.get(random.nextInt(SEGMENTS.size())));
            if (n > 1 || random.nextBoolean()) path.append('/');
        }
        return path.toString();
    }

    /** Java keeps segments that lead above the root, so the base is deep enough. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void aRelativePathLeadsWhereJavaSays(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            var base = "http://h.test/1/2/3/4/5/6/" + (random.nextBoolean() ? "page" : "");
            var reference = path(random, 5) + (random.nextInt(3) == 0 ? "?q=/../x" : "");
            var front = List.of("", "", "", "/1/2/3/4/5/6/", "//other.test/1/2/3/4/5/6/");
            reference = front.get(random.nextInt(front.size())) + reference;
            if (random.nextInt(4) == 0) reference += "#f/../g";
            var expected = URI.create(base).resolve(reference).normalize().toString();
            assertThat(Url.of(base).resolve(reference).map(Url::toString))
                    .as("seed %d: %s in %s", seed, reference, base)
                    .contains(expected);
        }
    }

    /** Slow and fast ways of reading must not differ where a letter makes the difference. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void aReferenceLeadsToTheSamePageHoweverItIsSpelt(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            var base = Url.of("http://h.test/1/2/3/" + path(random, 3));
            var plain = path(random, 5);
            var spelt = plain.replace("..", random.nextBoolean() ? "%2e." : ".%2E");
            if (random.nextBoolean()) spelt = spelt.replace('/', '\\');
            if (random.nextBoolean()) spelt = " \n" + spelt + "\t ";
            assertThat(base.resolve(spelt))
                    .as("seed %d: %s in %s", seed, spelt, base)
                    .isEqualTo(base.resolve(plain));
        }
    }

    /** What authors write by mistake, and browsers read all the same. */
    @ParameterizedTest
    @CsvSource({
        "http:page, http://h.test/a/page",
        "http:/page, http://h.test/page",
        "http:///other.test/x, http://other.test/x",
        "https:page, https://page/",
        "https:/page, https://page/",
        "///other.test/x, http://other.test/x",
        "\\\\other.test\\x, http://other.test/x",
        "/\\other.test, http://other.test/",
        "www.other.test, http://h.test/a/www.other.test",
        "other.test:80/x, other.test:80/x",
        "?a=http://b/../c, http://h.test/a/b?a=http://b/../c",
        "#../x, http://h.test/a/b?q#../x",
        "'   ', http://h.test/a/b?q",
        "./, http://h.test/a/",
        "../../../x, http://h.test/x",
        "c?d#e?f#g, http://h.test/a/c?d#e?f#g",
        "javascript:void(0), javascript:void(0)",
        "tel:+1 2, tel:+1 2",
        "mailto:a@b.test?subject=x y, mailto:a@b.test?subject=x%20y",
    })
    void sloppyReferencesAreReadAsBrowsersDo(String reference, String url) {
        assertThat(Url.of("http://h.test/a/b?q").resolve(reference).map(Url::toString))
                .contains(url);
    }

    @Test
    void aChainOfReferencesEndsWhereItsStepsLead() {
        var url = Url.of("http://h.test/");
        for (var step : List.of("a/b/c", "../d", "?x=1", "#y", "e/", "./f", "/g/h", "..", "")) {
            url = url.resolve(step).orElseThrow();
        }
        assertThat(url).hasToString("http://h.test/");
    }
}
