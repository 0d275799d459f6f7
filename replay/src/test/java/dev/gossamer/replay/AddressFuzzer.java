package dev.gossamer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/**
 * Any text is an address or a question, or none. Replays its findings; fuzzes with JAZZER_FUZZ=1.
 */
class AddressFuzzer {
    @FuzzTest(maxDuration = "60s")
    void anyTextIsReadOrRefused(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        CaptureAddress.parse(text).ifPresent(found -> assertThat(found.url().isHttp()).isTrue());
        try {
            assertThat(CdxQuery.parse(QueryParameters.parse(text)).limit()).isNotZero();
        } catch (CdxQuery.BadQuery e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
    }
}
