package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StyleSheetTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    a { background: url(b.png) }          | http://a.test/css/b.png
                    a { background: url( "b.png" ) }      | http://a.test/css/b.png
                    a { background: URL('../b c.png') }   | http://a.test/b%20c.png
                    @import "more.css";                   | http://a.test/css/more.css
                    @IMPORT 'more.css' print;             | http://a.test/css/more.css
                    @import url(more.css);                | http://a.test/css/more.css
                    @import /* x */ "more.css";           | http://a.test/css/more.css
                    a { src: url(x\\)y.png) }             | http://a.test/css/x
                    /* url(no.png) */                     | ``
                    a { content: "url(no.png)" }          | ``
                    a { content: "@import 'no.css'" }     | ``
                    a { b: my-url(no.png) }               | ``
                    a { b: url(data:image/png;base64,AA) }| ``
                    a { b: url(#gradient) }               | ``
                    a { b: url() }                        | ``
                    a { b: url(                           | ``
                    @import "                             | ``
                    """)
    void referencesAreFound(String sheet, String found) {
        var links =
                StyleSheet.links(
                        Url.of("http://a.test/css/s.css"), sheet.getBytes(StandardCharsets.UTF_8));
        if (found.isEmpty()) assertThat(links).isEmpty();
        else
            assertThat(links)
                    .singleElement()
                    .satisfies(
                            link -> {
                                assertThat(link.target().toString()).startsWith(found);
                                assertThat(link.kind()).isEqualTo(Link.Kind.RESOURCE);
                            });
    }
}
