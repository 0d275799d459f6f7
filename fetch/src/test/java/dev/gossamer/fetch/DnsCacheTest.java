package dev.gossamer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DnsCacheTest {
    private static final List<InetAddress> ADDRESSES = List.of(InetAddress.ofLiteral("192.0.2.1"));
    private static final Resolver.Resolution FOUND =
            new Resolver.Resolution.Found(ADDRESSES, Duration.ofDays(1));

    private final DnsCache cache = new DnsCache(2);

    @Test
    void anAnswerHoldsUntilItsTimeAndSaysWhatIsLeft() {
        cache.put("a.test", FOUND, 1000);
        assertThat(cache.get("a.test", 400))
                .contains(new Resolver.Resolution.Found(ADDRESSES, Duration.ofNanos(600)));
        assertThat(cache.get("a.test", 999)).isPresent();
        assertThat(cache.get("b.test", 400)).isEmpty();
        assertThat(cache.size()).isEqualTo(1);
        assertThat(cache.get("a.test", 1000)).isEmpty();
        assertThat(cache.size()).as("what is over is forgotten").isZero();
    }

    @Test
    void theOneThatWasAskedForLeastRecentlyMakesRoom() {
        cache.put("a.test", FOUND, 1000);
        cache.put("b.test", FOUND, 1000);
        cache.get("a.test", 0);
        cache.put("c.test", FOUND, 1000);
        assertThat(cache.size()).isEqualTo(2);
        assertThat(cache.get("a.test", 0)).isPresent();
        assertThat(cache.get("b.test", 0)).isEmpty();
        assertThat(cache.get("c.test", 0)).isPresent();
    }
}
