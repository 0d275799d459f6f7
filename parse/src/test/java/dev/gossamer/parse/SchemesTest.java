package dev.gossamer.parse;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemesTest {
    /** Whatever stands behind it, the reference is what counts. */
    private static boolean isHostless(String reference) {
        boolean isHostless = isHostless(reference, "");
        for (String behind : List.of("/", ":/", ":x", " ", "a:"))
            assertThat(isHostless(reference, behind)).as("before %s", behind).isEqualTo(isHostless);
        return isHostless;
    }

    private static boolean isHostless(String reference, String behind) {
        byte[] in = ("/" + reference + behind).getBytes(US_ASCII);
        return Schemes.isHostless(in, 1, 1 + reference.length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mailto:a@b.test",
                " \t\nmailto:a@b.test",
                "javascript:void(0)",
                "JavaScript:x",
                "data:,x",
                "tel:1",
                "a:",
                "z:x",
                "Z:x",
                "a0+-.9:x",
                "httpx:x",
                "https+x:x",
                "htt:x"
            })
    void namesNoHost(String reference) {
        assertThat(isHostless(reference)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a",
                "mailto",
                "mailto/x:y",
                "mail_to:x",
                ":x",
                "1a:x",
                "[a:x",
                "`a:x",
                "{a:x",
                "a/:x",
                "http:x",
                "HTTP:x",
                "https:x",
                "ftp://h/",
                "x:/y",
                "?a:b",
                "#a:b"
            })
    void mayNameAHost(String reference) {
        assertThat(isHostless(reference)).isFalse();
    }
}
