package dev.gossamer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
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
        assertThat(Guard.PUBLIC.admits(InetAddress.ofLiteral(address), 80)).isFalse();
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
        assertThat(Guard.PUBLIC.admits(InetAddress.ofLiteral(address), 80)).isTrue();
    }

    @Test
    void mappedAddressIsJudgedByTheAddressItCarries() throws Exception {
        byte[] mapped = new byte[16];
        mapped[10] = mapped[11] = (byte) 0xff;
        mapped[12] = 127;
        mapped[15] = 1;
        assertThat(Guard.PUBLIC.admits(InetAddress.getByAddress(mapped), 80)).isFalse();
    }

    @Test
    void admittedAddressAdmitsNoOtherAddressOrPort() {
        var guard = admitting("127.0.0.1", 8101);
        assertThat(guard.admits(address("127.0.0.1"), 8101)).isTrue();
        assertThat(guard.admits(address("127.0.0.1"), 8102)).isFalse();
        assertThat(guard.admits(address("127.0.0.2"), 8101)).isFalse();
        assertThat(guard.admits(address("8.8.8.8"), 443)).isTrue();
        assertThat(Guard.ALL.admits(address("10.0.0.1"), 80)).isTrue();
    }

    @Test
    void ofANameWithPublicAddressesOnlyThoseAreUsed() {
        var own = address("8.8.8.8");
        var inside = address("10.0.0.1");
        assertThat(Guard.PUBLIC.usable(List.of(own, inside))).containsExactly(own);
        assertThat(admitting("10.0.0.1", 80).usable(List.of(inside, own))).containsExactly(own);
        assertThat(admitting("10.0.0.1", 80).usable(List.of(inside))).containsExactly(inside);
        assertThat(Guard.PUBLIC.usable(List.of(inside))).isEmpty();
        assertThat(Guard.ALL.usable(List.of(inside, own))).containsExactly(inside, own);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "169.254.169.254",
                "169.254.0.1",
                "168.63.129.16",
                "100.100.100.200",
                "192.0.0.192",
                "255.255.255.255",
                "fe80::1",
                "febf::1",
                "fd00:ec2::254",
                "64:ff9b::a9fe:a9fe",
                "2002:a9fe:a9fe::1",
                "::"
            })
    void noNameAdmitsAnAddressThatGivesSecretsAway(String address) {
        assertThat(Guard.isAdmissibleByName(address(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "10.1.2.3", "192.168.0.9", "100.64.0.1", "::1", "fd12::7"})
    void aNameMayAdmitAnAddressOfTheNetworkWeAreIn(String address) {
        assertThat(Guard.isAdmissibleByName(address(address))).isTrue();
    }

    private static Guard admitting(String address, int port) {
        return Guard.admitting(List.of(new InetSocketAddress(address(address), port)));
    }

    private static InetAddress address(String text) {
        return InetAddress.ofLiteral(text);
    }
}
