package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class GatesTest {
    private static final long NOW = Driver.START;
    private static final long LATER = NOW + Duration.ofHours(1).toNanos();

    private static final FrontierOptions OPTIONS =
            Changed.set(FrontierOptions.defaults(), "pace.connectionsPerDomain", 1);

    private final HostPaces paces = new HostPaces(OPTIONS);
    private final Gates gates = new Gates(paces);
    private final QueueMemory memory = new QueueMemory(ChunkStore.NONE);
    private long number;

    private static Url url(Host host) {
        return Url.of("http://" + host.name + "/");
    }

    private Entry entry(Host host, int priority, long dueNanos) {
        var url = url(host);
        return new Entry(number++, priority, 0, 0, 0, NOW, 1, dueNanos, url, url);
    }

    private Host host(String name) {
        var host = new Host(name, 0, paces, new DomainShare(new DomainTraffic(1)));
        host.origins.add(new Origin(host, url(host).origin(), new UrlQueue(memory)));
        return host;
    }

    private static UrlQueue queue(Host host) {
        return host.origins.getFirst().queue;
    }

    /** A host with a URL, whose first URL is behind those of the hosts that were made before. */
    private Host hostWithWork(String name) {
        var host = host(name);
        queue(host).putBack(entry(host, 5, 0));
        host.headChanged();
        return host;
    }

    private Host sleeper(String name, long untilNanos) {
        var host = host(name);
        queue(host).addAgain(entry(host, 5, untilNanos));
        host.headChanged();
        gates.sleep(host);
        return host;
    }

    @Test
    void whatMakesNoDifferenceIsForgotten() {
        gates.ofAddress(Driver.address(1)).shutUntil(LATER);
        gates.ofAddress(Driver.address(2)).begin();
        gates.ofAddress(Driver.address(3)).hosts++;
        gates.ofAddress(Driver.address(4)).shutUntil(NOW);
        gates.ofDomain("shut.test").shutUntil(LATER);
        gates.ofDomain("open.test").shutUntil(NOW);
        gates.forgetUnused(NOW);
        assertThat(gates.addresses())
                .containsOnlyKeys(
                        Network.paced(Driver.address(1)),
                        Network.paced(Driver.address(2)),
                        Network.paced(Driver.address(3)));
        assertThat(gates.domains()).containsOnlyKeys("shut.test");
        gates.forgetUnused(LATER);
        assertThat(gates.addresses()).hasSize(2);
        assertThat(gates.domains()).isEmpty();
    }

    /** A clock that was set back would keep them shut for years. */
    @Test
    void noneOpensLaterThanCanBeRight() {
        var address = gates.ofAddress(Driver.address(1));
        var domain = gates.ofDomain("a.test");
        var sooner = gates.ofDomain("b.test");
        address.shutUntil(LATER);
        domain.shutUntil(LATER);
        sooner.shutUntil(NOW + 1);
        gates.openNoLaterThan(NOW + 5);
        assertThat(address.openAtNanos()).isEqualTo(NOW + 5);
        assertThat(domain.openAtNanos()).isEqualTo(NOW + 5);
        assertThat(sooner.openAtNanos()).isEqualTo(NOW + 1);
    }

    @Test
    void aPlaceHasTheGateOfItsAddressOrItsDomain() {
        gates.ofDomain("early.test");
        assertThat(gates.withPlaces()).isEmpty();
        gates.forgetUnused(NOW);
        gates.arePartOfCluster();
        var network = Network.paced(Driver.address(1));
        var address = gates.ofAddress(Driver.address(1));
        var domain = gates.ofDomain("a.test");
        assertThat(gates.at(network.hex())).isSameAs(address);
        assertThat(gates.at("d:a.test")).isSameAs(domain);
        assertThat(Gates.address(network.hex())).contains(network);
        assertThat(Gates.address("d:a.test")).isEmpty();
        assertThat(gates.withPlaces()).containsExactly(address, domain);
    }

    @Test
    void addressesAndDomainsHaveDelaysOfTheirOwn() {
        paces.change(
                Changed.set(
                        OPTIONS,
                        "pace.delay",
                        Duration.ofNanos(3),
                        "pace.domainDelay",
                        Duration.ofNanos(7)));
        assertThat(gates.delayNanos(Network.paced(Driver.address(1)).hex())).isEqualTo(3);
        assertThat(gates.delayNanos("d:a.test")).isEqualTo(7);
    }

    @Test
    void whereMoreAreAllowedWhoeverWaitsMayGo() {
        var address = gates.ofAddress(Driver.address(1));
        var domain = gates.ofDomain("d.test");
        address.begin();
        domain.begin();
        var atAddress = hostWithWork("a.test");
        var atDomain = hostWithWork("a.d.test");
        gates.waitAt(address, atAddress);
        gates.waitAt(domain, atDomain);
        gates.limitAnew(NOW);
        assertThat(gates.ready.isEmpty()).isTrue();
        paces.change(Changed.set(OPTIONS, "pace.connectionsPerAddress", 2));
        gates.limitAnew(NOW);
        assertThat(gates.ready.remove()).isSameAs(atAddress);
        assertThat(gates.ready.isEmpty()).isTrue();
        paces.change(Changed.set(OPTIONS, "pace.connectionsPerDomain", 2));
        gates.limitAnew(NOW);
        assertThat(gates.ready.remove()).isSameAs(atDomain);
    }

    @Test
    void aHostSleepsOnUnlessThereIsSomethingToDoEarlier() {
        var host = sleeper("a.test", LATER);
        assertThat(gates.isAsleep(host)).isTrue();
        gates.settle(host);
        queue(host).addAgain(entry(host, 5, LATER + 1));
        gates.settle(host);
        assertThat(gates.isAsleep(host)).isTrue();
        assertThat(gates.ready.isEmpty()).isTrue();
        queue(host).putBack(entry(host, 5, 0));
        gates.settle(host);
        assertThat(gates.isAsleep(host)).isFalse();
        assertThat(gates.ready.remove()).isSameAs(host);
        assertThat(gates.isAsleep(host)).isTrue();
        assertThat(gates.nextTimerNanos()).isEqualTo(Gate.NEVER);
    }

    /** Only an event can wake it up. */
    @Test
    void aHostThatWaitsForNoTimeIsNowhere() {
        var host = hostWithWork("a.test");
        host.origins.getFirst().asks(true);
        gates.sleep(host);
        assertThat(host.heap).isNull();
        assertThat(gates.nextTimerNanos()).isEqualTo(Gate.NEVER);
        Gates.leave(host);
        host.origins.getFirst().asks(false);
        gates.settle(host);
        assertThat(gates.ready.first()).isSameAs(host);
        Gates.leave(host);
        assertThat(host.heap).isNull();
        assertThat(gates.ready.isEmpty()).isTrue();
    }

    @Test
    void aHostThatIsHeldIsNotReady() {
        var host = hostWithWork("a.test");
        host.isHeld = true;
        gates.settle(host);
        assertThat(gates.ready.isEmpty()).isTrue();
    }

    @Test
    void aReadyHostWithABetterUrlComesEarlier() {
        var first = hostWithWork("a.test");
        var second = hostWithWork("b.test");
        gates.settle(first);
        gates.settle(second);
        assertThat(gates.ready.first()).isSameAs(first);
        queue(second).putBack(entry(second, 1, 0));
        gates.settle(second);
        assertThat(gates.ready.first()).isSameAs(second);
    }

    @Test
    void aHostThatHasNothingToDoGivesItsTurnToTheNext() {
        var gate = new Gate(1);
        var first = hostWithWork("a.test");
        var second = hostWithWork("b.test");
        gates.waitAt(gate, first);
        gates.waitAt(gate, second);
        gates.pass(gate, NOW);
        assertThat(gates.ready.first()).isSameAs(first);
        assertThat(gates.ready.size()).isEqualTo(1);
        queue(first).clear();
        gates.settle(first);
        assertThat(first.heap).isNull();
        assertThat(gates.ready.remove()).isSameAs(second);
        assertThat(gates.ready.isEmpty()).isTrue();
    }

    @Test
    void timersGoOffByTheirTime() {
        var later = new Gate(1);
        var sooner = new Gate(1);
        later.shutUntil(NOW + 9);
        sooner.shutUntil(NOW + 5);
        var last = hostWithWork("a.test");
        var first = hostWithWork("b.test");
        gates.waitAt(later, last);
        gates.waitAt(sooner, first);
        assertThat(gates.nextTimerNanos()).isEqualTo(NOW + 5);
        gates.fireTimers(NOW + 4);
        assertThat(gates.ready.isEmpty()).isTrue();
        gates.fireTimers(NOW + 5);
        assertThat(gates.ready.remove()).isSameAs(first);
        assertThat(gates.nextTimerNanos()).isEqualTo(NOW + 9);
        gates.fireTimers(NOW + 9);
        assertThat(gates.ready.remove()).isSameAs(last);
    }

    @Test
    void aGateThatIsNoLongerFullButStillShutOpensByTime() {
        var gate = new Gate(1);
        gate.begin();
        gates.waitAt(gate, hostWithWork("a.test"));
        assertThat(gates.nextTimerNanos()).isEqualTo(Gate.NEVER);
        gate.end();
        gate.shutUntil(LATER);
        gates.pass(gate, NOW);
        assertThat(gates.ready.isEmpty()).isTrue();
        assertThat(gates.nextTimerNanos()).isEqualTo(LATER);
    }

    @Test
    void itIsKnownWhoseTurnComesNext() {
        assertThat(gates.nextWait()).isEmpty();
        var gate = new Gate(1);
        gate.shutUntil(NOW + 5);
        var waiting = hostWithWork("a.test");
        gates.waitAt(gate, waiting);
        assertThat(gates.nextWait()).contains(Wait.at(gate, waiting));
        var late = sleeper("b.test", NOW + 6);
        assertThat(gates.nextWait()).contains(Wait.at(gate, waiting));
        var same = sleeper("c.test", NOW + 5);
        assertThat(gates.nextWait()).contains(Wait.asleep(same));
        gates.fireTimers(NOW + 5);
        assertThat(gates.nextWait()).contains(Wait.asleep(late));
        assertThat(gates.ready.remove()).isSameAs(waiting);
        assertThat(gates.ready.remove()).isSameAs(same);
    }

    @Test
    void nobodyWaitsAtAGateThatEverybodyLeft() {
        var gate = new Gate(1);
        gate.shutUntil(NOW + 5);
        var host = hostWithWork("a.test");
        gates.waitAt(gate, host);
        Gates.leave(host);
        assertThat(gates.nextTimerNanos()).isEqualTo(NOW + 5);
        assertThat(gates.nextWait()).isEmpty();
    }
}
