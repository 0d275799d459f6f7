package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureTimeTest {
    @ParameterizedTest
    @CsvSource({
        "2026, 2026-01-01T00:00:00Z, 2026-12-31T23:59:59Z",
        "202602, 2026-02-01T00:00:00Z, 2026-02-28T23:59:59Z",
        "202402, 2024-02-01T00:00:00Z, 2024-02-29T23:59:59Z",
        "202604, 2026-04-01T00:00:00Z, 2026-04-30T23:59:59Z",
        "20260115, 2026-01-15T00:00:00Z, 2026-01-15T23:59:59Z",
        "2026011509, 2026-01-15T09:00:00Z, 2026-01-15T09:59:59Z",
        "20260115093001, 2026-01-15T09:30:01Z, 2026-01-15T09:30:01Z",
    })
    void theFirstDigitsAreASpan(String digits, Instant from, Instant to) {
        assertThat(CaptureTime.earliest(digits)).contains(from);
        assertThat(CaptureTime.latest(digits)).contains(to);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "20",
                "20261",
                "202613",
                "20260132",
                "2026011509300",
                "2026x1",
                "202601150930011"
            })
    void otherTextsAreNone(String digits) {
        assertThat(CaptureTime.earliest(digits)).isEmpty();
        assertThat(CaptureTime.latest(digits)).isEmpty();
    }

    @Test
    void aTimeIsWrittenToTheSecond() {
        assertThat(CaptureTime.text(Instant.parse("2026-01-05T09:03:01.9Z")))
                .isEqualTo("20260105090301");
    }
}
