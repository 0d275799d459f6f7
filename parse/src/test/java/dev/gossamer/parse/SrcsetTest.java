package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

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
}
