package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromotableTest {
    private static void put(Promotable urls, long fingerprint) {
        urls.put(fingerprint, fingerprint * 10, (int) fingerprint * 100, (int) fingerprint);
    }

    /** Those that it holds, each with what was said of it. */
    private static List<Long> held(Promotable urls) {
        var held = new ArrayList<Long>();
        urls.forEach(
                (fingerprint, number, priority, depth) -> {
                    held.add(fingerprint);
                    assertThat(number).isEqualTo(fingerprint * 10);
                    assertThat(priority).isEqualTo(fingerprint * 100);
                    assertThat(depth).isEqualTo(fingerprint);
                });
        return held;
    }

    @Test
    void aUrlIsFoundWithItsNumberPriorityAndDepth() {
        var urls = new Promotable(16);
        assertThat(urls.isOn()).isTrue();
        assertThat(urls.find(7)).isNegative();
        urls.put(7, 1, 2, 3);
        int place = urls.find(7);
        assertThat(urls.number(place)).isEqualTo(1);
        assertThat(urls.priority(place)).isEqualTo(2);
        assertThat(urls.depth(place)).isEqualTo(3);
        urls.put(7, 4, 5, 6);
        place = urls.find(7);
        assertThat(urls.number(place)).isEqualTo(4);
        assertThat(urls.priority(place)).isEqualTo(5);
        assertThat(urls.depth(place)).isEqualTo(6);
        urls.remove(7);
        assertThat(urls.find(7)).isNegative();
        urls.remove(7);
        assertThat(held(urls)).isEmpty();
    }

    @Test
    void theOneThatWasLookedAtLeastRecentlyIsPushedOut() {
        var urls = new Promotable(4);
        for (int i = 1; i <= 4; i++) put(urls, i);
        assertThat(held(urls)).containsExactly(4L, 3L, 2L, 1L);
        assertThat(urls.find(1)).isNotNegative();
        assertThat(held(urls)).containsExactly(1L, 4L, 3L, 2L);
        put(urls, 5);
        assertThat(held(urls)).containsExactly(5L, 1L, 4L, 3L);
        assertThat(urls.find(4)).isNotNegative();
        assertThat(held(urls)).containsExactly(4L, 5L, 1L, 3L);
        assertThat(urls.find(2)).isNegative();
    }

    @Test
    void theRoomIsAPowerOfTwo() {
        var seven = new Promotable(7);
        for (int i = 1; i <= 8; i++) put(seven, i);
        assertThat(held(seven)).hasSize(4);
        var eight = new Promotable(8);
        for (int i = 1; i <= 8; i++) put(eight, i);
        assertThat(held(eight)).hasSize(8);
        var one = new Promotable(1);
        for (int i = 1; i <= 8; i++) put(one, i);
        assertThat(held(one)).hasSize(4);
    }

    @Test
    void withoutRoomNothingIsKept() {
        var none = new Promotable(0);
        put(none, 7);
        none.remove(7);
        assertThat(none.isOn()).isFalse();
        assertThat(held(none)).isEmpty();
    }

    @Test
    void aFreePlaceIsNoUrl() {
        assertThat(new Promotable(16).find(0)).isNegative();
    }
}
