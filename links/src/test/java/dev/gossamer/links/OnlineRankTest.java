package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OnlineRankTest {
    private static final Url ELSEWHERE = Url.of("http://b.test/");

    private static Url page(int number) {
        return Url.of("http://a.test/" + number);
    }

    private static List<Url> pages(int... numbers) {
        return IntStream.of(numbers).mapToObj(OnlineRankTest::page).toList();
    }

    @Test
    void cashIsSpreadInEqualPartsAndAddsUp() {
        var rank = new OnlineRank(64);
        rank.seed(page(1));
        rank.fetched(page(1), pages(2, 3));
        double first = 1 + 1 / Math.sqrt(2);
        assertThat(rank.cash(page(1))).as("given away").isZero();
        assertThat(rank.cash(page(3))).isCloseTo(first / 2, within(1e-6));
        rank.fetched(page(2), pages(3, 4));
        double second = first / 2 + 1 / Math.sqrt(4);
        assertThat(rank.cash(page(3))).isCloseTo(first / 2 + second / 2, within(1e-6));
        assertThat(rank.cash(page(4))).isCloseTo(second / 2, within(1e-6));
        assertThat(rank.level(page(3))).isLessThan(rank.level(page(4)));
        assertThat(rank.level(page(99))).as("unknown comes last").isEqualTo(OnlineRank.LEVELS - 1);
    }

    @Test
    void linkFromAnotherHostWeighsThreeOfTheOwn() {
        var rank = new OnlineRank(64);
        rank.seed(page(1));
        rank.fetched(page(1), List.of(page(2), ELSEWHERE));
        assertThat(rank.cash(ELSEWHERE)).isCloseTo(3 * rank.cash(page(2)), within(1e-6));
    }

    /** As many links to it, yet of its host less was seen. */
    @Test
    void cashCountsMoreOnAHostOfWhichLittleWasFetched() {
        var rank = new OnlineRank(1024);
        var links = new ArrayList<Url>();
        for (int i = 0; i < 50; i++) links.add(page(i));
        for (int i = 0; i < 50; i++) links.add(Url.of("http://b.test/" + i));
        rank.fetched(Url.of("http://c.test/"), links);
        assertThat(rank.level(page(49))).isEqualTo(rank.level(Url.of("http://b.test/49")));
        for (int i = 0; i < 40; i++) rank.fetched(page(i), List.of(page(1000)));
        assertThat(rank.cash(page(49))).isEqualTo(rank.cash(Url.of("http://b.test/49")));
        assertThat(rank.level(page(49))).isGreaterThan(rank.level(Url.of("http://b.test/49")));
    }

    @Test
    void pagesWithoutLinksCountAsFetchedToo() {
        Url other = Url.of("http://b.test/49");
        var links = new ArrayList<Url>();
        for (int i = 0; i < 50; i++) links.addAll(List.of(page(i), Url.of("http://b.test/" + i)));
        var rank = new OnlineRank(1024);
        rank.fetched(Url.of("http://c.test/"), links);
        int before = rank.level(page(49));
        for (int i = 0; i < 40; i++) rank.fetched(page(i), List.of());
        // The root of (1 + 40) is 2.7 doublings.
        assertThat(rank.level(page(49)) - before).isBetween(5, 6);
        assertThat(rank.level(other)).as("of another host").isEqualTo(before);
    }

    @Test
    void samePagesGiveTheSameLevels() {
        assertThat(levels(new OnlineRank(1 << 12))).isEqualTo(levels(new OnlineRank(1 << 12)));
    }

    private static List<Integer> levels(OnlineRank rank) {
        var random = new Random(5);
        for (int page = 0; page < 1000; page++) {
            int at = page;
            var links = random.ints(10, 1, 31).distinct().map(step -> at + step).toArray();
            rank.fetched(page(page), pages(links));
        }
        return IntStream.range(1000, 1030).mapToObj(page -> rank.level(page(page))).toList();
    }

    @Test
    void fullTableKeepsTheRich() {
        var rank = new OnlineRank(64);
        var rich = pages(0, 1, 2, 3, 4, 5, 6, 7);
        for (int i = 0; i < 20; i++) rich.forEach(rank::seed);
        rank.fetched(ELSEWHERE, pages(IntStream.range(1000, 11_000).toArray()));
        assertThat(rich.stream().mapToDouble(rank::cash).sum()).isEqualTo(160);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 7, (1 << 29) + 1, Integer.MAX_VALUE})
    void aSizeThatCannotBeIsRefused(int urls) {
        assertThatThrownBy(() -> new OnlineRank(urls))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("urls: " + urls);
    }

    /** The smallest table has room for eight. */
    @Test
    void theSmallestTableHoldsEight() {
        var rank = new OnlineRank(8);
        for (int i = 0; i < 8; i++) rank.seed(page(i));
        for (int i = 0; i < 8; i++) assertThat(rank.cash(page(i))).isEqualTo(1);
        rank.seed(page(8));
        assertThat(rank.cash(page(8))).as("not richer than any").isZero();
        rank.seed(page(0));
        assertThat(rank.cash(page(0))).isEqualTo(2);
        for (int i = 1; i < 8; i++) assertThat(rank.cash(page(i))).isEqualTo(1);
    }

    @Test
    void aSizeIsRoundedUpToAPowerOfTwo() {
        var rank = new OnlineRank(9);
        for (int i = 0; i < 100; i++) rank.seed(page(i));
        assertThat(IntStream.range(0, 100).filter(i -> rank.cash(page(i)) > 0).count())
                .isBetween(9L, 16L);
    }

    @Test
    void aFetchedPageMakesRoomForANewOne() {
        var rank = new OnlineRank(8);
        for (int i = 0; i < 8; i++) rank.seed(page(i));
        rank.fetched(page(3), List.of());
        rank.seed(page(8));
        assertThat(rank.cash(page(8))).isEqualTo(1);
        assertThat(rank.cash(page(3))).isZero();
        for (int i : new int[] {0, 1, 2, 4, 5, 6, 7}) assertThat(rank.cash(page(i))).isEqualTo(1);
    }

    @Test
    void aRicherNewcomerTakesThePlaceOfThePoorest() {
        var rank = new OnlineRank(8);
        for (int i = 0; i < 7; i++) {
            rank.seed(page(i));
            rank.seed(page(i));
        }
        rank.seed(page(7));
        // It holds nothing and gives away its income alone, which is less than what the poorest
        // has.
        rank.fetched(page(100), pages(101));
        assertThat(rank.cash(page(101))).isZero();
        rank.fetched(page(0), pages(102));
        assertThat(rank.cash(page(102))).as("in the place of page 0").isGreaterThan(2);
        rank.fetched(page(102), pages(103));
        assertThat(rank.cash(page(103))).isGreaterThan(2);
        assertThat(rank.cash(page(7))).isEqualTo(1);
    }

    @Test
    void aFetchedPageIsGivenNothingMore() {
        var rank = new OnlineRank(64);
        rank.seed(page(1));
        rank.fetched(page(1), pages(2));
        rank.fetched(page(2), pages(1, 3));
        rank.seed(page(1));
        assertThat(rank.cash(page(1))).isZero();
        assertThat(rank.level(page(1))).isEqualTo(OnlineRank.LEVELS - 1);
        double first = 1 + 1 / Math.sqrt(2);
        assertThat(rank.cash(page(3))).isCloseTo((first + 1 / Math.sqrt(3)) / 2, within(1e-6));
    }

    @Test
    void aPageThatIsFetchedTwiceGivesItsIncomeAgain() {
        var rank = new OnlineRank(64);
        rank.seed(page(1));
        rank.fetched(page(1), pages(2));
        double before = rank.cash(page(2));
        rank.fetched(page(1), pages(2));
        assertThat(rank.cash(page(2)) - before).isCloseTo(1 / Math.sqrt(3), within(1e-6));
    }

    @Test
    void twoLevelsAreOneDoubling() {
        var rank = new OnlineRank(1024);
        rank.seed(page(1));
        int one = rank.level(page(1));
        rank.seed(page(1));
        assertThat(one - rank.level(page(1))).isEqualTo(2);
        // One URL known of its host and none fetched: worth 1 times the root of 2.
        assertThat(one).isEqualTo((int) ((6 - 0.5) * 2));
    }

    @Test
    void levelsHaveABestAndALeast() {
        var rank = new OnlineRank(1024);
        for (int i = 0; i < 200; i++) rank.seed(page(1));
        assertThat(rank.level(page(1))).isZero();
        assertThat(rank.level(page(2))).isEqualTo(OnlineRank.LEVELS - 1);
    }
}
