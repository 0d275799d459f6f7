package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of CDXJ, ours and those of other tools. */
class IndexEntryTest {
    private static final String DIGEST = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final IndexEntry PAGE =
            new IndexEntry(
                    "test,a)/x",
                    Instant.parse("2026-11-15T05:25:05Z"),
                    "http://a.test/X",
                    "text/html",
                    200,
                    DIGEST,
                    1043,
                    333,
                    "a-1.warc.gz");

    private static String line(String members) {
        return "test,a)/x 20261115052505 {\"url\": \"http://a.test/X\", \"filename\": \"f\", "
                + members
                + "}";
    }

    private static IndexEntry parsed(String members) {
        return IndexEntry.parse(line(members)).orElseThrow();
    }

    @Test
    void aLineHasTheFieldsThatReplayToolsRead() {
        assertThat(PAGE.line())
                .isEqualTo(
                        "test,a)/x 20261115052505 {\"url\": \"http://a.test/X\", \"mime\": \"text/html\","
                                + " \"status\": \"200\", \"digest\": \""
                                + DIGEST
                                + "\", \"length\": \"1043\", \"offset\": \"333\","
                                + " \"filename\": \"a-1.warc.gz\"}");
        assertThat(IndexEntry.parse(PAGE.line())).contains(PAGE);
        assertThat(IndexEntry.isLine(PAGE.line())).isTrue();
        assertThat(PAGE.timestamp()).isEqualTo("20261115052505");
        assertThat(PAGE.isRevisit()).isFalse();
        assertThat(PAGE.payloadDigest().map(PayloadDigest::base32)).contains(DIGEST);
    }

    @Test
    void whatIsNotKnownIsLeftOut() {
        var name =
                new IndexEntry("dns:a", PAGE.at(), "dns:a", "warc/revisit", 0, "", 5, 0, "a.warc");
        assertThat(name.line()).doesNotContain("status", "digest");
        assertThat(IndexEntry.parse(name.line())).contains(name);
        assertThat(name.isRevisit()).isTrue();
        assertThat(name.payloadDigest()).isEmpty();
    }

    @Test
    void aUrlWithQuotesAndControlsComesBackAsItWas() {
        var odd =
                new IndexEntry(
                        "k", PAGE.at(), "a\"b\\c\nd\re\tf\u0001g\b\f/\\", "m", 404, "", 1, 2, "\\");
        assertThat(IndexEntry.parse(odd.line())).contains(odd);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u007f", "\u0080", "b\u00fccher", "\ud83d\ude00", "\u65e5\u672c"})
    void aLineIsAsciiWhateverItsFieldsAre(String text) {
        var odd = new IndexEntry("k", PAGE.at(), text, text, 200, text, 1, 2, text);
        assertThat(odd.line()).matches("\\p{ASCII}+");
        assertThat(IndexEntry.isLine(odd.line())).isTrue();
        assertThat(IndexEntry.parse(odd.line())).contains(odd);
    }

    /** The members that others write without quotes, in other orders, or not at all. */
    @Test
    void linesOfOtherToolsAreRead() {
        var other = parsed("\"mime\":\"a\\/b\",\"length\":1043,\"offset\": 333 ,\"status\":\"-\"");
        assertThat(other.type()).isEqualTo("a/b");
        assertThat(other.bytes()).isEqualTo(1043);
        assertThat(other.offset()).isEqualTo(333);
        assertThat(other.status()).isZero();
        var least = parsed("\"offset\": 7");
        assertThat(least.type()).isEqualTo("unk");
        assertThat(least.bytes()).isZero();
        assertThat(least.offset()).isEqualTo(7);
        assertThat(least.digest()).isEmpty();
        assertThat(least.file()).isEqualTo("f");
        assertThat(parsed("\"offset\": \"1\", \"status\": 404").status()).isEqualTo(404);
        assertThat(parsed("\"offset\": \"1\", \"status\": \"4040\"").status()).isZero();
    }

    @Test
    void aLineThatIsCutHasTheMembersBeforeTheCut() {
        String line = line("\"offset\": 7, \"mime\": \"text");
        String cut = line.substring(0, line.length() - 1);
        assertThat(IndexEntry.parse(cut).orElseThrow().offset()).isEqualTo(7);
        assertThat(IndexEntry.parse(cut).orElseThrow().type()).isEqualTo("unk");
    }

    @ParameterizedTest
    @CsvSource({
        "\\u00e9, \u00e9",
        "x\\u00e9y, x\u00e9y",
        "\\u0041\\u0042, AB",
        "\\b\\f\\t, '\b\f\t'",
        "\\u004, u004",
        "\\\\u0041, \\u0041",
    })
    void escapesAreThoseOfJson(String written, String meant) {
        assertThat(parsed("\"offset\": 1, \"mime\": \"" + written + "\"").type()).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "k",
                "k 20261115052505",
                "k 2026111505250 {\"url\": \"u\", \"filename\": \"f\", \"offset\": \"1\"}",
                "k 20261315052505 {\"url\": \"u\", \"filename\": \"f\", \"offset\": \"1\"}",
                "k 20261115052505 {\"filename\": \"f\", \"offset\": \"1\"}",
                "k 20261115052505 {\"url\": \"u\", \"offset\": \"1\"}",
                "k 20261115052505 {\"url\": \"u\", \"filename\": \"f\"}",
                "k 20261115052505 {\"url\": \"u\", \"filename\": \"f\", \"offset\": \"x\"}",
                "k 20261115052505 {\"url\": \"u\", \"filename\": \"f\", \"offset\"",
                "k 20261115052505 {\"url\": \"u\", \"filename\": \"f\", \"offset\": ",
                "k 20261115052505 {\"url\": \"u\", \"filename\": \"f\", \"offset\": \"1",
                "k 20261115052505 {\"url\": \"u\", \"offset\": \"1\", \"filename\": \"f",
                "k 20261115052505 {\"url\": \"\\uxxxx\", \"filename\": \"f\", \"offset\": \"1\"}",
            })
    void whatIsNoLineOfAnIndexIsNone(String line) {
        assertThat(IndexEntry.parse(line)).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "k 20261115052505 {}      | true",
                "k 00000000000000 {x}     | true",
                "k 99999999999999 {~}     | true",
                "k 20261115052505 {       | false",
                "k 20261115052505 }       | false",
                "k 20261115052505 {x      | false",
                "k 20261115052505 {}x     | false",
                "k 20261115052505 {\u007f} | true",
                "k 20261115052505{}       | false",
                "k 2026111505250  {}      | false",
                "k 2026111505250/ {}      | false",
                "k 2026111505250: {}      | false",
                "k /0261115052505 {}      | false",
                "k :0261115052505 {}      | false",
                "' 20261115052505 {}'     | false",
                "k 20261115052505 {\u001f} | false",
                "k 20261115052505 {\u0080} | false",
                "\u00e9 20261115052505 {} | false",
                "k                        | false",
            })
    void aLineIsKnownByItsShape(String line, boolean isLine) {
        assertThat(IndexEntry.isLine(line)).isEqualTo(isLine);
    }
}
