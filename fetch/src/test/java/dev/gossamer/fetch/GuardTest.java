package dev.gossamer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "100.100.100.200",
                "127.0.0.1",
                "127.255.0.1",
                "168.63.129.16",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.192",
                "192.168.1.1",
                "198.18.0.1",
                "198.19.255.255",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::127.0.0.1",
                "fe80::1",
                "fc00::1",
                "fd00:ec2::254",
                "fec0::1",
                "ff02::1",
                "2001:db8::1",
                "2001:2::1",
                "3fff::1",
                "64:ff9b::10.0.0.1",
                "64:ff9b:1::8.8.8.8",
                "2002:7f00:1::",
                "2002:a00:1::1",
                "100::1",
                "5f00::1",
                "2001:0:7f00:1::f7f7:f7f7",
                "2001:0:808:808::80ff:fffe"
            })
    void addressThatIsNotPublicIsRefused(String address) {
        assertThat(Guard.PUBLIC.admits(InetAddress.ofLiteral(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "1.1.1.1",
                "172.32.0.1",
                "172.15.0.1",
                "100.128.0.1",
                "192.167.0.1",
                "198.20.0.1",
                "223.255.255.255",
                "2606:4700::1",
                "2a00:1450::1",
                "2002:808:808::1",
                "64:ff9b::8.8.8.8",
                "2001:4860:4860::8888",
                "2001:0:808:808::f7f7:f7f7"
            })
    void publicAddressIsAdmitted(String address) {
        assertThat(Guard.PUBLIC.admits(InetAddress.ofLiteral(address))).isTrue();
    }

    @Test
    void mappedAddressIsJudgedByTheAddressItCarries() throws Exception {
        byte[] mapped = new byte[16];
        mapped[10] = mapped[11] = (byte) 0xff;
        mapped[12] = 127;
        mapped[15] = 1;
        assertThat(Guard.PUBLIC.admits(InetAddress.getByAddress(mapped))).isFalse();
    }

    @Test
    void admittedAddressAdmitsNoOther() {
        var guard = Guard.admitting(Set.of(InetAddress.ofLiteral("127.0.0.1")));
        assertThat(guard.admits(InetAddress.ofLiteral("127.0.0.1"))).isTrue();
        assertThat(guard.admits(InetAddress.ofLiteral("127.0.0.2"))).isFalse();
        assertThat(guard.admits(InetAddress.ofLiteral("8.8.8.8"))).isTrue();
        assertThat(Guard.ALL.admits(InetAddress.ofLiteral("10.0.0.1"))).isTrue();
    }
}
