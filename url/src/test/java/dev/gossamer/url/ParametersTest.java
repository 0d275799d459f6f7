package dev.gossamer.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parameters that are dropped, compared with a model that splits and joins. */
final class ParametersTest {
    private static final List<String> PIECES =
            List.of(
                    "a=1",
                    "b",
                    "=",
                    "",
                    "utm_source=x",
                    "UTM_Medium",
                    "utm",
                    "gclid",
                    "gclid=1=2",
                    "xgclid=1",
                    "jsessionid=7",
                    "JSESSIONID",
                    "sid=7",
                    "sid=0123456789abcdef",
                    "SID=0123456789abcdef",
                    "sid=0123456789abcde/",
                    "aspsessionidqwe=1",
                    "gclid%3D1",
                    "gclid=a?b",
                    "q=gclid");

    private static final Parameters BOTH = new Parameters(true, List.of("utm_*", "gclid"));

    private static String strip(String query) {
        return BOTH.stripQuery(query);
    }

    private static boolean isNormal(String query) {
        byte[] text = query.getBytes(ISO_8859_1);
        return BOTH.isQueryNormal(text, 1, text.length);
    }

    /** What the rules say, in the order of their words. */
    private static boolean isDropped(String parameter) {
        String[] parts = parameter.toLowerCase(Locale.ROOT).split("=", 2);
        if (Set.of("gclid", "jsessionid").contains(parts[0])) return true;
        if (parts[0].matches("utm_.*|aspsessionid.*")) return true;
        return parts[0].equals("sid") && parts.length == 2 && parts[1].matches("[a-z0-9._-]{16,}");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void aQueryKeepsWhatIsNotDropped(long seed) {
        var random = new Random(seed);
        int changed = 0;
        for (int round = 0; round < 20_000; round++) {
            var parameters = new String[1 + random.nextInt(5)];
            Arrays.setAll(parameters, i -> PIECES.get(random.nextInt(PIECES.size())));
            String query = "?" + String.join("&", parameters);
            String kept =
                    Arrays.stream(parameters)
                            .filter(each -> !isDropped(each))
                            .collect(Collectors.joining("&"));
            boolean isAnyKept = !Arrays.stream(parameters).allMatch(ParametersTest::isDropped);
            String about = "seed %d: %s".formatted(seed, query);
            assertThat(strip(query)).as(about).isEqualTo(isAnyKept ? "?" + kept : "");
            assertThat(isNormal(query)).as(about).isEqualTo(strip(query).equals(query));
            if (!isNormal(query)) changed++;
        }
        assertThat(changed).isGreaterThan(5_000);
    }

    @ParameterizedTest
    @CsvSource({
        "/a;jsessionid=1, /a",
        "/a;jsessionid=1;b=2, /a;b=2",
        "/a;JSessionID=1.node/b, /a/b",
        "/;jsessionid=1/, //",
        "/a;jsessionid, /a;jsessionid",
        "/a;jsessionid=, /a",
        "/jsessionid=1, /jsessionid=1",
        "/a;gclid=1, /a;gclid=1",
        "/a;utm_source=1, /a;utm_source=1",
        "/a;b=jsessionid=1, /a;b=jsessionid=1",
        "/a;=1, /a;=1",
        "/a;;cfid=1;, /a;;",
        "/a;sid=0123456789abcdef;b, /a;b",
        "/a;sid=0123456789abcde, /a;sid=0123456789abcde",
    })
    void aPathLosesItsSessionsAndNothingElse(String path, String kept) {
        assertThat(BOTH.stripPath(path)).isEqualTo(kept);
        assertThat(BOTH.stripPath(kept)).isEqualTo(kept);
    }

    @Test
    void onlyTheRulesThatAreOnDropAnything() {
        var none = new Parameters(false, List.of());
        assertThat(none.stripQuery("?jsessionid=1&utm_source=2"))
                .isEqualTo("?jsessionid=1&utm_source=2");
        assertThat(none.stripPath("/a;jsessionid=1")).isEqualTo("/a;jsessionid=1");
        byte[] path = "/a;b".getBytes(ISO_8859_1);
        assertThat(none.isPathNormal(path, 0, path.length)).isTrue();
        assertThat(BOTH.isPathNormal(path, 0, path.length)).isFalse();
        assertThat(BOTH.isPathNormal(path, 0, 2)).isTrue();
        var tracking = new Parameters(false, List.of("ref"));
        assertThat(tracking.stripQuery("?jsessionid=1&REF=2")).isEqualTo("?jsessionid=1");
    }

    /** A star stands for an ending only at the end. */
    @ParameterizedTest
    @CsvSource({
        "x_*, ?x_=1, ''",
        "x_*, ?x_a=1&b, ?b",
        "x_*, ?x=1, ?x=1",
        "x*y, ?xay=1, ?xay=1",
        "x*y, ?x*y=1&b, ?b",
        "*, ?a=1&b, ''",
        "X, ?x=1&b, ?b",
        "a.b-c, ?A.B-C&b, ?b",
    })
    void namesOfTheCallerAreMatchedWhole(String name, String query, String kept) {
        assertThat(new Parameters(false, List.of(name)).stripQuery(query)).isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u00fc", "\u00fcx"})
    void aNameThatNoQueryCanHaveIsRefused(String name) {
        assertThatThrownBy(() -> new Parameters(false, List.of(name)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a parameter's name: " + name);
    }
}
