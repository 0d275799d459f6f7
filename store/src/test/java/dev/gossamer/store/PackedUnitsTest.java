package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The units of files of other writers: gzip members, zstd frames, or nothing of the kind. */
final class PackedUnitsTest {
    private static final int HAS_TEXT = 1;
    private static final int HAS_CHECK = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;

    private static final byte[] ONE = "WARC/1.0\r\none".getBytes(UTF_8);
    private static final byte[] TWO = "WARC/1.0\r\ntwo, and longer".getBytes(UTF_8);

    enum Packing {
        GZIP,
        ZSTD;

        byte[] of(byte[] content) {
            return this == GZIP ? member(0, "", content) : Zstd.compress(content);
        }
    }

    @TempDir private Path dir;

    private static byte[] join(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (byte[] part : parts) out.writeBytes(part);
        return out.toByteArray();
    }

    private static byte[] int32(int value) {
        return new byte[] {
            (byte) value, (byte) (value >>> 8), (byte) (value >>> 16), (byte) (value >>> 24)
        };
    }

    /** A member with these flags, and these bytes for the fields that they announce. */
    private static byte[] member(int flags, String fields, byte[] content) {
        byte[] head = {0x1f, (byte) 0x8b, 8, (byte) flags, 1, 2, 3, 4, 0, 3};
        var deflater = new Deflater(6, true);
        deflater.setInput(content);
        deflater.finish();
        byte[] packed = new byte[content.length + 100];
        int length = deflater.deflate(packed);
        deflater.end();
        var crc = new CRC32();
        crc.update(content);
        return join(
                head,
                fields.getBytes(ISO_8859_1),
                Arrays.copyOf(packed, length),
                int32((int) crc.getValue()),
                int32(content.length));
    }

    private PackedUnits open(byte[]... parts) throws IOException {
        return PackedUnits.open(Files.write(dir.resolve("x"), join(parts))).orElseThrow();
    }

    /** Reads to the end of the unit, a few bytes at a time. */
    private static byte[] rest(PackedUnits units) throws IOException {
        var out = new ByteArrayOutputStream();
        byte[] piece = new byte[7];
        for (int n = units.read(piece); n >= 0; n = units.read(piece)) out.write(piece, 0, n);
        return out.toByteArray();
    }

    private static byte[] unit(PackedUnits units, long at) throws IOException {
        units.begin(at);
        return rest(units);
    }

    private static void damaged(PackedUnits units, long at, String why) {
        assertThatThrownBy(() -> unit(units, at))
                .isInstanceOf(DamagedRecordException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @EnumSource(Packing.class)
    void unitsAreReadInAnyOrder(Packing packing) throws IOException {
        byte[] first = packing.of(ONE);
        try (var units = open(first, packing.of(TWO))) {
            assertThat(unit(units, first.length)).isEqualTo(TWO);
            assertThat(units.position()).isEqualTo(units.fileBytes());
            assertThat(unit(units, 0)).isEqualTo(ONE);
            assertThat(units.position()).isEqualTo(first.length);
            assertThat(units.read(new byte[9])).isEqualTo(-1);
            units.begin(0);
            assertThat(units.read(new byte[100])).isEqualTo(ONE.length);
            assertThat(units.read(new byte[100])).isEqualTo(-1);
            assertThat(units.isPacked()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Packing.class)
    void aUnitThatWasNotReadToItsEndDisturbsNoOther(Packing packing) throws IOException {
        byte[] large = new byte[300_000];
        new Random(7).nextBytes(large);
        byte[] first = packing.of(large);
        try (var units = open(first, packing.of(TWO))) {
            units.begin(0);
            assertThat(units.read(new byte[100])).isPositive();
            assertThat(units.position()).isPositive().isLessThan(first.length / 2);
            assertThat(unit(units, first.length)).isEqualTo(TWO);
            assertThat(unit(units, 0)).isEqualTo(large);
            assertThat(units.position()).isEqualTo(first.length);
        }
    }

    @ParameterizedTest
    @EnumSource(Packing.class)
    void aPlaceWithoutAUnitIsDamaged(Packing packing) throws IOException {
        byte[] first = packing.of(ONE);
        try (var units = open(first, packing.of(TWO))) {
            String none = packing == Packing.GZIP ? "no gzip member" : "no zstd frame";
            damaged(units, 1, none);
            damaged(units, first.length - 1, none);
            damaged(units, units.fileBytes(), none);
            assertThat(units.read(new byte[9])).as("nothing was begun").isEqualTo(-1);
            assertThat(unit(units, 0)).isEqualTo(ONE);
        }
    }

    @ParameterizedTest
    @EnumSource(Packing.class)
    void theNextUnitIsFoundByItsSign(Packing packing) throws IOException {
        byte[] first = packing.of(ONE);
        try (var units = open(first, "noise".getBytes(UTF_8), packing.of(TWO))) {
            assertThat(units.find(0)).isZero();
            assertThat(units.find(1)).isEqualTo(first.length + 5);
            assertThat(units.find(first.length + 5)).isEqualTo(first.length + 5);
            assertThat(units.find(first.length + 6)).isEqualTo(-1);
            assertThat(units.find(units.fileBytes() + 9)).isEqualTo(-1);
        }
    }

    /** Wherever the file ends, the unit is damaged, and what came before it is whole. */
    @ParameterizedTest
    @EnumSource(Packing.class)
    void aUnitThatTheFileCutsIsDamaged(Packing packing) throws IOException {
        byte[] first = packing.of(ONE);
        byte[] second = packing.of(TWO);
        for (int length = 1; length < second.length; length++) {
            try (var units = open(first, Arrays.copyOf(second, length))) {
                assertThat(unit(units, 0)).isEqualTo(ONE);
                damaged(units, first.length, "");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, ''",
        HAS_TEXT + ", ''",
        HAS_CHECK + ", 'cc'",
        HAS_EXTRA + ", '\u0000\u0000'",
        HAS_EXTRA + ", '\u0003\u0000abc'",
        HAS_NAME + ", 'name\u0000'",
        HAS_NAME + ", '\u0000'",
        HAS_COMMENT + ", 'comment\u0000'",
        (HAS_NAME | HAS_COMMENT) + ", 'name\u0000comment\u0000'",
        (HAS_EXTRA | HAS_NAME | HAS_COMMENT | HAS_CHECK)
                + ", '\u0002\u0000ab\u00fc\u0000comment\u0000cc'",
    })
    void aMemberMayHaveAnyFields(int flags, String fields) throws IOException {
        byte[] first = member(flags, fields, ONE);
        try (var units = open(first, member(flags, fields, TWO))) {
            assertThat(unit(units, 0)).isEqualTo(ONE);
            assertThat(units.position()).isEqualTo(first.length);
            assertThat(unit(units, first.length)).isEqualTo(TWO);
        }
    }

    /** The length of an extra field is of two bytes. */
    @Test
    void anExtraFieldMayBeLong() throws IOException {
        String fields = "4\u0012" + "x".repeat(0x1234);
        try (var units = open(member(HAS_EXTRA, fields, ONE))) {
            assertThat(unit(units, 0)).isEqualTo(ONE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x20, 0x40, 0x80, 0xff})
    void aMemberWithFlagsThatNobodyKnowsIsNone(int flags) throws IOException {
        try (var units = open(member(flags, "", ONE))) {
            damaged(units, 0, "no gzip member");
        }
    }

    @Test
    void aNameWithoutAnEndIsDamage() throws IOException {
        try (var units = open(member(HAS_NAME, "x".repeat(1 << 16) + "\0", ONE))) {
            assertThat(unit(units, 0)).isEqualTo(ONE);
        }
        try (var units = open(member(HAS_NAME, "x".repeat((1 << 16) + 1) + "\0", ONE))) {
            damaged(units, 0, "no gzip member");
        }
        try (var units = open(new byte[] {0x1f, (byte) 0x8b, 8, HAS_NAME}, new byte[6], ONE)) {
            damaged(units, 0, "the file ends within a record");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 5, 8})
    void aMemberWithAnotherSumOrLengthIsDamaged(int fromItsEnd) throws IOException {
        byte[] first = member(0, "", ONE);
        first[first.length - fromItsEnd] ^= 1;
        try (var units = open(first, member(0, "", TWO))) {
            damaged(units, 0, "another check sum");
            assertThat(units.position()).as("its end is known").isEqualTo(first.length);
            assertThat(unit(units, first.length)).isEqualTo(TWO);
        }
    }

    @Test
    void aFrameWithAnotherSumIsDamaged() throws IOException {
        try (var context = new com.github.luben.zstd.ZstdCompressCtx()) {
            byte[] first = context.setChecksum(true).compress(ONE);
            first[first.length - 1] ^= 1;
            try (var units = open(first, Zstd.compress(TWO))) {
                damaged(units, 0, "cannot be unpacked");
                assertThat(unit(units, first.length)).isEqualTo(TWO);
            }
        }
    }

    @Test
    void aSkippableFrameHoldsNothing() throws IOException {
        byte[] skipped = join(int32(0x184D2A50), int32(5), "12345".getBytes(UTF_8));
        try (var units = open(skipped, Zstd.compress(ONE))) {
            assertThat(unit(units, 0)).isEmpty();
            assertThat(units.position()).isEqualTo(13);
            assertThat(unit(units, 13)).isEqualTo(ONE);
        }
    }

    /** The usage for WARC allows both. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDictionaryServesAllFramesPackedOrNot(boolean isPacked) throws IOException {
        byte[] dictionary = "WARC/1.0\r\ntwo, and longer than any other".getBytes(UTF_8);
        byte[] stored = isPacked ? Zstd.compress(dictionary) : dictionary;
        byte[] first = Zstd.compressUsingDict(ONE, dictionary, 3);
        byte[] head = join(int32(0x184D2A5D), int32(stored.length), stored);
        try (var units = open(head, first, Zstd.compressUsingDict(TWO, dictionary, 3))) {
            assertThat(unit(units, 0)).isEmpty();
            assertThat(unit(units, head.length)).isEqualTo(ONE);
            assertThat(unit(units, head.length + first.length)).isEqualTo(TWO);
            assertThat(unit(units, head.length)).isEqualTo(ONE);
        }
    }

    @Test
    void aFileMayHoldItsDictionaryAlone() throws IOException {
        try (var units = open(int32(0x184D2A5D), int32(5), "words".getBytes(UTF_8))) {
            assertThat(unit(units, 0)).isEmpty();
            assertThat(units.position()).isEqualTo(units.fileBytes());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 0x7fffffff, 0x80000000, (1 << 26) + 1})
    void aDictionaryThatIsNotThereIsDamage(int bytes) {
        assertThatThrownBy(() -> open(int32(0x184D2A5D), int32(bytes), new byte[20]))
                .isInstanceOf(DamagedRecordException.class)
                .hasMessageContaining("no dictionary");
    }

    /**
     * Neither the one that is packed badly nor the one whose tables are wrong is a mistake of ours.
     */
    @Test
    void aDictionaryThatIsDamagedIsDamage() {
        byte[] packed = Zstd.compress(new byte[1000]);
        byte[] cut = Arrays.copyOf(packed, packed.length - 3);
        byte[] tables = join(int32(0xEC30A437), new byte[50]);
        for (byte[] bad : new byte[][] {cut, tables}) {
            assertThatThrownBy(
                            () ->
                                    open(
                                            int32(0x184D2A5D),
                                            int32(bad.length),
                                            bad,
                                            Zstd.compress(ONE)))
                    .isInstanceOf(DamagedRecordException.class)
                    .hasMessageContaining("no dictionary");
        }
    }

    @Test
    void aPlainFileIsOneUnitInWhichRecordsBeginLines() throws IOException {
        byte[] text = "WARC/1.0\r\nsays WARC/1.0 here\nWARC/1.1\r\n".getBytes(UTF_8);
        try (var units = open(text)) {
            assertThat(units.isPacked()).isFalse();
            assertThat(unit(units, 0)).isEqualTo(text);
            assertThat(unit(units, 10)).isEqualTo(Arrays.copyOfRange(text, 10, text.length));
            assertThat(units.position()).isEqualTo(units.fileBytes());
            assertThat(units.find(0)).isZero();
            assertThat(units.find(1)).isEqualTo(29);
            assertThat(units.find(30)).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "W", "WARC", "warc/1.0", "<html>", "\u001f\u008b", "(\u00b5/\u00fd"})
    void otherFilesAreNone(String content) throws IOException {
        Path file = Files.write(dir.resolve("x"), content.getBytes(ISO_8859_1));
        assertThat(PackedUnits.open(file)).isEmpty();
    }
}
