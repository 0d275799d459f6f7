package dev.gossamer.alike;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TextFingerprintsTest {
    private static final Url ONE = Url.of("http://a.test/1");
    private static final Url TWO = Url.of("http://a.test/2");
    private static final String TEXT =
            "The quick brown fox jumps over the lazy dog and runs far away. ".repeat(20);

    @Test
    void aTextThatComesAgainIsNear() {
        var texts = TextFingerprints.empty();
        var first = texts.look(ONE, TEXT);
        texts.add(first);
        var second = texts.look(TWO, TEXT + "Once more.");
        assertThat(first.isNear()).isFalse();
        assertThat(second.like()).hasValue(first.simhash());
        assertThat(texts.look(TWO, "Quite another text of words. ".repeat(30)).isNear()).isFalse();
    }

    @Test
    void aTextThatWasOnlyLookedAtIsNotKnown() {
        var texts = TextFingerprints.empty();
        texts.look(ONE, TEXT);
        assertThat(texts.look(TWO, TEXT).isNear()).isFalse();
    }

    @Test
    void shortTextsSayNothing() {
        assertThat(TextFingerprints.empty().look(ONE, "a few words")).isEqualTo(Similarity.UNKNOWN);
    }

    @Test
    void aPageOfAnEarlierRunIsNoCopyOfItself() {
        var texts = TextFingerprints.empty();
        texts.restore(ONE, texts.look(ONE, TEXT));
        assertThat(texts.look(ONE, TEXT).isNear()).isFalse();
        assertThat(texts.look(TWO, TEXT).isNear()).isTrue();
    }

    @Test
    void whereNoneAreKeptNothingIsFound() {
        var texts = TextFingerprints.none();
        assertThat(texts.areKept()).isFalse();
        assertThat(texts.look(ONE, TEXT)).isEqualTo(Similarity.UNKNOWN);
        texts.add(new Similarity(7, OptionalLong.empty()));
        assertThat(texts.look(TWO, TEXT)).isEqualTo(Similarity.UNKNOWN);
    }
}
