package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PackedTest {
    private static final int[] NUMBERS = {0, 1, 7, 8, 1 << 20, Integer.MAX_VALUE};
    private static final int[] TEXTS = {0, 1, 7, 8, Packed.MAX_TEXTS - 1};

    @Test
    void targetAndKindOfALinkAreUnpacked() {
        for (int target : NUMBERS) {
            for (var kind : Edge.Kind.values()) {
                long edge = Packed.edge(target, Packed.number(kind));
                assertThat(edge).isNotNegative();
                assertThat(Packed.target(edge)).isEqualTo(target);
                assertThat(Packed.kind(Packed.kind(edge))).isEqualTo(kind);
            }
        }
    }

    @Test
    void textKindAndSourceOfALinkAreUnpacked() {
        for (int source : NUMBERS) {
            for (int text : TEXTS) {
                for (var kind : Edge.Kind.values()) {
                    long link = Packed.inLink(text, Packed.number(kind), source);
                    assertThat(link).isNotNegative();
                    assertThat(Packed.source(link)).isEqualTo(source);
                    long label = Packed.label(link);
                    assertThat(label).isEqualTo(Packed.label(text, Packed.number(kind)));
                    assertThat(Packed.text(label)).isEqualTo(text);
                    assertThat(Packed.kind(Packed.kind(label))).isEqualTo(kind);
                }
            }
        }
    }

    @Test
    void linksSortByTargetThenKind() {
        assertThat(Packed.edge(1, 6)).isLessThan(Packed.edge(2, 0));
        assertThat(Packed.edge(2, 0)).isLessThan(Packed.edge(2, 1));
    }

    @Test
    void linksToAPageSortByTextThenKindThenSource() {
        assertThat(Packed.inLink(1, 6, Integer.MAX_VALUE)).isLessThan(Packed.inLink(2, 0, 0));
        assertThat(Packed.inLink(2, 0, Integer.MAX_VALUE)).isLessThan(Packed.inLink(2, 1, 0));
        assertThat(Packed.inLink(2, 1, 4)).isLessThan(Packed.inLink(2, 1, 5));
    }

    /** The numbers of kinds are written to disk. */
    @Test
    void kindsKeepTheirNumbers() {
        assertThat(Packed.number(Edge.Kind.NAVIGATE)).isZero();
        assertThat(Packed.number(Edge.Kind.FRAME)).isEqualTo(1);
        assertThat(Packed.number(Edge.Kind.REFRESH)).isEqualTo(2);
        assertThat(Packed.number(Edge.Kind.RESOURCE)).isEqualTo(3);
        assertThat(Packed.number(Edge.Kind.RELATION)).isEqualTo(4);
        assertThat(Packed.number(Edge.Kind.FORM)).isEqualTo(5);
        assertThat(Packed.number(Edge.Kind.REDIRECT)).isEqualTo(6);
    }
}
