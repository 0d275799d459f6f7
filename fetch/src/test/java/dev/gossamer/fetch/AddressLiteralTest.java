package dev.gossamer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The spellings of an address in the WHATWG URL standard, and what only looks like one. */
class AddressLiteralTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1",
        "127.0.0.1., 127.0.0.1",
        "1.2.3.4, 1.2.3.4",
        "255.255.255.255, 255.255.255.255",
        "1.2.772, 1.2.3.4",
        "1.2.65535, 1.2.255.255",
        "1.16777215, 1.255.255.255",
        "127.1, 127.0.0.1",
        "2130706433, 127.0.0.1",
        "4294967295, 255.255.255.255",
        "0, 0.0.0.0",
        "0x7f.1, 127.0.0.1",
        "0X7F000001, 127.0.0.1",
        "0177.0.0.01, 127.0.0.1",
        "0x, 0.0.0.0",
        "0x0000000000007f, 0.0.0.127",
        "[::1], ::1",
        "[2001:db8::7], 2001:db8::7",
    })
    void everySpellingOfAnAddressIsRead(String host, String address) {
        assertThat(AddressLiteral.looksLikeAddress(host)).isTrue();
        assertThat(AddressLiteral.parse(host)).contains(InetAddress.ofLiteral(address));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "256.1.1.1",
                "1.256.1.1",
                "1.2.3.256",
                "1.2.65536",
                "1.16777216",
                "4294967296",
                "1.2.3.4.5",
                "a.1",
                "1.2.3.09",
                "00000000000000001",
                "1..2",
                "[::1",
                "[1]",
                "[:::]",
            })
    void whatLooksLikeAnAddressAndIsNoneIsNeverANameEither(String host) {
        assertThat(AddressLiteral.looksLikeAddress(host)).isTrue();
        assertThat(AddressLiteral.parse(host)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "1.a", "1.2.3.x4", "1.0xg", "example.test", "a.", ".", "7up"})
    void aNameWhoseLastLabelIsNoNumberIsAName(String host) {
        assertThat(AddressLiteral.looksLikeAddress(host)).isFalse();
        assertThat(AddressLiteral.parse(host)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 .2.3.4", " 1.2.3.4"})
    void aBlankIsInNoAddress(String host) {
        assertThat(AddressLiteral.parse(host)).isEmpty();
    }
}
