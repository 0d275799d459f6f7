package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForgottenTest {
    private static Map<Long, Long> all(Forgotten hosts) {
        var all = new HashMap<Long, Long>();
        hosts.forEach(all::put);
        return all;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void keepsTheLastCountOfEachHost(long seed) {
        var random = new Random(seed);
        var hosts = new Forgotten(10_000);
        var model = new HashMap<Long, Long>();
        for (int i = 0; i < 5_000; i++) {
            // Some have no upper bits, so that they meet at one place.
            long host = (random.nextBoolean() ? random.nextInt(1000) : random.nextLong()) | 1;
            assertThat(hosts.pages(host)).isEqualTo(model.getOrDefault(host, 0L));
            hosts.put(host, i);
            model.put(host, (long) i);
            assertThat(hosts.size()).isEqualTo(model.size());
        }
        assertThat(all(hosts)).as("seed %d", seed).isEqualTo(model);
    }

    @Test
    void ofHostsBeyondTheLimitNothingIsKept() {
        var hosts = new Forgotten(3);
        for (long host = 1; host <= 9; host += 2) hosts.put(host << 32 | 1, host);
        assertThat(hosts.size()).isEqualTo(3);
        assertThat(hosts.pages(7L << 32 | 1)).isZero();
        hosts.put(3L << 32 | 1, 33);
        assertThat(hosts.pages(3L << 32 | 1)).as("one that is kept").isEqualTo(33);
        assertThat(all(hosts)).hasSize(3);
    }
}
