package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import org.junit.jupiter.api.Test;

/** A program may add more at once than the loop should take in one turn. */
class AddedUrlsTest {
    private final AddedUrls added = new AddedUrls();

    private void add(int count) {
        for (int i = 0; i < count; i++)
            assertThat(added.add(Url.of("http://a.test/" + i))).isTrue();
    }

    @Test
    void aTurnTakesSomeOfThemInTheirOrder() {
        add(AddedUrls.AT_ONCE + 1);
        assertThat(added.take()).hasSize(AddedUrls.AT_ONCE).startsWith(Url.of("http://a.test/0"));
        assertThat(added.isMoreThere()).isTrue();
        assertThat(added.take()).containsExactly(Url.of("http://a.test/" + AddedUrls.AT_ONCE));
        assertThat(added.isMoreThere()).isFalse();
        assertThat(added.take()).isEmpty();
    }

    @Test
    void noMoreWaitThanTheLimit() {
        add(AddedUrls.MAX_WAITING);
        assertThat(added.add(Url.of("http://a.test/more"))).isFalse();
        added.take();
        assertThat(added.add(Url.of("http://a.test/more"))).isTrue();
    }

    @Test
    void theEndTakesAllOfThemAndNoneComesAfterIt() {
        add(3 * AddedUrls.AT_ONCE);
        assertThat(added.endsEmpty()).isFalse();
        assertThat(added.end()).hasSize(3 * AddedUrls.AT_ONCE);
        assertThat(added.endsEmpty()).isTrue();
        assertThat(added.add(Url.of("http://a.test/late"))).isFalse();
    }
}
