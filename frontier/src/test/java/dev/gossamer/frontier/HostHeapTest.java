package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first host of a heap is the first of all that are in it. */
final class HostHeapTest {
    private final HostPaces paces = new HostPaces(FrontierOptions.defaults());
    private final HostHeap heap = HostHeap.byWakingTime();

    private Host host(long wakesAtNanos) {
        var share = new DomainShare(new DomainTraffic(1));
        var host = new Host("h" + wakesAtNanos + ".test", 0, paces, share);
        host.sleepsUntilNanos = wakesAtNanos;
        return host;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void hostsComeOutByTheirTimeHoweverTheyMove(long seed) {
        var random = new Random(seed);
        var model = new ArrayList<Host>();
        for (int i = 0; i < 3_000; i++) {
            int step = random.nextInt(10);
            if (step < 5 || model.isEmpty()) {
                var host = host(random.nextLong(1L << 40));
                heap.add(host);
                model.add(host);
            } else if (step < 7) {
                var host = model.get(random.nextInt(model.size()));
                host.sleepsUntilNanos = random.nextLong(1L << 40);
                heap.changed(host);
            } else if (step < 8) {
                var host = model.remove(random.nextInt(model.size()));
                heap.remove(host);
                assertThat(host.heap).isNull();
            } else {
                model.remove(heap.remove());
            }
            assertThat(heap.size()).as("seed %d", seed).isEqualTo(model.size());
            assertThat(heap.isEmpty()).as("seed %d", seed).isEqualTo(model.isEmpty());
            if (!model.isEmpty())
                assertThat(heap.first()).as("seed %d, step %d", seed, i).isSameAs(first(model));
        }
        while (!model.isEmpty()) {
            var first = first(model);
            assertThat(heap.remove()).as("seed %d", seed).isSameAs(first);
            model.remove(first);
        }
        assertThat(heap.isEmpty()).isTrue();
    }

    private static Host first(List<Host> hosts) {
        return hosts.stream()
                .min(Comparator.comparingLong(host -> host.sleepsUntilNanos))
                .orElseThrow();
    }

    @Test
    void aHostIsInOneHeap() {
        var host = host(1);
        heap.add(host);
        assertThatThrownBy(() -> heap.add(host)).hasMessageContaining("in a heap already: h1.test");
        var other = HostHeap.byWakingTime();
        assertThatThrownBy(() -> other.remove(host)).hasMessageContaining("not in this heap");
        heap.remove(host);
        other.add(host);
        assertThat(other.first()).isSameAs(host);
    }
}
