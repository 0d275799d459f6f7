package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The clauses of the HTML standard on the attribute srcset that are about commas. */
class SrcsetTest {
    @Test
    void commasPartReferences() {
        assertThat(Srcset.references("a.png 1x, b.png 2x,c.png"))
                .isEqualTo(List.of("a.png", "b.png", "c.png"));
    }

    @Test
    void commasAtTheEndOfAReferenceAreNotPartOfIt() {
        assertThat(Srcset.references("a.png,, b.png,")).isEqualTo(List.of("a.png", "b.png"));
    }

    @Test
    void commasInAReferenceArePartOfIt() {
        assertThat(Srcset.references("a,b.png 1x")).isEqualTo(List.of("a,b.png"));
    }

    @Test
    void commasInParenthesesPartNothing() {
        assertThat(Srcset.references("a.png f(1,2) 1x, b.png (x) 2x, c.png"))
                .isEqualTo(List.of("a.png", "b.png", "c.png"));
    }

    @Test
    void commasAndSpacesAloneNameNothing() {
        assertThat(Srcset.references(" ,\t, ")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    a.png                         | A.PNG
                    a.png 1x, b.png 2x            | A.PNG 1x, B.PNG 2x
                    a.png,b.png 2x                | A.PNG,B.PNG 2x
                    a.png, b.png 2x               | A.PNG, B.PNG 2x
                    , a.png 1x,, b.png (a,b) c,   | A.PNG 1x, B.PNG (a,b) c
                    a.png (1,2                    | A.PNG (1,2
                    """)
    void otherReferencesTakeThePlaceOfTheOldOnes(String value, String rewritten) {
        assertThat(Srcset.rewrite(value, reference -> reference.toUpperCase(Locale.ROOT)))
                .isEqualTo(rewritten);
    }
}
