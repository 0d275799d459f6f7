package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which characters a host may have (sections 3.1 and 3.5 of the standard): all of ASCII. */
final class HostCharactersTest {
    /** What ends the host, or separates its parts, wherever it stands. */
    private static final String ENDS = "/?#:@\\";

    private static final String FORBIDDEN = "\0 <>[]^|";

    private static boolean isControl(int c) {
        return c < ' ' || c == 0x7F;
    }

    /** They are taken out before a URL is read. */
    private static boolean isLeftOut(int c) {
        return c == '\t' || c == '\n' || c == '\r';
    }

    private static Optional<String> host(String scheme, String host) {
        return Url.parse(scheme + "://" + host + "/").map(Url::host);
    }

    @Test
    void aDomainHasNoControlsAndNoSignsOfUrls() {
        for (char c = 0; c < 0x80; c++) {
            if (isLeftOut(c) || ENDS.indexOf(c) >= 0) continue;
            boolean isAllowed = !isControl(c) && FORBIDDEN.indexOf(c) < 0 && c != '%';
            var expected = isAllowed ? "a" + Character.toLowerCase(c) + "b" : "none";
            assertThat(host("http", "a" + c + "b").orElse("none"))
                    .as("character %d", (int) c)
                    .isEqualTo(expected);
        }
    }

    /** An escape in a domain is undone, so what may not stand there may not be escaped either. */
    @Test
    void anEscapeMeansItsCharacter() {
        for (char c = 0; c < 0x80; c++) {
            boolean isAllowed =
                    !isControl(c) && FORBIDDEN.indexOf(c) < 0 && ENDS.indexOf(c) < 0 && c != '%';
            var expected = isAllowed ? "a" + Character.toLowerCase(c) + "b" : "none";
            var escape = "%%%02x".formatted((int) c);
            for (var written : new String[] {escape, escape.toUpperCase(Locale.ROOT)})
                assertThat(host("https", "a" + written + "b").orElse("none"))
                        .as(written)
                        .isEqualTo(expected);
        }
    }

    /** Other schemes have no domains: case stays, controls are escaped, escapes are kept. */
    @Test
    void theHostOfAnotherSchemeIsKeptAsItIs() {
        for (char c = 0; c < 0x80; c++) {
            if (isLeftOut(c) || "/?#:@".indexOf(c) >= 0) continue;
            String written = isControl(c) ? "%%%02X".formatted((int) c) : "" + c;
            boolean isAllowed = FORBIDDEN.indexOf(c) < 0 && c != '\\';
            assertThat(host("foo", "A" + c + "B").orElse("none"))
                    .as("character %d", (int) c)
                    .isEqualTo(isAllowed ? "A" + written + "B" : "none");
        }
        assertThat(host("foo", "%41%00%20")).contains("%41%00%20");
        assertThat(host("foo", "\u00fc")).contains("%C3%BC");
        assertThat(host("foo", "127.1")).contains("127.1");
    }

    /** Whatever stands there, what is read is a host that is read again as itself. */
    @Test
    void twoCharactersOfAnyKindMakeAHostOrNone() {
        int hosts = 0;
        for (char a = 0; a < 0x100; a++) {
            for (char b = 0; b < 0x100; b++) {
                var host = host("http", "x" + a + b);
                if (host.isEmpty()) continue;
                hosts++;
                assertThat(host("http", host.get())).as("%d %d", (int) a, (int) b).isEqualTo(host);
            }
        }
        assertThat(hosts).isGreaterThan(20_000);
    }
}
