package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryEncodingTest {
    @ParameterizedTest
    @CsvSource({
        "windows-1252, /\u00e9?\u00e9x\u00e9#\u00e9, /\u00e9?%E9x%E9#\u00e9",
        "windows-1252, ?\u00e9, ?%E9",
        "windows-1252, /\u00e9?a, /\u00e9?a",
        "windows-1252, /\u00e9?a#\u00e9, /\u00e9?a#\u00e9",
        "windows-1252, /\u00e9, /\u00e9",
        "windows-1252, #\u00e9?\u00e9, #\u00e9?\u00e9",
        "windows-1252, ?\u00e9\u6f22\u00e9, ?%E9%26%2328450%3B%E9",
        "windows-1252, ?a\u6f22b, ?a%26%2328450%3Bb",
        "windows-1252, ?\u0080, ?%26%23128%3B",
        "shift_jis, ?\u8868, ?%95\\",
        "koi8-r, ?\u043f, ?%D0",
        "utf-8, ?\u00e9, ?\u00e9",
        "utf-16le, ?\u00e9, ?\u00e9",
    })
    void onlyTheQueryIsInTheEncodingOfThePage(String label, String reference, String encoded) {
        assertThat(QueryEncoding.apply(reference, Encoding.ofLabel(label).orElseThrow()))
                .isEqualTo(encoded);
    }
}
