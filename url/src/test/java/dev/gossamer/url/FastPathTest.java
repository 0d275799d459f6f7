package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jspecify.annotations.Nullable;

class FastPathTest {
    private static final List<String> PIECES =
            List.of(
                    "http://",
                    "https://",
                    "http:",
                    "//",
                    "/",
                    "/",
                    "/",
                    "\\",
                    "..",
                    ".",
                    "../",
                    "./",
                    "%2e",
                    "%2E",
                    "%41",
                    "%",
                    "?",
                    "#",
                    ":",
                    "@",
                    "80",
                    ":8080",
                    ":443",
                    ":080",
                    "a",
                    "b.html",
                    "example.com",
                    "www.x.org",
                    "1.2.3.4",
                    "0x7f",
                    "xn--a",
                    "A",
                    "_",
                    "-",
                    " ",
                    "\t",
                    "\n",
                    "\u00E9",
                    "\u20AC",
                    "'",
                    "\"",
                    "<",
                    "|",
                    "`",
                    "{",
                    "^",
                    "[",
                    "]",
                    "&",
                    "=",
                    "c=d",
                    ";",
                    "~",
                    "\uD83D\uDE00",
                    "\uD800",
                    "\0");

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void answersAsTheParserDoes(long seed) {
        var random = new Random(seed);
        var base = Url.of("http://base.example:8080/dir/sub/page.html?query#fragment");
        int plain = 0;
        for (int i = 0; i < 200_000; i++) {
            var text = random(random);
            var what = "seed %d, %s".formatted(seed, text);
            var parsed = FastPath.parse(text);
            if (parsed != null)
                same(what, parsed, UrlParser.parse(text, null, StandardCharsets.UTF_8));
            var resolved = FastPath.resolve(text, base);
            if (resolved == null) continue;
            same(what, resolved, UrlParser.parse(text, base, StandardCharsets.UTF_8));
            plain++;
            if (random.nextInt(4) == 0) base = resolved;
            if (random.nextInt(16) == 0) base = Url.of("https://h/");
        }
        assertThat(plain).as("compared").isGreaterThan(10_000);
    }

    private static void same(String what, Url fast, @Nullable Url full) {
        assertThat(full).as(what).isNotNull().isEqualTo(fast);
        if (full != null) assertThat(offsets(fast)).as(what).isEqualTo(offsets(full));
    }

    private static List<Integer> offsets(Url url) {
        return List.of(
                (int) url.schemeEnd,
                (int) url.usernameEnd,
                (int) url.hostStart,
                (int) url.hostEnd,
                (int) url.pathStart,
                (int) url.queryStart,
                (int) url.fragmentStart);
    }

    private static String random(Random random) {
        var text = new StringBuilder();
        for (int length = random.nextInt(7); length > 0; length--)
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com",
                "http://example.com:8080/a/b.html?c=d#e",
                "//cdn.example.com/x.js",
                "/a/b",
                "a/b.html#c",
                "../../x/",
                "./y?z",
                "?q",
                "#f",
                "",
                "/%E4%BD%A0"
            })
    void takesWhatMostLinksAre(String reference) {
        assertThat(FastPath.resolve(reference, Url.of("http://h.example/a/b/c?d#e"))).isNotNull();
    }

    @Test
    void keepsToTheLimit() {
        var base = Url.of("http://h/" + "a".repeat(60_000) + "/");
        assertThat(base.resolve("b".repeat(Url.MAX_LENGTH - 60_010))).isPresent();
        assertThat(base.resolve("b".repeat(Url.MAX_LENGTH - 60_009))).isEmpty();
    }
}
