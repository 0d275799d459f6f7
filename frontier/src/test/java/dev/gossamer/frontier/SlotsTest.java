package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of 64 slots the last eight are kept, and whoever has four requests under way has many. */
final class SlotsTest {
    private final HostPaces paces = new HostPaces(FrontierOptions.defaults());
    private final Slots slots = new Slots(64, 4);
    private int hosts;

    private Host host(int block) {
        var share = new DomainShare(new DomainTraffic(1));
        var host = new Host("h" + hosts++ + ".test", 0, paces, share);
        host.liesAt(List.of(address(block)), List.of());
        return host;
    }

    private Host hostThatAnswered(int block) {
        var host = host(block);
        host.pages(1);
        return host;
    }

    private static InetAddress address(int block) {
        try {
            return InetAddress.getByAddress(new byte[] {10, (byte) block, 0, 1});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aDomainWithFourRequestsHasMany() {
        var host = hostThatAnswered(1);
        Deque<Slots.Slot> taken = new ArrayDeque<>();
        for (int i = 0; i < 4; i++) {
            assertThat(slots.mayUseReserve(host)).as("%d", i).isTrue();
            taken.add(slots.begin(host));
        }
        assertThat(slots.mayUseReserve(host)).isFalse();
        assertThat(host.share.traffic.requests).isEqualTo(4);
        slots.end(host, taken.remove());
        assertThat(slots.mayUseReserve(host)).isTrue();
    }

    /** Wherever its hosts lie. */
    @Test
    void theRequestsOfAllHostsOfADomainCount() {
        var share = new DomainShare(new DomainTraffic(1));
        for (int i = 0; i < 4; i++) {
            var host = new Host("www" + i + ".d.test", 0, paces, share);
            host.liesAt(List.of(address(i)), List.of());
            host.pages(1);
            assertThat(slots.mayUseReserve(host)).as("%d", i).isTrue();
            slots.begin(host);
        }
        var another = new Host("www.d.test", 0, paces, share);
        another.liesAt(List.of(address(9)), List.of());
        another.pages(1);
        assertThat(slots.mayUseReserve(another)).isFalse();
    }

    @Test
    void anAddressBlockWithFourRequestsHasMany() {
        var first = hostThatAnswered(1);
        var slot = slots.begin(first);
        for (int i = 0; i < 3; i++) {
            var host = hostThatAnswered(1);
            assertThat(slots.mayUseReserve(host)).as("%d", i).isTrue();
            slots.begin(host);
        }
        assertThat(slots.mayUseReserve(hostThatAnswered(1))).isFalse();
        assertThat(slots.mayUseReserve(hostThatAnswered(2))).isTrue();
        slots.end(first, slot);
        assertThat(slots.mayUseReserve(hostThatAnswered(1))).isTrue();
        slots.begin(hostThatAnswered(1));
        assertThat(slots.mayUseReserve(hostThatAnswered(1))).isFalse();
    }

    @Test
    void hostsThatNeverAnsweredHaveHalfOfTheLastSlots() {
        for (int i = 0; i < 56; i++) {
            assertThat(slots.requests.isFull()).isFalse();
            assertThat(slots.begin(host(i)).isNewcomer()).isFalse();
        }
        assertThat(slots.requests.isFull()).isTrue();
        var newcomer = host(100);
        var slot = slots.begin(newcomer);
        assertThat(slot.isNewcomer()).isTrue();
        assertThat(slots.begin(hostThatAnswered(101)).isNewcomer()).isFalse();
        for (int i = 0; i < 3; i++) {
            assertThat(slots.mayUseReserve(host(110 + i))).as("%d", i).isTrue();
            slots.begin(host(110 + i));
        }
        assertThat(slots.mayUseReserve(host(120))).isFalse();
        assertThat(slots.mayUseReserve(hostThatAnswered(120))).isTrue();
        slots.end(newcomer, slot);
        assertThat(slots.mayUseReserve(host(120))).isTrue();
    }

    @Test
    void aRequestThatEndedLeavesItsSlotToAnother() {
        slots.limitTo(1);
        var host = host(1);
        var slot = slots.begin(host);
        assertThat(slots.requests.isFull()).isTrue();
        slots.end(host, slot);
        assertThat(slots.requests.isFull()).isFalse();
    }

    @Test
    void whereNobodySaysHowManyThereIsNoLimit() {
        slots.limitTo(0);
        for (int i = 0; i < 200; i++) slots.begin(host(i));
        assertThat(slots.requests.isFull()).isFalse();
        slots.limitTo(1);
        assertThat(slots.requests.isFull()).isTrue();
    }
}
