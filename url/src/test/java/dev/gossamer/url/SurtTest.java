package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.NormalForm.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What those rely on who look up pages in an index by its keys. */
final class SurtTest {
    private static final List<String> PIECES =
            List.of(
                    "a",
                    "B",
                    "/",
                    "//",
                    ".",
                    "%41",
                    "%2f",
                    "%25",
                    "%2541",
                    "%c3%bc",
                    "%",
                    "%4",
                    "&",
                    "=",
                    "sid=0123456789abcdef0123456789abcdef",
                    "b=1",
                    "?",
                    ";",
                    " ",
                    "\u00fc",
                    "(S(4hqa0555fwsecu455xqckv45))/",
                    "p.aspx",
                    "|",
                    "#",
                    "%00",
                    "%20",
                    "+");

    private static String random(Random random) {
        var text = new StringBuilder("http://www" + random.nextInt(3) + ".a.test/");
        for (int n = random.nextInt(10); n > 0; n--)
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        return text.toString();
    }

    /** A line of an index ends its key with a space. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void aKeyHasNeitherSpacesNorControlsNorCapitals(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            var text = random(random);
            assertThat(Url.of(text).surt()).as("seed %d: %s", seed, text).matches("[!-@\\[-~]+");
        }
    }

    /** Whoever asks for a page as it was linked finds it as the crawl wrote it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void theNormalFormOfAUrlHasItsKey(long seed) {
        var random = new Random(seed);
        var rules =
                EnumSet.of(
                        Rule.FRAGMENT,
                        Rule.USERINFO,
                        Rule.PERCENT_CASE,
                        Rule.NEEDLESS_ESCAPES,
                        Rule.MISSING_ESCAPES,
                        Rule.TRAILING_DOT,
                        Rule.EMPTY_QUERY);
        var form = NormalForm.of(rules, List.of());
        for (int round = 0; round < 20_000; round++) {
            var url = Url.of(random(random));
            assertThat(form.apply(url).surt())
                    .as("seed %d: %s, normal %s", seed, url, form.apply(url))
                    .isEqualTo(url.surt());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void theOrderOfParametersMakesNoDifference(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            var parameters = new ArrayList<String>();
            for (int n = 1 + random.nextInt(5); n > 0; n--)
                parameters.add("abc".charAt(random.nextInt(3)) + "=" + random.nextInt(3));
            var key = Url.of("http://a.test/?" + String.join("&", parameters)).surt();
            Collections.shuffle(parameters, random);
            var other = Url.of("http://a.test/?" + String.join("&", parameters)).surt();
            assertThat(other).as("seed %d: %s", seed, parameters).isEqualTo(key);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.test/x/Y?b=1&c=2",
                "http://www.a.test/x/Y?b=1&c=2",
                "http://www2.a.test/x/y?c=2&b=1",
                "http://user:pass@a.test/x/Y?b=1&c=2#f",
                "http://A.TEST./X/Y/?B=1&C=2",
                "http://a.test//x///Y?b=1&c=2",
                "http://a.test/x/%59?b=1&c=%32",
                "http://a.test/x/z/../Y?b=1&c=2",
                "http://a.test:80/x/Y?b=1&c=2",
                "http://a.test/x/Y?sid=0123456789abcdef0123456789abcdef&b=1&c=2",
            })
    void spellingsOfOnePageHaveOneKey(String url) {
        assertThat(Url.of(url).surt()).isEqualTo("test,a)/x/y?b=1&c=2");
    }

    @ParameterizedTest
    @CsvSource({
        "http://a.test/x, http://a.test/x1",
        "http://a.test/x, http://a.test:81/x",
        "http://a.test/x, http://b.a.test/x",
        "http://a.test/x?a=1, http://a.test/x?a=2",
        "http://a.test/x?a=1, http://a.test/x?a=1&a=1",
        "http://a.test/x?a, http://a.test/x?a=",
        "http://a.test/a/b, http://a.test/a.b",
        "http://a.test/a%2525, http://a.test/a%2524",
    })
    void otherPagesHaveOtherKeys(String one, String other) {
        assertThat(Url.of(one).surt()).isNotEqualTo(Url.of(other).surt());
    }

    /** In the order of keys a host stands together, and next to what is below it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void sortedByKeyAHostStandsTogetherAndASiteWithWhatIsBelowIt(long seed) {
        var random = new Random(seed);
        var keys = new TreeMap<String, String>();
        for (int round = 0; round < 2_000; round++) {
            var labels = new String[1 + random.nextInt(3)];
            Arrays.setAll(labels, i -> "" + "abc-1".charAt(random.nextInt(3)) + random.nextInt(3));
            var host = String.join(".", labels) + ".test";
            keys.put(Url.of("http://" + host + "/" + random.nextInt(9)).surt(), host);
        }
        for (var host : List.copyOf(keys.values())) {
            var prefix = host(host);
            var own = keys.subMap(prefix + ")", prefix + "*");
            assertThat(own.values()).as("seed %d", seed).isNotEmpty().containsOnly(host);
            var below = keys.subMap(prefix + ",", prefix + "-");
            assertThat(below.values()).allMatch(each -> each.endsWith("." + host));
            long all = keys.values().stream().filter(each -> each.endsWith("." + host)).count();
            assertThat(below).as("below %s", host).hasSize((int) all);
        }
    }

    private static String host(String host) {
        var labels = Arrays.asList(host.toLowerCase(Locale.ROOT).split("\\."));
        Collections.reverse(labels);
        return String.join(",", labels);
    }
}
