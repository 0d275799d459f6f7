package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a position is kept on disk by whoever follows an archive. */
final class ArchivePositionTest {
    private static ArchivePosition of(String text) {
        return ArchivePosition.parse(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "17", "17 17:5", "17 18:4711 20:815", "3 4:9223372036854775807"})
    void itsTextIsReadBack(String text) {
        assertThat(of(text)).hasToString(text);
        assertThat(of(of(text).toString())).isEqualTo(of(text));
    }

    @Test
    void noTextIsTheStart() {
        assertThat(of("")).isEqualTo(ArchivePosition.START).hasToString("0");
        assertThat(of("").offset(0)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                "1 ",
                "x",
                "1 2",
                "1 2:",
                "1 :2",
                "1 2:x",
                "1 x:2",
                " 1",
                "1  2:3",
                "1.5",
                "99999999999",
                "1 2:99999999999999999999",
                "1,2:3"
            })
    void otherTextIsRefusedByName(String text) {
        assertThatThrownBy(() -> of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a position in an archive: " + text);
    }

    @Test
    void aFileIsReadWhereTheReaderLeftIt() {
        var position = of("17 18:4711 20:815");
        assertThat(position.offset(16)).isEqualTo(Long.MAX_VALUE);
        assertThat(position.offset(17)).isZero();
        assertThat(position.offset(18)).isEqualTo(4711);
        assertThat(position.offset(19)).isZero();
        assertThat(position.offset(20)).isEqualTo(815);
    }

    /** A file that was read to its end needs no place in it. */
    @Test
    void placesInFilesThatAreDoneAreForgotten() {
        assertThat(of("17 3:5 16:5 17:5 18:5")).hasToString("17 17:5 18:5");
    }

    @Test
    void itKeepsWhatItWasMadeOf() {
        var offsets = new TreeMap<>(Map.of(2, 5L));
        var position = new ArchivePosition(1, offsets);
        offsets.put(3, 7L);
        assertThat(position).hasToString("1 2:5");
        assertThatThrownBy(() -> position.offsets().put(3, 7L))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', 0, 0",
        "5, 5, 5, 5",
        "3, 5, 3, 5",
        "3 3:10, 5, 3 3:10, 5",
        "3 3:10 6:1, 5 6:2, 3 3:10 6:1, 5 6:2",
        "3 4:10, 3 4:20, 3 4:10, 3 4:20",
        "3 4:10, 3 5:20, 3 4:0 5:0, 3 4:10 5:20",
        "3 5:10, 4, 3 5:0, 4 5:10",
        "3 7:10, 9 10:4, 3 7:10 10:0, 9 10:4",
    })
    void twoReadersAreJoinedFileByFile(String one, String other, String earlier, String later) {
        assertThat(of(one).earlier(of(other))).hasToString(earlier);
        assertThat(of(other).earlier(of(one))).hasToString(earlier);
        assertThat(of(one).later(of(other))).hasToString(later);
        assertThat(of(other).later(of(one))).hasToString(later);
    }
}
