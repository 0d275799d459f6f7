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
}
