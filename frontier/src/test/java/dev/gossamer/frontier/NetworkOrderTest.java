package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkOrderTest {
    @Test
    void networksAreInOneOrder() {
        var low = InetAddress.ofLiteral("10.0.0.0");
        var inOrder =
                List.of(
                        Network.block(low),
                        Network.paced(low),
                        Network.paced(InetAddress.ofLiteral("10.0.0.1")),
                        Network.paced(InetAddress.ofLiteral("a00::")),
                        Network.paced(InetAddress.ofLiteral("a00:1::")));
        for (int i = 0; i < inOrder.size(); i++)
            for (int k = 0; k < inOrder.size(); k++)
                assertThat(Integer.signum(inOrder.get(i).compareTo(inOrder.get(k))))
                        .as("%d and %d", i, k)
                        .isEqualTo(Integer.compare(i, k));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5, 16})
    void anAddressOfAnotherLengthIsDamage(int bytes) {
        assertThatThrownBy(() -> Network.read(new byte[bytes]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(bytes + " bytes");
    }
}
