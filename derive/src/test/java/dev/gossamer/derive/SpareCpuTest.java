package dev.gossamer.derive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpareCpuTest {
    @Test
    void anIdleMachineIsAllForIt() {
        assertThat(SpareCpu.share(0.5, 2, 1)).isEqualTo(1);
    }

    @Test
    void whatOthersLeaveIdleIsForIt() {
        assertThat(SpareCpu.share(0.9, 2, 0.25)).isBetween(0.449, 0.451);
    }

    @Test
    void onAFullMachineItTakesLessAndLess() {
        double share = 1;
        for (int i = 0; i < 5; i++) share = SpareCpu.share(1, 2, share);
        assertThat(share).isEqualTo(SpareCpu.LEAST_SHARE);
    }

    @Test
    void aFullMachineLeavesALittle() {
        assertThat(SpareCpu.share(1, 2, 0)).isEqualTo(SpareCpu.LEAST_SHARE);
    }

    @Test
    void whereTheLoadIsNotKnownNothingIsHeldBack() {
        assertThat(SpareCpu.share(-1, 2, 0)).isEqualTo(1);
    }
}
