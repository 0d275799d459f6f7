package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTest {
    private static InetAddress address(String literal) throws UnknownHostException {
        return InetAddress.getByName(literal);
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1, true, true",
        "192.0.2.1, 192.0.2.255, false, true",
        "192.0.2.1, 192.0.3.1, false, false",
        "2001:db8::1, 2001:db8::ffff:1, true, true",
        "2001:db8::1, 2001:db8:0:1::1, false, false",
        "32.1.13.184, 2001:db8::, false, false",
        "::ffff:192.0.2.1, 192.0.2.1, true, true",
        "64:ff9b::192.0.2.1, 192.0.2.1, true, true",
        "64:ff9b::192.0.2.1, 64:ff9b::198.51.100.1, false, false",
    })
    void addressesOfOnePartyCountAsOne(
            String one, String other, boolean haveOnePace, boolean areOneBlock)
            throws UnknownHostException {
        assertThat(Network.paced(address(one)).equals(Network.paced(address(other))))
                .isEqualTo(haveOnePace);
        assertThat(Network.block(address(one)).equals(Network.block(address(other))))
                .isEqualTo(areOneBlock);
        var network = Network.paced(address(one));
        assertThat(Network.read(network.bytes())).isEqualTo(network);
    }
}
