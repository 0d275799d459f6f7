package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The spellings of addresses as hosts. */
class AddressTest {
    private static String host(String text) {
        return Url.parse("http://" + text + "/").map(Url::host).orElse("none");
    }

    @ParameterizedTest
    @CsvSource({
        "1.2.3.4, 1.2.3.4",
        "1.2.3.4., 1.2.3.4",
        "127.1, 127.0.0.1",
        "127.0.1, 127.0.0.1",
        "127.0x1, 127.0.0.1",
        "0x7f.1, 127.0.0.1",
        "0X7F000001, 127.0.0.1",
        "2130706433, 127.0.0.1",
        "017700000001, 127.0.0.1",
        "0, 0.0.0.0",
        "0x, 0.0.0.0",
        "00.0x0.00.0, 0.0.0.0",
        "256, 0.0.1.0",
        "1.256, 1.0.1.0",
        "1.2.256, 1.2.1.0",
        "255.16777215, 255.255.255.255",
        "1.2.65535, 1.2.255.255",
        "1.2.3.255, 1.2.3.255",
        "4294967295, 255.255.255.255",
        "%31.1, 1.0.0.1",
        "\uFF11.\uFF11, 1.0.0.1",
        "010.010.010.010, 8.8.8.8",
        "0xff.0xFF.255.0377, 255.255.255.255",
    })
    void anAddressOfFourBytesIsWrittenInDecimals(String text, String address) {
        assertThat(host(text)).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.2.3.256",
                "1.2.65536",
                "1.16777216",
                "4294967296",
                "99999999999999999999",
                "0x100000000",
                "256.1",
                "1.256.1",
                "1.2.3.4.5",
                "1..2",
                ".1",
                "a.1",
                "a.0x1",
                "1.a.2",
                "08",
                "1.2.3.09",
                "0x1g.1",
                "1.0xg.1",
                "a.b.01",
            })
    void aNameThatEndsInANumberButIsNoAddressIsNoHost(String text) {
        assertThat(host(text)).isEqualTo("none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.2.3.4x",
                "1.2.3.4..",
                "1e2",
                "-1",
                "1-2",
                "0xg",
                "1.2.3.4.a",
                "a1",
                "1.a",
                "0b1"
            })
    void aNameThatDoesNotEndInANumberIsAName(String text) {
        assertThat(host(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "[::], [::]",
        "[::1], [::1]",
        "[1::], [1::]",
        "[0:0:0:0:0:0:0:0], [::]",
        "[0:0:0:0:0:0:0:1], [::1]",
        "[1:0:0:0:0:0:0:0], [1::]",
        "[1:0:0:2:0:0:0:3], [1:0:0:2::3]",
        "[1:0:0:2:0:0:3:4], [1::2:0:0:3:4]",
        "[0:0:1:0:0:0:0:1], [0:0:1::1]",
        "[1:0:2:0:3:0:4:0], [1:0:2:0:3:0:4:0]",
        "[0:1:2:3:4:5:6:7], [0:1:2:3:4:5:6:7]",
        "[1:2:3:4:5:6:0:0], [1:2:3:4:5:6::]",
        "[0:0:3:4:5:6:7:8], [::3:4:5:6:7:8]",
        "[2001:DB8::A], [2001:db8::a]",
        "[0001:002::], [1:2::]",
        "[ffff:FFFF::ffff], [ffff:ffff::ffff]",
        "[::1.2.3.4], [::102:304]",
        "[::ffff:255.255.255.255], [::ffff:ffff:ffff]",
        "[::0.0.0.0], [::]",
        "[1:2:3:4:5:6:7.8.9.10], [1:2:3:4:5:6:708:90a]",
        "[1:2:3:4:5:6:7::], [1:2:3:4:5:6:7:0]",
        "[::2:3:4:5:6:7:8], [0:2:3:4:5:6:7:8]",
        "[1::3:4:5:6:7:8], [1:0:3:4:5:6:7:8]",
        "[1::1.2.3.4], [1::102:304]",
    })
    void anAddressOfSixteenBytesIsCompressedOnce(String text, String address) {
        assertThat(host(text)).isEqualTo(address);
        assertThat(host(address)).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[:]",
                "[:::]",
                "[1]",
                "[1:2:3:4:5:6:7]",
                "[1:2:3:4:5:6:7:8:9]",
                "[1::2::3]",
                "[g::]",
                "[1:2:3:4:5:6:7:]",
                "[:1:2:3:4:5:6:7]",
                "[::1.2.3.4.5]",
                "[::1.2.3.]",
                "[::.1.2.3]",
                "[::1.2.3]",
                "[::1..2.3]",
                "[::1.2.3.256]",
                "[::1.2.3.04]",
                "[::1.2.3.4:1]",
                "[::a.2.3.4]",
                "[1:2:3:4:5:6:7:1.2.3.4]",
                "[1.2.3.4]",
                "[::%eth0]",
                "[::1%25en0]",
                "[1:2:3:4:5:6:7:8::]",
                "[::1:2:3:4:5:6:7:8]",
                "[12345::]",
                "[::1",
                "::1",
                "[::1]]",
                "[[::1]]",
                "[::1]a",
                "[ ::1]",
                "[::\uFF11]",
                "[::1.2.3.4x]",
            })
    void whatIsNoAddressInBracketsIsNoHost(String text) {
        assertThat(host(text)).isEqualTo("none");
    }

    /** Java reads what we write, and finds the same bytes. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void anyAddressIsTheOneThatWasWritten(long seed) throws UnknownHostException {
        var random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            var bytes = new byte[16];
            for (int piece = 0; piece < 8; piece++) {
                if (random.nextInt(3) == 0) continue;
                bytes[2 * piece] = (byte) random.nextInt(random.nextBoolean() ? 1 : 256);
                bytes[2 * piece + 1] = (byte) random.nextInt(256);
            }
            bytes[0] |= 0x20; // never the address of an IPv4 host, which Java takes for one
            String full = Inet6Address.getByAddress("", bytes, -1).getHostAddress();
            String written = host("[" + full + "]");
            String bare = written.substring(1, written.length() - 1);
            assertThat(InetAddress.getByName(bare).getAddress())
                    .as("seed %d: %s", seed, full)
                    .isEqualTo(bytes);
            assertThat(written.split("::", -1).length).isLessThanOrEqualTo(2);
        }
    }
}
