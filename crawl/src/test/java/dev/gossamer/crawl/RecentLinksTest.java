package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.Url;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one worker handed on is spared the others, but not before it has arrived. */
class RecentLinksTest {
    private static final Url LINK = Url.of("http://a.test/x");

    private final AtomicInteger chances = new AtomicInteger();
    private final RecentLinks all = new RecentLinks(Fingerprints.seeded(2026), chances::get);
    private final RecentLinks.OfPage one = new RecentLinks.OfPage(all);
    private final RecentLinks.OfPage other = new RecentLinks.OfPage(all);

    @BeforeEach
    void begin() {
        one.begin();
        other.begin();
    }

    @Test
    void aLinkThatArrivedIsKnownToEveryWorker() {
        one.add(one.key(LINK));
        one.arrived();

        assertThat(other.contains(other.key(LINK))).isTrue();
        assertThat(other.contains(other.key(Url.of("http://a.test/y")))).isFalse();
    }

    @Test
    void aLinkThatHasNotArrivedIsKnownToItsOwnPageAlone() {
        one.add(one.key(LINK));

        assertThat(one.contains(one.key(LINK))).isTrue();
        assertThat(other.contains(other.key(LINK))).isFalse();
    }

    @Test
    void linksOfAPageThatDidNotArriveAreForgotten() {
        one.add(one.key(LINK));
        one.begin();
        one.arrived();

        assertThat(one.contains(one.key(LINK))).isFalse();
        assertThat(other.contains(other.key(LINK))).isFalse();
    }

    @Test
    void allIsHandedOnAgainWhenTheFrontierMayTakeItIn() {
        one.add(one.key(LINK));
        one.arrived();
        chances.incrementAndGet();
        other.begin();

        assertThat(other.contains(other.key(LINK))).isFalse();
    }

    @Test
    void aLinkThatARuleKeptOutIsKnownUnderThatRule() {
        one.add(RecentLinks.OfPage.leftOut(one.key(LINK), "max-depth"));
        one.arrived();

        long key = other.key(LINK);
        assertThat(other.contains(RecentLinks.OfPage.leftOut(key, "max-depth"))).isTrue();
        assertThat(other.contains(RecentLinks.OfPage.leftOut(key, "nofollow"))).isFalse();
        assertThat(other.contains(key)).isFalse();
    }

    @Test
    void aPageMayHaveMoreLinksThanThereArePlacesForThem() {
        for (int i = 0; i < 5000; i++) one.add(one.key(Url.of("http://a.test/" + i)));
        one.arrived();

        int known = 0;
        for (int i = 0; i < 5000; i++)
            if (other.contains(other.key(Url.of("http://a.test/" + i)))) known++;
        assertThat(known).isBetween(4700, 5000);
    }
}
