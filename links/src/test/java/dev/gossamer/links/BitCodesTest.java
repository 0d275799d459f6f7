package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.DamagedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The codes for numbers: bit by bit as the format says, and back again at their boundaries. */
class BitCodesTest {
    @TempDir private Path dir;

    private interface Writing {
        void to(BitWriter out) throws IOException;
    }

    private interface Reading {
        void from(BitReader in) throws IOException;
    }

    private void write(Writing writing) throws IOException {
        write(new byte[0], writing);
    }

    /**
     * @param before bytes in front of the bits, to move them to the end of a block
     */
    private void write(byte[] before, Writing writing) throws IOException {
        try (var file = BlockWriter.create(dir.resolve("bits"))) {
            file.write(before, 0, before.length);
            var out = new BitWriter(file);
            writing.to(out);
            out.finish();
            file.finish(new long[0]);
        }
    }

    private void read(Reading reading) throws IOException {
        try (var file = CheckedFile.open(dir.resolve("bits"), 0)) {
            reading.from(new BitReader(file));
        }
    }

    /** Returns the data as ones and zeros. */
    private String bits() throws IOException {
        try (var file = CheckedFile.open(dir.resolve("bits"), 0)) {
            var text = new StringBuilder();
            for (int i = 0; i < file.length(); i++) {
                int value = 256 | file.byteAt(i);
                text.append(Integer.toBinaryString(value), 1, 9);
            }
            return text.toString();
        }
    }

    /** The codewords of Boldi and Vigna's paper, table 1. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1",
        "1, 2, 010",
        "1, 3, 011",
        "1, 4, 00100",
        "1, 8, 0001000",
        "2, 1, 10",
        "2, 2, 110",
        "2, 3, 111",
        "2, 4, 01000",
        "2, 7, 01011",
        "2, 8, 011000",
        "3, 1, 100",
        "3, 2, 1010",
        "3, 3, 1011",
        "3, 4, 1100",
        "3, 7, 1111",
        "3, 8, 0100000",
        "4, 1, 1000",
        "4, 2, 10010",
        "4, 8, 11000",
    })
    void zetaIsThatOfThePaper(int k, long number, String code) throws IOException {
        write(out -> out.zeta(k, number));
        assertThat(bits()).startsWith(code).matches(code + "0{0,7}");
        read(
                in -> {
                    in.seek(0);
                    assertThat(in.zeta(k)).isEqualTo(number);
                });
    }

    @Test
    void gammaIsZetaOfOne() throws IOException {
        write(out -> out.gamma(5));
        assertThat(bits()).isEqualTo("00101000");
        read(
                in -> {
                    in.seek(0);
                    assertThat(in.gamma()).isEqualTo(5);
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 12})
    void zetaReadsWhatItWroteAroundEveryPowerOfTwo(int k) throws IOException {
        var numbers = new LongList();
        int largest = 56 / k * k;
        for (int log = 0; log < Math.min(largest, 45); log++) {
            for (long near = -1; near <= 1; near++) {
                if ((1L << log) + near >= 1) numbers.add((1L << log) + near);
            }
        }
        numbers.add((1L << Math.min(largest, 45)) - 1);
        long[] ends = new long[numbers.size()];
        write(
                out -> {
                    for (int i = 0; i < ends.length; i++) {
                        long start = out.position();
                        out.zeta(k, numbers.get(i));
                        ends[i] = out.position();
                        int log = 63 - Long.numberOfLeadingZeros(numbers.get(i));
                        if (Long.bitCount(numbers.get(i)) == 1)
                            assertThat(ends[i] - start)
                                    .as("%d", numbers.get(i))
                                    .isEqualTo(BitWriter.zetaBits(k, log));
                    }
                });
        read(
                in -> {
                    in.seek(0);
                    for (int i = 0; i < ends.length; i++)
                        assertThat(in.zeta(k)).isEqualTo(numbers.get(i));
                    for (int i = ends.length - 1; i > 0; i--) {
                        in.seek(ends[i - 1]);
                        assertThat(in.zeta(k)).as("by its position").isEqualTo(numbers.get(i));
                    }
                });
    }

    @Test
    void theLargestNumberThatCanBeReadHasFiftySixBits() throws IOException {
        long largest = (1L << 56) - 1;
        write(out -> out.zeta(7, largest));
        read(
                in -> {
                    in.seek(0);
                    assertThat(in.zeta(7)).isEqualTo(largest);
                });
        write(out -> out.zeta(7, largest + 1));
        read(
                in -> {
                    in.seek(0);
                    assertThatThrownBy(() -> in.zeta(7))
                            .isInstanceOf(DamagedFileException.class)
                            .hasMessageContaining("a number of 63 bits");
                });
    }

    @Test
    void onlyZerosAreNoNumber() throws IOException {
        try (var file = BlockWriter.create(dir.resolve("bits"))) {
            for (int i = 0; i < 4; i++) file.writeLong(0);
            file.finish(new long[0]);
        }
        read(
                in -> {
                    in.seek(64);
                    assertThatThrownBy(in::gamma)
                            .isInstanceOf(DamagedFileException.class)
                            .hasMessageContaining("offset 8: a number of 65 bits");
                });
    }

    @Test
    void eachNumberOfBitsIsReadAgainAndOthersAreLeftAlone() throws IOException {
        long pattern = 0xA5C3_96F0_1234_8765L;
        write(
                out -> {
                    for (int count = 0; count <= 56; count++) {
                        out.bits(pattern, count);
                        out.bits(1, 1);
                    }
                });
        read(
                in -> {
                    in.seek(0);
                    for (int count = 0; count <= 56; count++) {
                        assertThat(in.bits(count))
                                .as("%d bits", count)
                                .isEqualTo(pattern & ((1L << count) - 1));
                        assertThat(in.bit()).as("after %d bits", count).isTrue();
                    }
                });
    }

    @Test
    void wholeWordsAreWrittenAtAnyPlace() throws IOException {
        for (int before = 0; before < 64; before++) {
            int zeros = before;
            write(
                    out -> {
                        out.bits(0, zeros);
                        out.bits(-1, 64);
                        out.bits(0, 3);
                        assertThat(out.position()).isEqualTo(zeros + 67L);
                    });
            assertThat(bits()).matches("0{" + zeros + "}1{64}0+").hasSize((zeros + 67 + 7) / 8 * 8);
        }
    }

    @Test
    void finishFillsNoMoreThanTheLastByte() throws IOException {
        for (int count = 0; count <= 130; count++) {
            int ones = count;
            write(
                    out -> {
                        for (int i = 0; i < ones; i++) out.bits(1, 1);
                    });
            String expected = "1".repeat(ones) + "0".repeat((8 - ones % 8) % 8);
            assertThat(bits()).as("%d ones", ones).isEqualTo(expected);
        }
    }

    @Test
    void aWriterGoesOnAfterItFinished() throws IOException {
        write(
                out -> {
                    out.bits(0b101, 3);
                    out.finish();
                    assertThat(out.position()).isEqualTo(8);
                    out.bits(0b11, 2);
                });
        assertThat(bits()).isEqualTo("1010000011000000");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16, 17})
    void numbersCrossTheEndOfABlock(int bytesLeft) throws IOException {
        var random = new Random(bytesLeft);
        long[] numbers = random.longs(200, 1, 1L << 33).toArray();
        var before = new byte[2 * BlockWriter.BLOCK - bytesLeft];
        Arrays.fill(before, (byte) 0xFF);
        write(
                before,
                out -> {
                    for (long number : numbers) out.zeta(5, number);
                });
        read(
                in -> {
                    in.seek(before.length * 8L);
                    for (long number : numbers)
                        assertThat(in.zeta(5)).as("seed %d", bytesLeft).isEqualTo(number);
                });
    }

    /** A reader checks blocks in advance; that must hold for the next block, too. */
    @Test
    void aDamagedSecondBlockIsFoundByTheNumberThatReachesIntoIt() throws IOException {
        int count = BlockWriter.BLOCK / 4;
        write(
                out -> {
                    for (int i = 0; i < count; i++) out.bits(i, 56);
                });
        var file = dir.resolve("bits");
        byte[] bytes = Files.readAllBytes(file);
        bytes[BlockWriter.BLOCK] ^= 1;
        Files.write(file, bytes);
        read(
                in -> {
                    in.seek(0);
                    int whole = BlockWriter.BLOCK / 7;
                    for (int i = 0; i < whole; i++) {
                        if ((i + 1) * 7 + 1 > BlockWriter.BLOCK) break;
                        assertThat(in.bits(56)).isEqualTo(i);
                    }
                    assertThatThrownBy(() -> in.bits(56))
                            .isInstanceOf(DamagedFileException.class)
                            .hasMessageContaining("offset " + BlockWriter.BLOCK);
                });
    }

    @Test
    void nothingIsReadBeyondTheEnd() throws IOException {
        write(out -> out.bits(7, 3));
        read(
                in -> {
                    in.seek(7);
                    assertThat(in.bit()).as("the last bit").isFalse();
                    assertThatThrownBy(in::bit).isInstanceOf(DamagedFileException.class);
                    for (long bit : new long[] {8, 9, 64, 1L << 40, -8}) {
                        in.seek(bit);
                        assertThatThrownBy(in::bit)
                                .as("bit %d", bit)
                                .isInstanceOf(DamagedFileException.class)
                                .hasMessageContaining("outside");
                    }
                });
    }

    @Test
    void damageIsReportedAtTheByteOfTheReader() throws IOException {
        write(out -> out.bits(-1, 40));
        read(
                in -> {
                    in.seek(0);
                    in.bits(17);
                    assertThat(in.damaged("strange"))
                            .isInstanceOf(DamagedFileException.class)
                            .hasMessageContaining("offset 2: strange");
                });
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "-1, 2", "1, 3", "-2, 4", "2, 5", "2147483647, 4294967295"})
    void numbersOfEitherSignAreFolded(long signed, long folded) {
        assertThat(BitWriter.fold(signed)).isEqualTo(folded);
        assertThat(BitReader.unfold(folded)).isEqualTo(signed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 61, -(1L << 61), Integer.MIN_VALUE, Integer.MAX_VALUE, 1L << 40})
    void foldedNumbersArePositiveAndUnfold(long signed) {
        assertThat(BitWriter.fold(signed)).isPositive();
        assertThat(BitReader.unfold(BitWriter.fold(signed))).isEqualTo(signed);
    }

    @Test
    void theCodeOfGapsIsTheShortestOfTheFour() throws IOException {
        var random = new Random(4);
        for (int round = 0; round < 200; round++) {
            var gaps = new LongList();
            int log = 1 + random.nextInt(31);
            int count = 1 + random.nextInt(40);
            for (int i = 0; i < count; i++)
                gaps.add(1L << random.nextInt(log)); // what a power of two takes is the estimate
            int chosen = GapCode.choose(gaps);
            long[] bits = new long[4];
            write(
                    out -> {
                        for (int choice = 0; choice < 4; choice++) {
                            long start = out.position();
                            for (int i = 0; i < gaps.size(); i++)
                                GapCode.writeGap(out, choice, gaps.get(i));
                            bits[choice] = out.position() - start;
                        }
                    });
            assertThat(bits[chosen])
                    .as("seed 4, round %d", round)
                    .isEqualTo(Arrays.stream(bits).min().orElseThrow());
        }
    }

    @Test
    void neighboursAndStrayNumbersWantDifferentCodes() {
        assertThat(GapCode.choose(list(1, 1, 1, 1))).isZero();
        assertThat(GapCode.choose(list(2, 32))).isEqualTo(1);
        assertThat(GapCode.choose(list(8, 16, 9, 15))).isEqualTo(2);
        assertThat(GapCode.choose(list(1 << 20, 1 << 19, 1 << 13))).isEqualTo(3);
        assertThat(GapCode.choose(list(1L << 27))).isEqualTo(3);
        assertThat(GapCode.choose(new LongList())).as("nothing to choose").isZero();
    }

    @Test
    void gapsAreReadWithTheCodeThatWasChosen() throws IOException {
        for (int choice = 0; choice < 4; choice++) {
            int chosen = choice;
            write(
                    out -> {
                        GapCode.writeChoice(out, chosen);
                        GapCode.writeFirst(out, 10, 1_000_000);
                        GapCode.writeFirst(out, Integer.MAX_VALUE, 0);
                        GapCode.writeGap(out, chosen, 1);
                        GapCode.writeGap(out, chosen, 1L << 31);
                    });
            read(
                    in -> {
                        in.seek(0);
                        int k = GapCode.readChoice(in);
                        assertThat(GapCode.readFirst(in, 1_000_000)).isEqualTo(10);
                        assertThat(GapCode.readFirst(in, 0)).isEqualTo(Integer.MAX_VALUE);
                        assertThat(GapCode.readGap(in, k)).isEqualTo(1);
                        assertThat(GapCode.readGap(in, k)).isEqualTo(1L << 31);
                    });
        }
    }

    private static LongList list(long... values) {
        var list = new LongList();
        for (long value : values) list.add(value);
        return list;
    }
}
