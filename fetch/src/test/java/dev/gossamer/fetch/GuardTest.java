package dev.gossamer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    /** The last address before each refused block, its first, its last, and the next. */
    @ParameterizedTest
    @CsvSource({
        "'', 0.0.0.0, 0.255.255.255, 1.0.0.0",
        "9.255.255.255, 10.0.0.0, 10.255.255.255, 11.0.0.0",
        "100.63.255.255, 100.64.0.0, 100.127.255.255, 100.128.0.0",
        "126.255.255.255, 127.0.0.0, 127.255.255.255, 128.0.0.0",
        "168.63.129.15, 168.63.129.16, 168.63.129.16, 168.63.129.17",
        "169.253.255.255, 169.254.0.0, 169.254.255.255, 169.255.0.0",
        "172.15.255.255, 172.16.0.0, 172.31.255.255, 172.32.0.0",
        "191.255.255.255, 192.0.0.0, 192.0.0.255, 192.0.1.0",
        "192.0.1.255, 192.0.2.0, 192.0.2.255, 192.0.3.0",
        "192.88.98.255, 192.88.99.0, 192.88.99.255, 192.88.100.0",
        "192.167.255.255, 192.168.0.0, 192.168.255.255, 192.169.0.0",
        "198.17.255.255, 198.18.0.0, 198.19.255.255, 198.20.0.0",
        "198.51.99.255, 198.51.100.0, 198.51.100.255, 198.51.101.0",
        "203.0.112.255, 203.0.113.0, 203.0.113.255, 203.0.114.0",
        "223.255.255.255, 224.0.0.0, 255.255.255.255, ''",
        "'', 1fff::, 1fff:ffff::, 2000::",
        "2000:ffff::, 2001:1::, 2001:1ff:ffff::, 2001:200::",
        "2001:db7:ffff::, 2001:db8::, 2001:db8:ffff::, 2001:db9::",
        "3ffe:ffff::, 3fff::, 3fff:fff:ffff::, 3fff:1000::",
        "3fff:ffff::, 4000::, ffff::, ''",
    })
    void refusedBlocksEndWhereTheRegistriesSay(
            String before, String first, String last, String next) {
        assertThat(Guard.isPublic(address(first))).as(first).isFalse();
        assertThat(Guard.isPublic(address(last))).as(last).isFalse();
        for (var outside : List.of(before, next))
            if (!outside.isEmpty())
                assertThat(Guard.isPublic(address(outside))).as(outside).isTrue();
    }

    /** Of the address that is carried each bit counts; of the rest each that says that it is. */
    @ParameterizedTest
    @CsvSource({
        "::ffff:808:808, true",
        "::ffff:7f00:1, false",
        "::ffff:a83f:8110, false",
        "::ffff:a83f:8111, true",
        "::fffe:808:808, false",
        "::1:0:ffff:808:808, false",
        "1::ffff:808:808, false",
        "64:ff9b::a83f:8110, false",
        "64:ff9b::a83f:8111, true",
        "64:ff9b:0:1::808:808, false",
        "64:ff9b::1:0:808:808, false",
        "2002:a83f:8110::, false",
        "2002:a83f:8111::, true",
        "2001:0:a83f:8110::f7f7:f7f7, false",
        "2001:0:a83f:8111::f7f7:f7f7, true",
        "2001:0:808:808::57c0:7eef, false",
        "2001:0:808:808::57c0:7eee, true",
    })
    void anAddressIsJudgedByTheOneItCarries(String text, boolean isPublic) throws Exception {
        assertThat(Guard.isPublic(sixteenBytes(text))).isEqualTo(isPublic);
    }

    /** The library turns mapped addresses into IPv4 ones, where they are not made like this. */
    private static InetAddress sixteenBytes(String text) throws Exception {
        byte[] bytes = address(text).getAddress();
        byte[] wide = new byte[16];
        if (bytes.length == 4) wide[10] = wide[11] = (byte) 0xff;
        System.arraycopy(bytes, 0, wide, 16 - bytes.length, bytes.length);
        return Inet6Address.getByAddress(null, wide, -1);
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
                "192.0.0.255",
                "224.0.0.0",
                "255.255.255.255",
                "fe80::1",
                "febf::1",
                "fec0::1",
                "fbff::1",
                "fd00:ec2::254",
                "64:ff9b::a9fe:a9fe",
                "2002:a9fe:a9fe::1",
                "::"
            })
    void noNameAdmitsAnAddressThatGivesSecretsAway(String address) {
        assertThat(Guard.isAdmissibleByName(address(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3",
                "192.168.0.9",
                "100.64.0.1",
                "100.100.100.199",
                "100.100.100.201",
                "169.253.255.255",
                "169.255.0.0",
                "192.0.1.0",
                "223.255.255.255",
                "::1",
                "fc00::1",
                "fd00:ec1::1",
                "fd00:ec3::1",
                "fd12::7",
                "fdff::1"
            })
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
