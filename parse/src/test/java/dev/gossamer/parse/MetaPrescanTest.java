package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.api.Test;

/** What the first bytes of a page say of its encoding, where nothing else does. */
final class MetaPrescanTest {
    private static String found(String page) {
        return MetaPrescan.find(page.getBytes(StandardCharsets.ISO_8859_1))
                .map(Encoding::standardName)
                .orElse("none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <?xml version="1.0" encoding="windows-1251"?><html>         | windows-1251
                    <?xml version='1.0' encoding='windows-1251'?><html>         | windows-1251
                    <?xml version="1.0" encoding = "windows-1251" ?><html>      | windows-1251
                    <?xml encoding="utf-16"?><html>                             | UTF-8
                    <?xml version="1.0"?><html>                                 | none
                    <?xml version="1.0" encoding?><html>                        | none
                    <?xml version="1.0" encoding=windows-1251?><html>           | none
                    <?xml version="1.0" encoding="windows-1251                  | none
                    <?xml version="1.0" encoding="windows-1251?><html>          | none
                    <?xml version="1.0" encoding="no-such"?><html>              | none
                    <a><?xml version="1.0" encoding="windows-1251"?>            | none
                    <?xml encoding="koi8-r"?><meta charset=windows-1251>        | windows-1251
                    """)
    void anXmlDeclarationAtTheVeryStartCounts(String page, String encoding) {
        assertThat(found(page)).isEqualTo(encoding);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <!-- <meta charset=koi8-r> --><meta charset=windows-1251>   | windows-1251
                    <!--><meta charset=windows-1251>                            | windows-1251
                    <!---><meta charset=windows-1251>                           | windows-1251
                    <!-- - > <meta charset=koi8-r> --> x                        | none
                    <!-- -> <meta charset=koi8-r> --> x                         | none
                    <!-- <meta charset=koi8-r>                                  | none
                    <!x <meta charset=koi8-r><meta charset=windows-1251>        | windows-1251
                    </ x <meta charset=koi8-r><meta charset=windows-1251>       | windows-1251
                    <a title="<meta charset=koi8-r>"><meta charset=windows-1251> | windows-1251
                    </p title='>'><meta charset=windows-1251>                   | windows-1251
                    <1 title="<meta charset=koi8-r>">                           | KOI8-R
                    <a=" y='>'><meta charset=koi8-r>                            | KOI8-R
                    <?x <meta charset=koi8-r><meta charset=windows-1251>        | windows-1251
                    <?xml encoding="koi8-r"?><a title="                         | KOI8-R
                    <!x a="><meta charset=koi8-r>                               | KOI8-R
                    </ x a="><meta charset=koi8-r>                              | KOI8-R
                    </p title='><meta charset=koi8-r>'> x                       | none
                    x<                                                          | none
                    x</                                                         | none
                    x<meta                                                      | none
                    x<!                                                         | none
                    """)
    void whatStandsInACommentOrAnAttributeDoesNot(String page, String encoding) {
        assertThat(found(page)).isEqualTo(encoding);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    <meta charset="windows-1251">                     | windows-1251
                    <meta charset='windows-1251'>                     | windows-1251
                    <META CHARSET=WINDOWS-1251>                       | windows-1251
                    <meta/charset=windows-1251>                       | windows-1251
                    <meta charset = windows-1251 >                    | windows-1251
                    <meta x charset=windows-1251>                     | windows-1251
                    <meta x=y charset=windows-1251>                   | windows-1251
                    <meta charset=windows-1251 charset=koi8-r>        | windows-1251
                    <meta charset=windows-1251                        | none
                    <metax charset=windows-1251>                      | none
                    <meta charset=>                                   | none
                    <meta charset="windows-1251>                      | none
                    <meta content="text/html; charset=windows-1251">  | none
                    <meta http-equiv=x content="a; charset=koi8-r">   | none
                    <meta http-equiv=content-type content="a; charset=koi8-r"> | KOI8-R
                    <meta content="a; charset=koi8-r" http-equiv=Content-Type> | KOI8-R
                    <meta http-equiv=content-type content="a; charset=koi8-r" charset=windows-1251> | windows-1251
                    <meta charset=utf-16le>                           | UTF-8
                    <meta content=">" charset=koi8-r>                 | KOI8-R
                    <meta content='' charset=koi8-r>                  | KOI8-R
                    """)
    void aMetaElementSaysIt(String page, String encoding) {
        assertThat(found(page)).isEqualTo(encoding);
    }

    @Test
    void anXmlDeclarationInTwoBytesACharacterIsUtf16() {
        byte[] little = "<?xml".getBytes(StandardCharsets.UTF_16LE);
        byte[] big = "<?xml".getBytes(StandardCharsets.UTF_16BE);
        assertThat(MetaPrescan.find(little)).isEqualTo(Optional.of(Encoding.UTF_16LE));
        assertThat(MetaPrescan.find(big)).isEqualTo(Optional.of(Encoding.UTF_16BE));
        byte[] shortest = "<?x".getBytes(StandardCharsets.UTF_16LE);
        assertThat(MetaPrescan.find(shortest)).isEqualTo(Optional.of(Encoding.UTF_16LE));
        assertThat(MetaPrescan.find("<?y".getBytes(StandardCharsets.UTF_16LE))).isEmpty();
        assertThat(MetaPrescan.find("<?".getBytes(StandardCharsets.UTF_16LE))).isEmpty();
    }

    @Test
    void onlyTheFirstKilobyteIsLookedAt() {
        String meta = "<meta charset=koi8-r>";
        assertThat(found(" ".repeat(1024 - meta.length()) + meta)).isEqualTo("KOI8-R");
        assertThat(found(" ".repeat(1025 - meta.length()) + meta)).isEqualTo("none");
    }

    /** HTML 2.5.5, "extract a character encoding from a meta element". */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    text/html; charset=koi8-r       | KOI8-R
                    text/html; CHARSET=KOI8-R       | KOI8-R
                    charset=koi8-r                  | KOI8-R
                    charset = koi8-r                | KOI8-R
                    charset=koi8-r;x                | KOI8-R
                    charset=koi8-r x                | KOI8-R
                    charset="koi8-r"x               | KOI8-R
                    charset='koi8-r'                | KOI8-R
                    charset=" koi8-r "              | KOI8-R
                    charset charset=koi8-r          | KOI8-R
                    charset; charset=koi8-r         | KOI8-R
                    charset="koi8-r                 | none
                    charset='koi8-r"                | none
                    charset=koi8-r"                 | none
                    charset                         | none
                    charset=                        | none
                    `charset= `                     | none
                    charset=no-such                 | none
                    koi8-r                          | none
                    """)
    void theContentOfAMetaElementNamesACharset(String content, String encoding) {
        assertThat(MetaCharset.ofContent(content).map(Encoding::standardName).orElse("none"))
                .isEqualTo(encoding);
    }
}
