package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GateTest {
    private static final long NOW = Driver.START;

    @Test
    void isOpenForAsManyAsItsLimitAndFromItsTimeOn() {
        var gate = new Gate(2);
        assertThat(gate.isOpen(NOW)).isTrue();
        gate.begin();
        assertThat(gate.isFull()).isFalse();
        gate.begin();
        assertThat(gate.isFull()).isTrue();
        assertThat(gate.isOpen(NOW)).isFalse();
        gate.end();
        gate.shutUntil(NOW + 5);
        assertThat(gate.isOpen(NOW + 4)).isFalse();
        assertThat(gate.isOpen(NOW + 5)).isTrue();
        gate.shutUntil(NOW + 1);
        assertThat(gate.openAtNanos()).as("never earlier than before").isEqualTo(NOW + 5);
    }

    @Test
    void aLimitOfNoneIsNoLimit() {
        var gate = new Gate(0);
        for (int i = 0; i < 1000; i++) gate.begin();
        assertThat(gate.isFull()).isFalse();
        gate.limitTo(1000);
        assertThat(gate.isFull()).isTrue();
        gate.allow(999);
        assertThat(gate.isFull()).as("never less than before").isTrue();
        gate.allow(1001);
        assertThat(gate.isFull()).isFalse();
        gate.limitTo(1);
        gate.allow(0);
        assertThat(gate.isFull()).isFalse();
    }

    @Test
    void isNeededWhileItMakesADifference() {
        var gate = new Gate(1);
        assertThat(gate.isNeeded(NOW)).isFalse();
        gate.begin();
        assertThat(gate.isNeeded(NOW)).isTrue();
        gate.end();
        gate.shutUntil(NOW);
        assertThat(gate.isNeeded(NOW)).isFalse();
        assertThat(gate.isNeeded(NOW - 1)).isTrue();
        gate.timerNanos = NOW;
        assertThat(gate.isNeeded(NOW)).isTrue();
    }

    @Test
    void aPlaceMustBeHeldAndIsNeededWhileItIsOrIsAskedFor() {
        var place = new Place("d:a.test");
        var gate = new Gate(1, place);
        assertThat(gate.isFull()).isTrue();
        assertThat(gate.isNeeded(NOW)).isFalse();
        place.asked(3);
        assertThat(gate.isNeeded(NOW)).isTrue();
        assertThat(gate.isFull()).isTrue();
        place.granted(3, NOW);
        assertThat(gate.isNeeded(NOW)).isTrue();
        assertThat(gate.isFull()).isFalse();
        gate.begin();
        gate.end();
        assertThat(gate.isFull()).isFalse();
        place.recalled();
        assertThat(gate.isFull()).as("it was used").isTrue();
        place.returned();
        assertThat(gate.isNeeded(NOW)).isFalse();
    }

    private static Host host() {
        var paces = new HostPaces(FrontierOptions.defaults());
        return new Host("a.test", 0, paces, new DomainShare(new DomainTraffic(1)));
    }

    @Test
    void whoWasLetGoCountsUntilTheTurnIsOver() {
        var gate = new Gate(2);
        assertThat(gate.isUnused()).isTrue();
        assertThat(gate.isAtRest()).isTrue();
        gate.begin();
        assertThat(gate.isUnused()).isFalse();
        assertThat(gate.isAtRest()).isFalse();
        gate.waiting.add(host());
        gate.waiting.add(host());
        assertThat(gate.mayRelease()).isTrue();
        gate.release();
        assertThat(gate.mayRelease()).as("one is under way, one was let go").isFalse();
        gate.end();
        assertThat(gate.mayRelease()).isTrue();
        gate.turnEnded();
        assertThat(gate.isAtRest()).isTrue();
        assertThat(gate.isUnused()).as("one waits").isFalse();
        gate.release();
        assertThat(gate.isUnused()).as("one was let go").isFalse();
        gate.turnEnded();
        assertThat(gate.isUnused()).isTrue();
    }
}
