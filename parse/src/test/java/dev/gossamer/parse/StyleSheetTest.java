package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
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
                    url(b.png)                            | http://a.test/css/b.png
                    a { b: url(b.png                      | http://a.test/css/b.png
                    a { b: url("b.png                     | http://a.test/css/b.png
                    a { b: url(b.png"x") }                | http://a.test/css/b.png
                    a { b: url("b\\"c.png") }           | http://a.test/css/b%22c.png
                    a { b: url("b.png\\                 | http://a.test/css/b.png
                    a { b: url(b\\c.png) }              | http://a.test/css/bc.png
                    /**/ a { b: url(b.png) }              | http://a.test/css/b.png
                    a / b url(b.png)                      | http://a.test/css/b.png
                    @import url(more.css) "no.css"        | http://a.test/css/more.css
                    @import "more.css" "no.css"           | http://a.test/css/more.css
                    @import; a { b: "no.css" }            | ``
                    @import { b: "no.css" }               | ``
                    @imports "more.css"                   | http://a.test/css/more.css
                    /* url(no.png)                        | ``
                    /*/ url(no.png) */                    | ``
                    a { b: myurl(no.png) }                | ``
                    a { b: my_url(no.png) }               | ``
                    a { b: 2url(no.png) }                 | ``
                    a { b: url (no.png) }                 | ``
                    a { b: url(mailto:no) }               | ``
                    a { b: url(DATA:no) }                 | ``
                    a { b: url("#no") }                   | ``
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    a { b: url(c.png) }         | a { b: url("new/c.png") }
                    a { b: url( c.png ) }       | a { b: url( "new/c.png") }
                    a { b: url('c.png') }       | a { b: url("new/c.png") }
                    a { b: url('c.png           | a { b: url("new/c.png"
                    @import 'c.css' print; d    | @import "new/c.css" print; d
                    @import 'a';@import"b";     | @import "new/a";@import"new/b";
                    a { b: url(data:x) }        | a { b: url(data:x) }
                    a { b: "url(c)" }           | a { b: "url(c)" }
                    """)
    void otherReferencesTakeThePlaceOfTheOldOnes(String sheet, String rewritten) {
        assertThat(StyleSheet.rewrite(sheet, reference -> "new/" + reference)).isEqualTo(rewritten);
    }

    /** Whatever a replacement holds, it stays inside its string, and inside its style element. */
    @Test
    void aReplacementCannotEndItsString() {
        assertThat(StyleSheet.rewrite("url(a)", _ -> "b\"c\\d<e\nf\u001fg h"))
                .isEqualTo("url(\"bcdefg h\")");
    }

    @Test
    void aSheetOfReferencesAloneIsReadToTheLimit() {
        String sheet = " url(a)".repeat(ParseLimits.LINKS + 1);
        assertThat(StyleSheet.references(sheet)).hasSize(ParseLimits.LINKS);
    }
}
