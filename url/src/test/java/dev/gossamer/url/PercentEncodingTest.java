package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentEncodingTest {
    /** The characters that can be seen, and the blank, that must be escaped in a set. */
    private static String escaped(int set) {
        var out = new StringBuilder();
        for (char c = ' '; c < 0x7F; c++) if (!PercentEncoding.isPlain(c, set)) out.append(c);
        return out.toString();
    }

    /** Section 1.3 of the standard. */
    @Test
    void theSetsAreThoseOfTheStandard() {
        assertThat(escaped(PercentEncoding.C0_CONTROL)).isEmpty();
        assertThat(escaped(PercentEncoding.FRAGMENT)).isEqualTo(" \"<>`");
        assertThat(escaped(PercentEncoding.QUERY)).isEqualTo(" \"#<>");
        assertThat(escaped(PercentEncoding.SPECIAL_QUERY)).isEqualTo(" \"#'<>");
        assertThat(escaped(PercentEncoding.PATH)).isEqualTo(" \"#<>?^`{}");
        assertThat(escaped(PercentEncoding.USERINFO)).isEqualTo(" \"#/:;<=>?@[\\]^`{|}");
    }

    @Test
    void controlsAndWhatIsNotAsciiAreEscapedInEverySet() {
        for (int set = 1; set <= PercentEncoding.USERINFO; set <<= 1) {
            for (int c = 0; c < 0x20; c++) assertThat(PercentEncoding.isPlain(c, set)).isFalse();
            assertThat(PercentEncoding.isPlain(0x7F, set)).isFalse();
            assertThat(PercentEncoding.isPlain(0x80, set)).isFalse();
            assertThat(PercentEncoding.isPlain(0xFFFF, set)).isFalse();
            assertThat(PercentEncoding.isPlain('a', set)).isTrue();
            assertThat(PercentEncoding.isPlain('%', set)).isTrue();
        }
    }

    /** Each part of a URL uses its set; the signs that end a part are left out of it. */
    @Test
    void eachPartOfAUrlUsesItsSet() {
        String signs = "!\"$&'()*+,;<=>[]^`{|}~";
        assertThat(Url.of("http://h/" + signs).path())
                .isEqualTo("/!%22$&'()*+,;%3C=%3E[]%5E%60%7B|%7D~");
        assertThat(Url.of("http://h/?" + signs).query()).contains("!%22$&%27()*+,;%3C=%3E[]^`{|}~");
        assertThat(Url.of("foo://h/?" + signs).query()).contains("!%22$&'()*+,;%3C=%3E[]^`{|}~");
        assertThat(Url.of("http://h/#" + signs).fragment())
                .contains("!%22$&'()*+,;%3C=%3E[]^%60{|}~");
        assertThat(Url.of("http://" + signs + "@h/").username())
                .isEqualTo("!%22$&'()*+,%3B%3C%3D%3E%5B%5D%5E%60%7B%7C%7D~");
        assertThat(Url.of("http://:" + signs + "@h/").password())
                .isEqualTo("!%22$&'()*+,%3B%3C%3D%3E%5B%5D%5E%60%7B%7C%7D~");
        assertThat(Url.of("foo:x" + signs).path()).isEqualTo("x" + signs);
        assertThat(Url.of("foo://!\"$&'()*+,;=`{}~/").host()).isEqualTo("!\"$&'()*+,;=`{}~");
    }

    @ParameterizedTest
    @CsvSource({
        "abc, abc",
        "%41, A",
        "%4a%4A, JJ",
        "%zz, %zz",
        "%4, %4",
        "%, %",
        "%%41, %A",
        "%2541, %41",
        "%C3%BC, ü",
        "é%41, éA",
        "%FF, \uFFFD",
        "%F0%9F%98%80, 😀",
        "a%41b, aAb",
    })
    void decodingUndoesEscapesOnceAndLeavesTheRest(String text, String decoded) {
        assertThat(PercentEncoding.decode(text)).isEqualTo(decoded);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "4, 1, 65",
        "f, F, 255",
        "A, a, 170",
        "g, 0, -1",
        "0, g, -1",
        "/, 0, -1"
    })
    void aHexPairIsTwoDigits(char high, char low, int value) {
        assertThat(PercentEncoding.hexPair(high, low)).isEqualTo(value);
    }

    /** Java knows digits of other scripts. */
    @Test
    void digitsOfOtherScriptsAreNoHexPair() {
        assertThat(PercentEncoding.hexPair('\u0664', '1')).isEqualTo(-1);
        assertThat(PercentEncoding.hexPair('4', '\uFF11')).isEqualTo(-1);
    }

    private static String query(String text, Charset charset) {
        return Url.of("http://h/").resolve("?" + text, charset).flatMap(Url::query).orElseThrow();
    }

    @Test
    void aQueryIsWrittenInTheCharsetOfItsDocument() {
        var latin = StandardCharsets.ISO_8859_1;
        assertThat(query("aéb", latin)).isEqualTo("a%E9b");
        assertThat(query("a€b😀c", latin)).isEqualTo("a%26%238364%3Bb%26%23128512%3Bc");
        assertThat(query("\uD800x", latin)).isEqualTo("%26%2365533%3Bx");
        assertThat(query("é", StandardCharsets.UTF_8)).isEqualTo("%C3%A9");
        assertThat(query("a'<", latin)).isEqualTo("a%27%3C");
        assertThat(query("日本", Charset.forName("Shift_JIS"))).isEqualTo("%93%FA%96{");
        assertThat(query("日", Charset.forName("EUC-JP"))).isEqualTo("%C6%FC");
    }

    @Test
    void onlyTheQueryIsWrittenInTheCharsetOfItsDocument() {
        var latin = StandardCharsets.ISO_8859_1;
        assertThat(Url.of("http://h/").resolve("é?é#é", latin).map(Url::toString))
                .contains("http://h/%C3%A9?%E9#%C3%A9");
        assertThat(Url.of("foo://h/").resolve("?é", latin).map(Url::toString))
                .as("schemes that are not special are written in UTF-8")
                .contains("foo://h/?%C3%A9");
    }
}
