package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of WARC files, and the numbers in them. */
final class WarcNamesTest {
    private static final Instant AT = Instant.parse("2026-11-15T05:25:05.123Z");

    @TempDir private Path dir;

    private String next() throws IOException {
        return name(WarcNames.in(dir, WarcOptions.Codec.GZIP).next(AT));
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    @ParameterizedTest
    @CsvSource({"NONE, .warc", "GZIP, .warc.gz", "ZSTD, .warc.zst"})
    void aNameSaysWhenAndHowItWasWritten(WarcOptions.Codec codec, String ending)
            throws IOException {
        var names = WarcNames.in(dir, codec);
        assertThat(names.next(AT))
                .isEqualTo(dir.resolve("gossamer-20261115052505123-00000-localhost" + ending));
        assertThat(name(names.next(Instant.EPOCH)))
                .isEqualTo("gossamer-19700101000000000-00001-localhost" + ending);
    }

    @ParameterizedTest
    @CsvSource({
        "gossamer-20261115052505123-00004-localhost.warc.gz, 4",
        "gossamer-20261115052505123-00004-localhost.warc.gz.open, 4",
        "gossamer-20261115052505123-99999-localhost.warc, 99999",
        "gossamer-20261115052505123-100000-localhost.warc.zst, 100000",
        "gossamer-20261115052505123-999999999-localhost.warc, 999999999",
        "WEB-20200101000000000-00017-12345~crawler.example.org~8443.warc.gz, 17",
        "my-own-crawl-20200101000000000-00003-host-name.warc.gz, 3",
    })
    void theNumberIsReadFromNamesOfThisForm(String name, int serial) {
        assertThat(WarcNames.serial(dir.resolve(name))).hasValue(serial);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rec-20200101000000-host.warc.gz",
                "gossamer-20261115052505-00004-localhost.warc.gz",
                "gossamer-20261115052505123-0004-localhost.warc.gz",
                "gossamer-20261115052505123-1000000000-localhost.warc.gz",
                "gossamer-20261115052505123-00004-.warc.gz",
                "gossamer-20261115052505123-00004-localhost.cdxj",
                "at-00000.warc.gz",
                "cdxj"
            })
    void otherNamesHaveNoNumber(String name) {
        assertThat(WarcNames.serial(dir.resolve(name))).isEmpty();
    }

    /** A name that was used is never used again, whatever happened to its file. */
    @ParameterizedTest
    @CsvSource({
        "gossamer-20261115052505123-00004-localhost.warc.gz, 00005",
        "gossamer-20261115052505123-00041-localhost.warc.gz.open, 00042",
        "gossamer-20261115052505123-00007-localhost.warc, 00008",
        "gossamer-20261115052505123-99999-localhost.warc.zst, 100000",
        "notes.txt, 00000",
    })
    void numbersGoOnFromTheHighestOfTheFolder(String there, String serial) throws IOException {
        Files.createFile(dir.resolve(there));
        Files.createFile(dir.resolve("gossamer-20261115052505123-00000-localhost.html"));
        assertThat(next()).isEqualTo("gossamer-20261115052505123-" + serial + "-localhost.warc.gz");
    }

    @Test
    void namesOfALaterTimeSortBehindThoseOfAnEarlierOne() throws IOException {
        var names = WarcNames.in(dir, WarcOptions.Codec.GZIP);
        Path before = names.next(Instant.parse("2026-09-30T23:59:59.999Z"));
        Path after = names.next(Instant.parse("2026-10-01T00:00:00Z"));
        assertThat(before).isLessThan(after);
    }
}
