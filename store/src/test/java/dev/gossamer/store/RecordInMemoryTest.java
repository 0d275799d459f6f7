package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fields and the block of a record that is in memory. */
class RecordInMemoryTest {
    private static final String HEAD =
            """
            WARC/1.1\r
            WARC-Type: response\r
            warc-target-uri: <http://a.test/>\r
            WARC-Date: 2026-11-15T05:25:05Z\r
            Content-Type: application/http; msgtype=response\r
            WARC-Type: second\r
            no field\r
            Empty:\r
            \r
            """;

    private static WarcScan.Found record(String text) {
        return WarcScan.Found.of(text.getBytes(UTF_8));
    }

    @Test
    void fieldsAreFoundInAnyCaseAndTheFirstCounts() {
        var record = record(HEAD + "\r\n\r\n");
        assertThat(record.type()).isEqualTo("response");
        assertThat(record.field("WARC-TYPE")).isEqualTo("response");
        assertThat(record.url()).isEqualTo("http://a.test/");
        assertThat(record.at()).isEqualTo(Instant.parse("2026-11-15T05:25:05Z"));
        assertThat(record.field("Empty")).isEmpty();
        assertThat(record.field("Missing")).isEmpty();
        assertThat(record.isHttpAnswer()).isTrue();
    }

    @Test
    void theBlockIsWithoutTheLineEndsBehindIt() throws IOException {
        var record = record(HEAD + "block\r\n\r\n");
        assertThat(record.blockBytes()).isEqualTo(5);
        assertThat(new String(record.block().readNBytes(100), UTF_8)).isEqualTo("block");
        assertThat(record.block().readNBytes(100)).isEmpty();
        var torn = record(HEAD + "\r\n");
        assertThat(torn.blockBytes()).isZero();
        assertThat(torn.block().readAllBytes()).isEmpty();
        var first =
                WarcScan.Found.of((HEAD + "block\r\n\r\nmore").getBytes(UTF_8), HEAD.length() + 9);
        assertThat(first.block().readNBytes(2)).asString().isEqualTo("bl");
        assertThat(first.block().readAllBytes()).asString().isEqualTo("ock");
        assertThat(first.withoutBlock().blockBytes()).isZero();
        assertThat(first.withoutBlock().type()).isEqualTo("response");
    }

    @Test
    void aHeadThatIsCutHasNoBlock() {
        var cut = WarcScan.Found.of((HEAD + "block\r\n\r\n").getBytes(UTF_8), 22);
        assertThat(cut.blockBytes()).isZero();
        assertThat(cut.type()).isEqualTo("r");
    }

    @ParameterizedTest
    @CsvSource({
        "response, application/http, true",
        "revisit, application/http; msgtype=response, true",
        "request, application/http, false",
        "response, text/dns, false",
        "resource, text/html, false",
    })
    void anAnswerIsOfHttp(String type, String contentType, boolean isAnswer) {
        var record =
                record(
                        "WARC/1.1\r\nWARC-Type: %s\r\nContent-Type: %s\r\n\r\n"
                                .formatted(type, contentType));
        assertThat(record.isHttpAnswer()).isEqualTo(isAnswer);
    }

    @ParameterizedTest
    @CsvSource({"<a>, a", "<a, <a", "a>, a>", "a, a", "<>, ''"})
    void bracketsAroundAUriAreNoPartOfIt(String field, String uri) {
        assertThat(WarcScan.Found.bare(field)).isEqualTo(uri);
    }

    @Test
    void aDateThatIsNoneIsTheFirstOfAll() {
        assertThat(record("WARC/1.1\r\nWARC-Date: soon\r\n\r\n").at()).isEqualTo(Instant.EPOCH);
    }
}
