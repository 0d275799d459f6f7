package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class GatesTest {
    private static final long NOW = Driver.START;
    private static final long LATER = NOW + Duration.ofHours(1).toNanos();

    private static final FrontierOptions OPTIONS =
            FrontierOptions.defaults()
                    .withPace(FrontierOptions.Pace.defaults().withConnections(1, 1, 1));

    private final Gates gates = new Gates(new HostPaces(OPTIONS));

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
}
