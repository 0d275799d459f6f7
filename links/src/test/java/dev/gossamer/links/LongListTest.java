package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongListTest {
    private static LongList of(long... values) {
        var list = new LongList();
        for (long value : values) list.add(value);
        return list;
    }

    private static long[] values(LongList list) {
        long[] values = new long[list.size()];
        for (int i = 0; i < values.length; i++) values[i] = list.get(i);
        return values;
    }

    @Test
    void growsAndKeepsTheOrder() {
        long[] many = LongStream.range(0, 1000).map(i -> i * i % 997).toArray();
        assertThat(values(of(many))).isEqualTo(many);
    }

    @Test
    void aClearedListIsUsedAgain() {
        var list = of(1, 2, 3);
        list.clear();
        assertThat(list.size()).isZero();
        list.add(9);
        assertThat(values(list)).containsExactly(9);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 31, 32, 33, 500})
    void aPartOfAnotherIsAppended(int size) {
        long[] first = LongStream.range(0, size).toArray();
        var list = of(first);
        list.addAll(of(LongStream.range(1000, 1040).toArray()), 5, 38);
        assertThat(values(list))
                .isEqualTo(
                        LongStream.concat(LongStream.of(first), LongStream.range(1005, 1038))
                                .toArray());
        list.addAll(list, 0, 0);
        assertThat(list.size()).isEqualTo(size + 33);
    }

    @Test
    void becomesEqualToAnotherWithoutSharingIt() {
        var other = of(4, 5);
        var list = of(1, 2, 3);
        list.setTo(other);
        other.add(6);
        assertThat(values(list)).containsExactly(4, 5);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void sortingLeavesEachValueOnce(long seed) {
        var random = new Random(seed);
        for (int size = 0; size < 60; size++) {
            var list = new LongList();
            var expected = new TreeSet<Long>();
            for (int i = 0; i < size; i++) {
                long value = random.nextLong(-20, 20);
                list.add(value);
                expected.add(value);
            }
            list.sort();
            assertThat(values(list))
                    .as("seed %d size %d", seed, size)
                    .isEqualTo(expected.stream().mapToLong(Long::longValue).toArray());
        }
    }

    @Test
    void whatALongerListHeldBeforeIsNotSorted() {
        var list = of(9, 8, 7, 6);
        list.clear();
        list.add(5);
        list.add(1);
        list.sort();
        assertThat(values(list)).containsExactly(1, 5);
    }

    @Test
    void twoSortedPartsBecomeOne() {
        var list = of(1, 4, 9, 0, 4, 5, 10);
        list.mergeSorted(3);
        assertThat(values(list)).containsExactly(0, 1, 4, 4, 5, 9, 10);
    }
}
