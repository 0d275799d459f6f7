package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Any text is a query or the user's mistake, and nothing else. */
class QueryFuzzer {
    @FuzzTest(maxDuration = "1m")
    void readsAnything(byte[] input) {
        var text = new String(input, StandardCharsets.UTF_8);
        try {
            assertThat(QueryParser.parse(text)).isNotNull();
        } catch (BadQueryException e) {
            assertThat(e).hasMessageNotContaining("null");
        }
    }
}
