package dev.gossamer.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Content types as servers write them; each case is a clause of the MIME Sniffing standard. */
final class MediaTypeTest {
    @Test
    void answersOneAfterTheOtherHaveTheirOwnTypes() {
        for (int i = 0; i < 3; i++) {
            assertThat(type("text/html; charset=utf-8").get().charset()).contains("utf-8");
            assertThat(type("text/html").get().charset()).isEmpty();
            assertThat(type("nonsense")).isEmpty();
            assertThat(type("image/png").get().essence()).isEqualTo("image/png");
        }
    }

    private static Optional<MediaType> type(String value) {
        return MediaType.of(
                Headers.of(
                        ("HTTP/1.1 200 OK\r\nContent-Type: " + value + "\r\n\r\n")
                                .getBytes(UTF_8)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    text/html                                  | text/html
                    Text/HTML                                  | text/html
                    ` \t text/html \r\n`                       | text/html
                    a/b                                        | a/b
                    text/html;charset=utf-8                    | text/html;charset=utf-8
                    text/html ; charset=utf-8                  | text/html;charset=utf-8
                    text/html;charset=utf-8 ; a=b              | text/html;charset=utf-8;a=b
                    text/html;CHARSET=UTF-8                    | text/html;charset=UTF-8
                    text/html;charset="utf-8"                  | text/html;charset=utf-8
                    text/html;charset="utf-8";a=b              | text/html;charset=utf-8;a=b
                    text/html;a="b;";c=d                       | text/html;a="b;";c=d
                    text/html;charset="utf-8"x;a=b             | text/html;charset=utf-8;a=b
                    text/html;charset="utf-8                   | text/html;charset=utf-8
                    text/html;charset="a\\"b\\\\c"             | text/html;charset="a\\"b\\\\c"
                    text/html;charset="a\\                     | text/html;charset="a\\\\"
                    text/html;charset="a b"                    | text/html;charset="a b"
                    text/html;charset=a b                      | text/html;charset="a b"
                    text/html;charset=utf-8;charset=koi8-r     | text/html;charset=utf-8
                    text/html;charset=""                       | text/html;charset=""
                    text/html;charset=                         | text/html
                    text/html;charset=;a=b                     | text/html;a=b
                    text/html;charset                          | text/html
                    text/html;charset;a=b                      | text/html;a=b
                    text/html;=utf-8                           | text/html
                    text/html;char set=utf-8                   | text/html
                    text/html;charset=\u00e9                   | text/html;charset="\u00e9"
                    text/html;charset=\u00ff                   | text/html;charset="\u00ff"
                    text/html;charset=\u0080                   | text/html;charset="\u0080"
                    text/html;charset=\u0100                   | text/html
                    text/html;charset=a~                       | text/html;charset=a~
                    text/html;charset=a\u007f                  | text/html
                    text/html;charset=a\u001fb                 | text/html
                    text/html;charset=a\tb                     | text/html;charset="a\tb"
                    text/html;                                 | text/html
                    text/html;;a=b                             | text/html;a=b
                    !#$%&'*+-.^_~09azAZ/x                      | !#$%&'*+-.^_~09azaz/x
                    """)
    void aTypeIsReadAsBrowsersReadIt(String text, String written) {
        var type = MediaType.parse(text).orElseThrow();
        assertThat(type).hasToString(written);
        assertThat(MediaType.parse(type.toString())).contains(type);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "text",
                "/",
                "text/",
                "/html",
                "text/;a=b",
                "te xt/html",
                "text/ht ml",
                "text/html/x",
                "text/\u00e9",
                "t\u00e9xt/html",
                "text;a=b/c",
                "text/ ;a=b",
                "\"text\"/html"
            })
    void whatIsNoTypeIsNone(String text) {
        assertThat(MediaType.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    text/html                             | text/plain                 | text/plain
                    text/html;charset=koi8-r              | text/html                  | text/html;charset=koi8-r
                    text/html;charset=koi8-r              | text/html;a=b              | text/html;a=b;charset=koi8-r
                    text/html;charset=koi8-r              | text/html;charset=utf-8    | text/html;charset=utf-8
                    text/html;charset=koi8-r              | text/plain                 | text/plain
                    text/html;charset=koi8-r, text/plain  | text/html                  | text/html
                    text/html                             | */*                        | text/html
                    text/html                             | nonsense                   | text/html
                    text/html;a="b, text/plain"           | ``                         | text/html;a="b, text/plain"
                    text/html;a="b                        | text/plain                 | text/html;a="b, text/plain"
                    """)
    void ofSeveralTheLastCountsAndACharsetIsKept(String first, String second, String type) {
        assertThat(MediaType.extract(List.of(first, second)).map(MediaType::toString))
                .contains(type);
    }

    @Test
    void anAnswerNamesItsTypeInItsHead() {
        var named = headers("Content-Type: text/HTML; charset=utf-8\r\n");
        assertThat(MediaType.essence(named)).isEqualTo("text/html");
        assertThat(MediaType.of(named).flatMap(MediaType::charset)).contains("utf-8");
        assertThat(MediaType.essence(headers(""))).isEmpty();
        assertThat(MediaType.extract(List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "text/html, true",
        "application/xhtml+xml, true",
        "application/xml, false",
        "text/plain, false",
    })
    void htmlAndXhtmlAreHtml(String text, boolean isHtml) {
        assertThat(MediaType.parse(text).orElseThrow().isHtml()).isEqualTo(isHtml);
    }

    private static Headers headers(String lines) {
        return Headers.of(
                ("HTTP/1.1 200 OK\r\n" + lines + "\r\n").getBytes(StandardCharsets.UTF_8));
    }
}
