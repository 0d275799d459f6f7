package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A byte order mark before the header, the header before the page, the page before a guess. */
class EncodingSnifferTest {
    @ParameterizedTest
    @CsvSource({
        "efbbbf61, koi8-r, UTF-8, true, 3",
        "feff0061, koi8-r, UTF-16BE, true, 2",
        "fffe6100, koi8-r, UTF-16LE, true, 2",
        "efbbbf, '', UTF-8, true, 3",
        "feff, '', UTF-16BE, true, 2",
        "61, koi8-r, KOI8-R, true, 0",
        "61, no-such, windows-1252, false, 0",
        "61, '', windows-1252, false, 0",
        "c3a9, '', UTF-8, false, 0",
        "'', '', windows-1252, false, 0",
        "ef, koi8-r, KOI8-R, true, 0",
        "efbb, koi8-r, KOI8-R, true, 0",
        "efbbbe, koi8-r, KOI8-R, true, 0",
        "efbabf, koi8-r, KOI8-R, true, 0",
        "eebbbf, koi8-r, KOI8-R, true, 0",
        "fe, koi8-r, KOI8-R, true, 0",
        "fefe, koi8-r, KOI8-R, true, 0",
        "ffff, koi8-r, KOI8-R, true, 0",
        "3c6d65746120636861727365743d6b6f69382d723e, '', KOI8-R, false, 0",
        "3c6d65746120636861727365743d6b6f69382d723e, gbk, GBK, true, 0",
    })
    void theFirstThatTellsCounts(
            String hex, String header, String encoding, boolean isCertain, int bom) {
        byte[] body = HexFormat.of().parseHex(hex);
        var charset = header.isEmpty() ? Optional.<String>empty() : Optional.of(header);
        var sniffed = EncodingSniffer.sniff(charset, body);
        assertThat(sniffed.encoding().standardName()).isEqualTo(encoding);
        assertThat(sniffed.isCertain()).isEqualTo(isCertain);
        assertThat(EncodingSniffer.bomLength(body)).isEqualTo(bom);
    }
}
