package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of a URL, one by one and put together again. */
class UrlPartsTest {
    /** Scheme, user name, password, host, port, path, query, fragment; a dash for none. */
    private static String parts(Url url) {
        return String.join(
                " ",
                List.of(
                        url.scheme(),
                        orDash(url.username()),
                        orDash(url.password()),
                        orDash(url.host()),
                        "" + url.port(),
                        orDash(url.path()),
                        url.query().map(query -> "?" + query).orElse("-"),
                        url.fragment().map(fragment -> "#" + fragment).orElse("-")));
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "-" : text;
    }

    @ParameterizedTest
    @CsvSource({
        "http://h, http - - h 80 / - -",
        "https://h/, https - - h 443 / - -",
        "http://h:8080/a, http - - h 8080 /a - -",
        "http://h:0/, http - - h 0 / - -",
        "http://h:65535/, http - - h 65535 / - -",
        "http://u@h/, http u - h 80 / - -",
        "http://u:@h/, http u - h 80 / - -",
        "http://:p@h/, http - p h 80 / - -",
        "http://@h/, http - - h 80 / - -",
        "http://:@h/, http - - h 80 / - -",
        "http://u:p:q@h:81/, http u p%3Aq h 81 / - -",
        "http://a@b@h/, http a%40b - h 80 / - -",
        "http://u:p@[::1]:81/, http u p [::1] 81 / - -",
        "http://h?q, http - - h 80 / ?q -",
        "http://h#f, http - - h 80 / - #f",
        "http://h/?, http - - h 80 / ? -",
        "http://h/#, http - - h 80 / - #",
        "http://h/?#, http - - h 80 / ? #",
        "http://h/a?b?c#d#e?f, http - - h 80 /a ?b?c #d#e?f",
        "http://h/a:b@c?d:e@f, http - - h 80 /a:b@c ?d:e@f -",
        "ftp://h/, ftp - - h 21 / - -",
        "ws://h/, ws - - h 80 / - -",
        "wss://h/, wss - - h 443 / - -",
        "file:///a/b, file - - - -1 /a/b - -",
        "file://h/a, file - - h -1 /a - -",
        "foo://h, foo - - h -1 - - -",
        "foo://h:81, foo - - h 81 - - -",
        "foo://u:p@h:81/x?q#f, foo u p h 81 /x ?q #f",
        "foo:///x, foo - - - -1 /x - -",
        "foo:/x, foo - - - -1 /x - -",
        "foo:x/y?q#f, foo - - - -1 x/y ?q #f",
        "foo:, foo - - - -1 - - -",
        "foo:?q, foo - - - -1 - ?q -",
        "mailto:a@b, mailto - - - -1 a@b - -",
        "javascript:a//b, javascript - - - -1 a//b - -",
        "wsx://h/, wsx - - h -1 / - -",
        "wt://h/, wt - - h -1 / - -",
        "ftq://h/, ftq - - h -1 / - -",
        "wst://h/, wst - - h -1 / - -",
        "httq://h/, httq - - h -1 / - -",
        "filf://h/, filf - - h -1 / - -",
        "httpt://h/, httpt - - h -1 / - -",
        "a+b-c.1://h/, a+b-c.1 - - h -1 / - -",
    })
    void eachPartIsFound(String text, String expected) {
        assertThat(parts(Url.of(text))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "http://h:80/, http://h/",
        "http://h:443/, http://h:443/",
        "https://h:443/, https://h/",
        "https://h:80/, https://h:80/",
        "ftp://h:21/, ftp://h/",
        "ws://h:80/, ws://h/",
        "wss://h:443/, wss://h/",
        "foo://h:80/, foo://h:80/",
        "http://h:/, http://h/",
        "http://h:00080/, http://h/",
        "http://h:0081/, http://h:81/",
    })
    void aPortIsWrittenWhereItIsNotTheDefault(String text, String url) {
        assertThat(Url.of(text)).hasToString(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "h",
                "/a",
                "//h/a",
                "http",
                "http:",
                "http:/",
                "http://",
                "http:///",
                "http://:80/",
                "http://u@/",
                "http://u@:80/",
                "http://h:8a/",
                "http://h:-1/",
                "http://h:65536/",
                "http://h:99999999999/",
                "http://a b/",
                "http://a<b/",
                "http://a^b/",
                "http://a|b/",
                "http://a%/",
                "http://a%00b/",
                "http://a%2Fb/",
                "http://[/",
                "http://]/",
                "http://[::1]x/",
                "http://[::1]:x/",
                "foo://a b/",
                "foo://a<b/",
                "foo://[::1/",
                "1http://h/",
                ":a",
                "é:a",
                "-a:b",
            })
    void whatHasNoSchemeOrABrokenAuthorityIsNoUrl(String text) {
        assertThat(Url.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                " \u0001http://h/ \u001F#http://h/",
                "http:\\\\h\\a\\b?c\\d#http://h/a/b?c\\d",
                "http:h/a#http://h/a",
                "http:/h/a#http://h/a",
                "http://////h/a#http://h/a",
                "HTTP://ÄB.test/#http://xn--b-zfa.test/",
                "http://a%41b/#http://aab/",
                "http://h/a/./b/../c//d/.#http://h/a/c//d/",
                "http://h/../../a#http://h/a",
                "http://h/a/%2e%2E/b/%2E#http://h/b/",
                "http://h/a b\"<>`{}#http://h/a%20b%22%3C%3E%60%7B%7D",
                "http://h/%zz%4#http://h/%zz%4",
                "foo://H/%41#foo://H/%41",
                "file:a#file:///a",
                "file:/C|/a#file:///C:/a",
                "file://localhost/a#file:///a",
            })
    void theTextIsWrittenAsTheStandardWritesIt(String text, String url) {
        assertThat(Url.of(text)).hasToString(url);
    }

    @Test
    void tabsAndLineEndsAreLeftOutWhereverTheyStand() {
        assertThat(Url.of("ht\ttp:/\n/h/a\r\nb?\tc#\nd")).hasToString("http://h/ab?c#d");
    }

    @ParameterizedTest
    @CsvSource({
        "http://u:p@h:81/a?b#c, h:81, http://h:81, /a?b, true",
        "https://h:443/a?#c, h, https://h, /a?, true",
        "http://[::1]:81/, [::1]:81, http://[::1]:81, /, true",
        "http://[::1]/, [::1], http://[::1], /, true",
        "ws://h/, h, ws://h, /, false",
        "foo://h:81/a, h:81, null, /a, false",
        "blob:http://h/x, '', http://h, http://h/x, false",
        "blob:x, '', null, x, false",
        "file://h/a, h, null, /a, false",
    })
    void authorityOriginAndRequestTarget(
            String text, String authority, String origin, String target, boolean isHttp) {
        var url = Url.of(text);
        assertThat(url.authority()).isEqualTo(authority);
        assertThat(url.origin()).isEqualTo(origin);
        assertThat(url.pathAndQuery()).isEqualTo(target);
        assertThat(url.isHttp()).isEqualTo(isHttp);
    }

    @Test
    void withoutItsFragmentAUrlKeepsTheRest() {
        var url = Url.of("http://u:p@h:81/a?b#c");
        assertThat(parts(url.withoutFragment())).isEqualTo("http u p h 81 /a ?b -");
        var none = Url.of("http://h/a?b");
        assertThat(none.withoutFragment()).isSameAs(none);
        assertThat(Url.of("http://h/#").withoutFragment()).hasToString("http://h/");
    }

    private static final List<String> PIECES =
            List.of(
                    "/", "/", "//", ".", "..", "a", "B", "%41", "%2e", "%", "?", "#", ":", "@", "&",
                    "=", " ", "é", "😀", "|", "'", "\"", "<", "`", "\\", ";", "80", "[", "]", "^");
    private static final List<String> BEGINNINGS =
            List.of(
                    "http://h",
                    "https://u:p@h:81",
                    "http://a:b@",
                    "http:",
                    "file://",
                    "file:",
                    "foo://h",
                    "foo://u@h:1",
                    "foo:/",
                    "ftp://[::1]");

    private static String random(Random random) {
        var text = new StringBuilder(BEGINNINGS.get(random.nextInt(BEGINNINGS.size())));
        if (random.nextBoolean()) text.append('/');
        for (int n = random.nextInt(10); n > 0; n--)
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        return text.toString();
    }

    /** Text in, text out, and the same parts when it is read again. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void whatIsWrittenIsReadTheSame(long seed) {
        var random = new Random(seed);
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            var text = random(random);
            var url = Url.parse(text).orElse(null);
            if (url == null) continue;
            read++;
            var again = Url.of(url.toString());
            var about = "seed %d: %s".formatted(seed, text);
            assertThat(again).as(about).isEqualTo(url).hasSameHashCodeAs(url);
            assertThat(parts(again)).as(about).isEqualTo(parts(url));
            assertThat(again.fingerprint()).as(about).isEqualTo(url.fingerprint());
            assertThat(url.toString().chars().allMatch(c -> c > ' ' && c < 0x7F))
                    .as(about)
                    .isTrue();
        }
        assertThat(read).isGreaterThan(5_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void aWholeUrlIsTheSameWhateverTheBase(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            var url = Url.parse(random(random)).orElse(null);
            var base = Url.parse(random(random)).orElse(null);
            if (url == null || base == null) continue;
            var about = "seed %d: %s in %s".formatted(seed, url, base);
            assertThat(base.resolve(url.toString())).as(about).contains(url);
            assertThat(base.resolve("#x").map(Url::fragment).orElseThrow()).as(about).contains("x");
        }
    }

    /** Rule {@code TRAILING_DOT}. */
    private static String withoutDots(Url url) {
        var host = url.host();
        while (url.kind().isSpecial() && host.length() > 1 && host.endsWith("."))
            host = host.substring(0, host.length() - 1);
        return host;
    }

    /** The parts of a normal form stand where its text says. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void aNormalFormIsTheUrlThatItsTextSaysAndStaysSo(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            var url = Url.parse(random(random)).orElse(null);
            if (url == null) continue;
            var normal = NormalForm.DEFAULT.apply(url);
            var about = "seed %d: %s".formatted(seed, url);
            assertThat(parts(normal)).as(about).isEqualTo(parts(Url.of(normal.toString())));
            assertThat(NormalForm.DEFAULT.apply(normal)).as(about).isEqualTo(normal);
            assertThat(normal.fragment()).as(about).isEmpty();
            // "80.." is a name that DNS cannot have; without its dots it is an address.
            if (url.isHostResolvable())
                assertThat(normal.host()).as(about).isEqualTo(withoutDots(url));
            assertThat(normal.port()).as(about).isEqualTo(url.port());
        }
    }
}
