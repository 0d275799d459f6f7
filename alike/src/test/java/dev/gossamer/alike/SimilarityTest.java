package dev.gossamer.alike;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimilarityTest {
    private static final Similarity FIRST = new Similarity(0xABCDL, OptionalLong.empty());
    private static final Similarity NEAR = new Similarity(-2, OptionalLong.of(0xABCDL));

    @Test
    void aNoteIsReadBack() {
        assertThat(FIRST.note()).isEqualTo("simhash:000000000000abcd");
        assertThat(NEAR.note()).isEqualTo("simhash:fffffffffffffffe,near:000000000000abcd");
        assertThat(Similarity.ofNote(FIRST.note())).isEqualTo(FIRST);
        assertThat(Similarity.ofNote(NEAR.note())).isEqualTo(NEAR);
        assertThat(Similarity.UNKNOWN.note()).isEmpty();
    }

    @Test
    void itIsFoundAmongOtherNotes() {
        assertThat(Similarity.ofNote("truncated:length," + NEAR.note() + ",x")).isEqualTo(NEAR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-", "simhash:", "simhash:xyz", "near:000000000000abcd", "simhash:0"})
    void whatSaysNothingIsUnknown(String note) {
        assertThat(Similarity.ofNote(note)).isEqualTo(Similarity.UNKNOWN);
    }

    @Test
    void onlyTheFirstOfItsKindIsFirst() {
        assertThat(FIRST.isFirstOf(NEAR)).isTrue();
        assertThat(NEAR.isFirstOf(FIRST)).isFalse();
        assertThat(NEAR.isFirstOf(NEAR)).isFalse();
        assertThat(FIRST.isFirstOf(FIRST)).isFalse();
        assertThat(new Similarity(7, OptionalLong.empty()).isFirstOf(NEAR)).isFalse();
    }
}
