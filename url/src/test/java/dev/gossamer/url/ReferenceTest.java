package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** References against each kind of base. */
class ReferenceTest {
    private static String resolve(String base, String reference) {
        return Url.of(base).resolve(reference).map(Url::toString).orElse("none");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "``,http://h:81/a/b/c?q",
                "#x,http://h:81/a/b/c?q#x",
                "#,http://h:81/a/b/c?q#",
                "?x,http://h:81/a/b/c?x",
                "?,http://h:81/a/b/c?",
                "?#x,http://h:81/a/b/c?#x",
                "d,http://h:81/a/b/d",
                "d?x#y,http://h:81/a/b/d?x#y",
                "./d,http://h:81/a/b/d",
                "../d,http://h:81/a/d",
                "../../../d,http://h:81/d",
                ".,http://h:81/a/b/",
                "..,http://h:81/a/",
                "./,http://h:81/a/b/",
                "d/..,http://h:81/a/b/",
                "d/../e,http://h:81/a/b/e",
                "d;x=1/../e,http://h:81/a/b/e",
                ".d,http://h:81/a/b/.d",
                "..d,http://h:81/a/b/..d",
                "...,http://h:81/a/b/...",
                "%2e%2e/d,http://h:81/a/d",
                "d//e,http://h:81/a/b/d//e",
                "/d,http://h:81/d",
                "/,http://h:81/",
                "/../d,http://h:81/d",
                "//g/d,http://g/d",
                "//g,http://g/",
                "//g:82?x,http://g:82/?x",
                "//u:p@g/d,http://u:p@g/d",
                "///g/d,http://g/d",
                "\\d,http://h:81/d",
                "/\\g/d,http://g/d",
                "d\\e,http://h:81/a/b/d/e",
                "http:d,http://h:81/a/b/d",
                "http:/d,http://h:81/d",
                "http:?x,http://h:81/a/b/c?x",
                "http:#x,http://h:81/a/b/c?q#x",
                "http:,http://h:81/a/b/c?q",
                "http://g,http://g/",
                "HTTPS://g:443/d,https://g/d",
                "https:d,https://d/",
                "https:/d,https://d/",
                "mailto:d@e,mailto:d@e",
                "d:e,d:e",
                "./d:e,http://h:81/a/b/d:e",
                "1:e,http://h:81/a/b/1:e",
                " d ,http://h:81/a/b/d",
                "d\te,http://h:81/a/b/de",
                "\n#x,http://h:81/a/b/c?q#x",
                "d e,http://h:81/a/b/d%20e",
                "é?é#é,http://h:81/a/b/%C3%A9?%C3%A9#%C3%A9",
                "//,none",
                "http://,none",
                "//g:x,none",
                "https:,none",
            })
    void ofAPageOfTheWeb(String reference, String expected) {
        assertThat(resolve("http://h:81/a/b/c?q#f", reference)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "http://h/a/b/, c, http://h/a/b/c",
        "http://h/a/b/, ../c, http://h/a/c",
        "http://h/a/b/, ., http://h/a/b/",
        "http://h, c, http://h/c",
        "http://h/, .., http://h/",
        "http://h?q, #x, http://h/?q#x",
        "http://h/a//b, ../c, http://h/a/c",
        "http://h/a?b/c, d, http://h/d",
        "http://h/a#b/c, d, http://h/d",
        "http://u:p@h/a, b, http://u:p@h/b",
        "http://u:p@h/a, //g/b, http://g/b",
        "https://h/a, //g/b, https://g/b",
    })
    void ofPagesInOtherPlaces(String base, String reference, String expected) {
        assertThat(resolve(base, reference)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "file:///a/b?q#f, '', file:///a/b?q",
        "file:///a/b?q#f, #x, file:///a/b?q#x",
        "file:///a/b?q#f, ?x, file:///a/b?x",
        "file:///a/b?q#f, c, file:///a/c",
        "file:///a/b?q#f, ../../c, file:///c",
        "file:///a/b?q#f, /c, file:///c",
        "file:///a/b?q#f, //h/c, file://h/c",
        "file:///a/b?q#f, \\\\h\\c, file://h/c",
        "file:///a/b?q#f, //localhost/c, file:///c",
        "file:///a/b?q#f, C|/c, file:///C:/c",
        "file:///a/b?q#f, /C|/c, file:///C:/c",
        "file:///a/b?q#f, C|c, file:///a/C|c",
        "file:///a/b?q#f, file:c, file:///a/c",
        "file:///a/b?q#f, file:/c, file:///c",
        "file:///a/b?q#f, D:/c, d:/c",
        "file:///C:/a/b, /c, file:///C:/c",
        "file:///C:/a/b, ../../../c, file:///C:/c",
        "file:///C:/a/b, c, file:///C:/a/c",
        "file:///C:/a/b, /D|/c, file:///D:/c",
        "file://h/a/b, c, file://h/a/c",
        "file://h/a/b, /c, file://h/c",
        "file://h/C:/b, //g/c, file://g/c",
    })
    void ofAFile(String base, String reference, String expected) {
        assertThat(resolve(base, reference)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "foo://h:81/a/b?q#f, '', foo://h:81/a/b?q",
        "foo://h:81/a/b?q#f, #x, foo://h:81/a/b?q#x",
        "foo://h:81/a/b?q#f, ?x, foo://h:81/a/b?x",
        "foo://h:81/a/b?q#f, c, foo://h:81/a/c",
        "foo://h:81/a/b?q#f, ../../c, foo://h:81/c",
        "foo://h:81/a/b?q#f, /c, foo://h:81/c",
        "foo://h:81/a/b?q#f, //g/c, foo://g/c",
        "foo://h:81/a/b?q#f, //, foo://",
        "foo://h:81/a/b?q#f, \\c, foo://h:81/a/\\c",
        "foo://h:81/a/b?q#f, foo:c, foo:c",
        "foo://h:81/a/b?q#f, ., foo://h:81/a/",
        "foo://h, c, foo://h/c",
        "foo://h, ?x, foo://h?x",
        "foo://h, '', foo://h",
        "foo:/a/b, c, foo:/a/c",
        "foo:/a/b, .., foo:/",
        "foo:/a/b, /c, foo:/c",
        "foo:/a/b, //g, foo://g",
    })
    void ofAUrlOfAnotherScheme(String base, String reference, String expected) {
        assertThat(resolve(base, reference)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "c", "/c", "//h/c", "?x", ".", "\\c"})
    void anOpaquePathHasNoReferencesButFragments(String reference) {
        assertThat(resolve("mailto:a@b?q", reference)).isEqualTo("none");
        assertThat(resolve("mailto:a@b?q", "#x")).isEqualTo("mailto:a@b?q#x");
        assertThat(resolve("mailto:a@b?q", "mailto:c")).isEqualTo("mailto:c");
        assertThat(resolve("mailto:a@b?q", "http://h")).isEqualTo("http://h/");
    }
}
