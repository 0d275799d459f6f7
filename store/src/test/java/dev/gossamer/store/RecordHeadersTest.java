package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of a record: its header, its id, its digest, its body. */
final class RecordHeadersTest {
    @TempDir private Path dir;

    @ParameterizedTest
    @CsvSource({
        "value, value",
        "a b:c, a b:c",
        "'', ''",
        "'one\r\nInjected: two', one??Injected: two",
        "'tab\there', tab?here",
        "b\u00fccher, b?cher",
        "\ud83d\ude00, ??",
        "\u007f~, \u007f~",
    })
    void aFieldIsOneLineWhateverItsValue(String value, String written) {
        var header = new HeaderBuffer().field("Name", value);
        assertThat(new String(header.toByteArray(), US_ASCII))
                .isEqualTo("Name: " + written + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1015, 1016, 1017, 1024, 1025, 5000})
    void aHeaderGrowsWithItsFields(int bytes) {
        var header = new HeaderBuffer().field("A", 7).field("B", "x".repeat(bytes)).text("end");
        String expected = "A: 7\r\nB: " + "x".repeat(bytes) + "\r\nend";
        assertThat(header.length()).isEqualTo(expected.length());
        assertThat(new String(header.bytes(), 0, header.length(), US_ASCII)).isEqualTo(expected);
        assertThat(header.clear().length()).isZero();
        assertThat(header.text("next").toByteArray()).isEqualTo("next".getBytes(US_ASCII));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1, 0x0123456789abcdefL})
    void idsAreRandomUuids(long random) {
        var ids = new RecordIds(random);
        var seen = new HashSet<String>();
        for (int i = 0; i < 5000; i++) {
            String id = ids.next();
            assertThat(id)
                    .matches(
                            "<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>");
            seen.add(id);
        }
        assertThat(seen).hasSize(5000);
    }

    /** By what the ids of a file have in common, its records are told from those within them. */
    @Test
    void idsOfOneWriterBeginAlikeAndThoseOfAnotherDoNot() {
        var one = new RecordIds(0x0123456789abcdefL);
        assertThat(one.next()).startsWith("<urn:uuid:01234567-89ab-4def-");
        assertThat(one.next()).startsWith("<urn:uuid:01234567-89ab-4def-");
        assertThat(new RecordIds(0x1123456789abcdefL).next()).startsWith("<urn:uuid:11234567-");
    }

    @Test
    void aDigestIsWrittenInBase32AndReadInAnyCase() {
        byte[] sha1 = new byte[20];
        assertThat(Base32.encode(sha1)).isEqualTo("A".repeat(32));
        for (int i = 0; i < 20; i++) sha1[i] = (byte) 0xff;
        assertThat(Base32.encode(sha1)).isEqualTo("7".repeat(32));
        var random = new Random(7);
        for (int round = 0; round < 200; round++) {
            random.nextBytes(sha1);
            String text = Base32.encode(sha1);
            assertThat(Base32.decodeSha1(text).orElseThrow()).isEqualTo(sha1);
            assertThat(Base32.decodeSha1(text.toLowerCase(java.util.Locale.ROOT)).orElseThrow())
                    .isEqualTo(sha1);
        }
    }

    /** Heritrix and others write hexadecimal digits, or a digest of another kind. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA8",
                "AAAAAAAAAAAAAAA=AAAAAAAAAAAAAAAA",
                "@AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "[AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "`AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "{AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            })
    void otherTextIsNoDigest(String text) {
        assertThat(Base32.decodeSha1(text)).isEmpty();
        assertThat(PayloadDigest.parse("sha1:" + text)).isEmpty();
    }

    @Test
    void aDigestSaysItsKind() {
        String text = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        assertThat(PayloadDigest.parse("sha1:" + text).map(PayloadDigest::base32)).contains(text);
        assertThat(PayloadDigest.parse("sha1:" + text).map(PayloadDigest::toString))
                .contains("sha1:" + text);
        assertThat(PayloadDigest.parse(text)).isEqualTo(Optional.empty());
        assertThatThrownBy(() -> new PayloadDigest(new byte[19]))
                .hasMessage("not a SHA-1: 19 bytes");
    }

    private static byte[] fed(CaptureBody body) throws IOException {
        var out = new ByteArrayOutputStream();
        body.feed(out::write);
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1 << 16, (1 << 16) + 1, 200_000})
    void aBodyInAFileIsFedWhole(int bytes) throws IOException {
        byte[] content = Captures.words(new Random(7), bytes).getBytes(UTF_8);
        Path file = Files.write(dir.resolve("body"), content);
        var body = new CaptureBody.InFile(file, bytes);
        assertThat(body.bytes()).isEqualTo(bytes);
        assertThat(fed(body)).isEqualTo(content);
    }

    /** The header of its record has been written by then, with the length that was announced. */
    @ParameterizedTest
    @ValueSource(longs = {0, 99, 101, 1 << 20})
    void aBodyOfAnotherLengthIsAnError(long announced) throws IOException {
        Path file = Files.write(dir.resolve("body"), new byte[100]);
        assertThatThrownBy(() -> fed(new CaptureBody.InFile(file, announced)))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ": not " + announced + " bytes long as announced");
    }
}
