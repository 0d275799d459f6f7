package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.DamagedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of checked blocks: whole, cut anywhere, and with each bit changed. */
class CheckedFileTest {
    private static final int BLOCK = BlockWriter.BLOCK;

    @TempDir private Path dir;

    private Path path() {
        return dir.resolve("file");
    }

    private static byte[] random(int length) {
        var bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private void write(byte[] data, long... footer) throws IOException {
        try (var out = BlockWriter.create(path())) {
            out.write(data, 0, data.length);
            assertThat(out.position()).isEqualTo(data.length);
            out.finish(footer);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 16383, 16384, 16385, 32767, 32768, 32769, 100_000})
    void dataAndFooterAreReadAgain(int length) throws IOException {
        byte[] data = random(length);
        write(data, 7, -1, Long.MAX_VALUE);
        int blocks = (length + BLOCK - 1) / BLOCK;
        assertThat(Files.size(path())).isEqualTo(length + 4L * blocks + 3 * 8 + 12);
        try (var file = CheckedFile.open(path(), 3)) {
            assertThat(file.length()).isEqualTo(length);
            assertThat(new long[] {file.footer(0), file.footer(1), file.footer(2)})
                    .containsExactly(7, -1, Long.MAX_VALUE);
            if (length > 0) file.check(0, length);
            byte[] copy = new byte[length + 2];
            file.copy(0, copy, 1, length);
            assertThat(Arrays.copyOfRange(copy, 1, length + 1)).isEqualTo(data);
            assertThat(copy[0]).isZero();
            assertThat(copy[length + 1]).isZero();
            for (int i = 0; i < length; i += 1000)
                assertThat(file.byteAt(i)).isEqualTo(data[i] & 255);
            assertThat(file).hasToString(path().toString());
        }
    }

    @Test
    void everyKindOfWriteCrossesBlocks() throws IOException {
        for (int before = BLOCK - 12; before <= BLOCK + 1; before++) {
            byte[] start = random(before);
            try (var out = BlockWriter.create(path())) {
                out.write(start, 0, before);
                out.writeLong(0x0102030405060708L);
                out.write(0x1FF);
                out.writeVarint(300);
                out.writeVarint(Integer.MAX_VALUE);
                out.write(start, 3, 5);
                assertThat(out.position()).isEqualTo(before + 8L + 1 + 2 + 5 + 5);
                out.finish(new long[0]);
            }
            try (var file = CheckedFile.open(path(), 0)) {
                file.check(0, file.length());
                assertThat(file.longAt(before)).isEqualTo(0x0102030405060708L);
                byte[] rest = new byte[13];
                file.copy(before + 8L, rest, 0, 13);
                byte[] expected = {-1, (byte) 0xAC, 2, -1, -1, -1, -1, 7, 0, 0, 0, 0, 0};
                System.arraycopy(start, 3, expected, 8, 5);
                assertThat(rest).as("behind %d bytes", before).isEqualTo(expected);
            }
        }
    }

    @Test
    void manyBlocksHaveAChecksumEach() throws IOException {
        byte[] data = random(BLOCK);
        int blocks = 130;
        try (var out = BlockWriter.create(path())) {
            for (int i = 0; i < blocks; i++) {
                data[0] = (byte) i;
                out.write(data, 0, BLOCK);
            }
            out.finish(new long[] {1});
        }
        try (var file = CheckedFile.open(path(), 1)) {
            file.check(0, file.length());
            for (int i = 0; i < blocks; i++)
                assertThat(file.byteAt((long) i * BLOCK)).isEqualTo(i & 255);
        }
    }

    @Test
    void creatingAFileAgainLeavesNothingOfTheOld() throws IOException {
        write(random(5000), 1);
        write(random(10), 2);
        try (var file = CheckedFile.open(path(), 1)) {
            assertThat(file.length()).isEqualTo(10);
            assertThat(file.footer(0)).isEqualTo(2);
        }
    }

    @Test
    void everyFlippedBitOfASmallFileIsFound() throws IOException {
        write(random(100), 5, 6);
        byte[] bytes = Files.readAllBytes(path());
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(path(), flipped);
            int at = bit;
            assertThatThrownBy(this::readAll)
                    .as(() -> "bit " + at)
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageContaining(path() + " is damaged at offset ");
        }
    }

    @Test
    void everyCutIsFound() throws IOException {
        write(random(100), 5, 6);
        byte[] bytes = Files.readAllBytes(path());
        for (int length = 0; length < bytes.length; length++) {
            Files.write(path(), Arrays.copyOf(bytes, length));
            int kept = length;
            assertThatThrownBy(this::readAll)
                    .as(() -> "cut to " + kept)
                    .isInstanceOf(DamagedFileException.class);
        }
        Files.write(path(), Arrays.copyOf(bytes, bytes.length + 1));
        assertThatThrownBy(this::readAll).as("longer").isInstanceOf(DamagedFileException.class);
    }

    private void readAll() throws IOException {
        try (var file = CheckedFile.open(path(), 2)) {
            file.check(0, file.length());
        }
    }

    @Test
    void aFileWithAnotherNumberOfFootersIsRefused() throws IOException {
        write(random(100), 5, 6);
        for (int numbers : new int[] {0, 1, 3, 20})
            assertThatThrownBy(() -> CheckedFile.open(path(), numbers).close())
                    .as("%d numbers", numbers)
                    .isInstanceOf(DamagedFileException.class);
    }

    @Test
    void aMissingFileIsNotADamagedOne() {
        assertThatThrownBy(() -> CheckedFile.open(path(), 0).close())
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void onlyTheBlocksThatAreTouchedAreChecked() throws IOException {
        write(random(3 * BLOCK));
        byte[] bytes = Files.readAllBytes(path());
        bytes[BLOCK + 5] ^= 4;
        Files.write(path(), bytes);
        try (var file = CheckedFile.open(path(), 0)) {
            file.check(0, BLOCK);
            file.check(2L * BLOCK, BLOCK);
            String second = "offset " + BLOCK + ": wrong checksum of this block";
            assertThatThrownBy(() -> file.check(BLOCK - 1, 2)).hasMessageContaining(second);
            assertThatThrownBy(() -> file.check(2L * BLOCK - 1, 1)).hasMessageContaining(second);
            assertThatThrownBy(() -> file.check(0, 3L * BLOCK)).hasMessageContaining(second);
            assertThatThrownBy(() -> file.check(BLOCK, 1)).as("again").hasMessageContaining(second);
        }
    }

    @Test
    void placesOutsideOfTheDataAreRefused() throws IOException {
        write(random(100), 1);
        try (var file = CheckedFile.open(path(), 1)) {
            file.check(99, 1);
            file.check(0, 100);
            for (long[] place :
                    new long[][] {
                        {100, 1}, {99, 2}, {-1, 1}, {0, 101}, {0, -1}, {1L << 50, 1}, {-200, 300}
                    })
                assertThatThrownBy(() -> file.check(place[0], place[1]))
                        .as("%d bytes at %d", place[1], place[0])
                        .isInstanceOf(DamagedFileException.class)
                        .hasMessageContaining("offset " + place[0] + ": points outside");
        }
    }

    @Test
    void blocksEndAtTheirSizeOrWithTheData() throws IOException {
        write(random(BLOCK + 100));
        try (var file = CheckedFile.open(path(), 0)) {
            assertThat(file.blockEnd(0)).isEqualTo(BLOCK);
            assertThat(file.blockEnd(BLOCK - 1)).isEqualTo(BLOCK);
            assertThat(file.blockEnd(BLOCK)).isEqualTo(BLOCK + 100);
            assertThat(file.blockEnd(BLOCK + 99)).isEqualTo(BLOCK + 100);
        }
    }

    @Test
    void theLastBytesCanBeReadAsALong() throws IOException {
        write(new byte[] {1, 2, 3});
        try (var file = CheckedFile.open(path(), 0)) {
            file.check(2, 1);
            assertThat(file.longAt(2) >>> 56).isEqualTo(3);
        }
    }

    @Test
    void aClosedFileCannotBeRead() throws IOException {
        write(random(100));
        var file = CheckedFile.open(path(), 0);
        file.close();
        assertThatThrownBy(() -> file.byteAt(0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anUnfinishedFileIsRefused() throws IOException {
        try (var out = BlockWriter.create(path())) {
            for (int i = 0; i < BLOCK; i++) out.writeLong(i);
        }
        assertThatThrownBy(() -> CheckedFile.open(path(), 0).close())
                .isInstanceOf(DamagedFileException.class);
    }

    @Test
    void offsetsAreWrittenInTheOrderInWhichTheyCame() throws IOException {
        var table = new OffsetTable();
        int count = 600;
        try (var out = BlockWriter.create(path())) {
            out.write(random(11), 0, 11);
            for (int i = 0; i < count; i++) {
                assertThat(table.size()).isEqualTo(i);
                table.add((long) i << 40 | i);
            }
            assertThat(table.write(out)).isEqualTo(11);
            assertThat(out.position()).isEqualTo(11 + 8 * count);
            out.finish(new long[0]);
        }
        try (var file = CheckedFile.open(path(), 0)) {
            for (int i = 0; i < count; i++)
                assertThat(file.longAt(11 + 8L * i)).isEqualTo((long) i << 40 | i);
        }
    }
}
