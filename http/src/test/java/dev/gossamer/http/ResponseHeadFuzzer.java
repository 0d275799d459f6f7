package dev.gossamer.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.time.Instant;

/** Any bytes are a head or none: every look at them ends without an exception. */
class ResponseHeadFuzzer {
    @FuzzTest(maxDuration = "1m")
    void anyBytesAreRead(byte[] input) throws IOException {
        byte[] head = ResponseHead.in(input);
        var parsed = ResponseHead.parse(head, 100);
        assertThat(parsed.isWhole()).isEqualTo(parsed.flaw().isEmpty());
        var headers = parsed.headers();
        for (var field : headers) {
            boolean isAscii = field.name().chars().allMatch(c -> c < 0x80);
            if (!isAscii) continue;
            assertThat(headers.first(field.name())).isPresent();
            assertThat(headers.all(field.name())).contains(field.value());
        }
        assertThat(MediaType.of(headers)).isNotNull();
        assertThat(Codings.of(parsed).applied()).hasSizeLessThan(100);
        RetryAfter.of(headers, Instant.EPOCH)
                .ifPresent(wait -> assertThat(wait).isLessThanOrEqualTo(RetryAfter.MAX));
        assertThat(RobotsDirectives.of(headers, "gossamer")).isNotNull();
        ContentSniffer.isHtml(headers, _ -> input);
    }
}
