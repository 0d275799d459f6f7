package dev.gossamer.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Any bytes decode to something within the limits, and where nothing is wrong a shorter limit gives
 * a beginning of it. An input is a choice of up to two codings, then the body.
 */
class CodingsFuzzer {
    private static final List<String> NAMES =
            List.of("gzip", "deflate", "br", "zstd", "chunked", "unheard-of");
    private static final int MAX = 1 << 20;

    @FuzzTest(maxDuration = "1m")
    void anyBytesDecodeToSomething(byte[] input) {
        if (input.length < 2) return;
        var applied = new ArrayList<String>();
        applied.add(NAMES.get((input[0] & 255) % NAMES.size()));
        if ((input[1] & 1) == 1) applied.add(NAMES.get((input[1] & 255) / 2 % NAMES.size()));
        byte[] wire = Arrays.copyOfRange(input, 2, input.length);
        var codings = new Codings(applied);
        var all = codings.decode(wire, wire.length, MAX, Codings.Limits.DEFAULT);
        assertThat(all.bytes().length).isLessThanOrEqualTo(MAX);
        byte[] some = codings.decode(wire, wire.length, 10, Codings.Limits.DEFAULT).bytes();
        // Of a broken body a decoder may lose what it had ready when it met the fault.
        if (all.flaw().isEmpty()) assertThat(all.bytes()).startsWith(some);
    }
}
