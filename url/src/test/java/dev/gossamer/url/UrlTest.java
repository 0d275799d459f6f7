package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlTest {
    @Test
    void givesItsParts() {
        var url = Url.of("HTTP://User:Pass@Example.COM:8080/a/../b?c=d#e");
        assertThat(url).hasToString("http://User:Pass@example.com:8080/b?c=d#e");
        assertThat(url.scheme()).isEqualTo("http");
        assertThat(url.username()).isEqualTo("User");
        assertThat(url.password()).isEqualTo("Pass");
        assertThat(url.host()).isEqualTo("example.com");
        assertThat(url.port()).isEqualTo(8080);
        assertThat(url.authority()).isEqualTo("example.com:8080");
        assertThat(url.origin()).isEqualTo("http://example.com:8080");
        assertThat(url.path()).isEqualTo("/b");
        assertThat(url.query()).contains("c=d");
        assertThat(url.fragment()).contains("e");
        assertThat(url.pathAndQuery()).isEqualTo("/b?c=d");
    }

    @Test
    void knowsDefaultPorts() {
        assertThat(Url.of("http://h/").port()).isEqualTo(80);
        assertThat(Url.of("https://h:443/").port()).isEqualTo(443);
        assertThat(Url.of("https://h:443/").authority()).isEqualTo("h");
        assertThat(Url.of("mailto:a@b").port()).isEqualTo(-1);
    }

    @Test
    void refusesTextLongerThanItsLimit() {
        var prefix = "http://h/";
        assertThat(Url.parse(prefix + "x".repeat(Url.MAX_LENGTH - prefix.length()))).isPresent();
        assertThat(Url.parse(prefix + "x".repeat(Url.MAX_LENGTH - prefix.length() + 1))).isEmpty();
        assertThat(Url.parse(prefix + "\u00E9".repeat(20_000))).isEmpty();
    }

    @Test
    void everyHostHasOneShard() {
        assertThat(Url.of("http://example.com/a").shard(16))
                .isEqualTo(Url.of("https://example.com:8443/b").shard(16));
        assertThat(Url.of("http://example.com/").shard(1)).isZero();
        for (int i = 0; i < 1000; i++)
            assertThat(Url.of("http://h" + i + "/").shard(7)).isBetween(0, 6);
    }

    @Test
    void registeredDomainStopsAtThePublicSuffix() {
        assertThat(Url.of("http://www.example.co.uk/").registeredDomain())
                .isEqualTo("example.co.uk");
        assertThat(Url.of("http://127.0.0.1/").registeredDomain()).isEqualTo("127.0.0.1");
        assertThat(Url.of("http://[::1]/").registeredDomain()).isEqualTo("[::1]");
        assertThat(Url.of("http://localhost/").registeredDomain()).isEqualTo("localhost");
        assertThat(Url.of("http://co.uk/").registeredDomain()).isEqualTo("co.uk");
    }

    /** Written to disk: never change these. */
    @Test
    void fingerprintsAndShardsStayWhatTheyAre() {
        assertThat(Url.of("http://example.com/").fingerprint()).isEqualTo(0xB97A010E03AF1E2BL);
        assertThat(Url.of("https://www.example.org/a/b?c=d").fingerprint())
                .isEqualTo(0x143816B3E836B7F2L);
        assertThat(Url.of("http://example.com/").shard(1 << 20)).isEqualTo(570_977);
        assertThat(Url.shardOf("example.com", 1 << 20)).isEqualTo(570_977);
        assertThat(Url.of("https://www.example.org/a").shard(1 << 20)).isEqualTo(53_101);
    }

    @ParameterizedTest
    @CsvSource({
        "http://www.archive.org/goo/, 'org,archive)/goo'",
        "http://archive.org/goo/?a=2&b&a=1, 'org,archive)/goo?a=1&a=2&b'",
        "http://www2.example.com:8080/A?B#c, 'com,example:8080)/a?b'",
        "https://example.com, 'com,example)/'",
        "http://example.com/a;jsessionid=1?, 'com,example)/a;jsessionid=1'",
        "http://127.0.0.1/x, '1,0,0,127)/x'",
        "http://[::1]:81/x, ::1:81)/x",
        "http://wwwx.org/, 'org,wwwx)/'",
        "mailto:a@b, mailto:a@b",
        "http://[2001:DB8::1]:81/X, '2001:db8::1:81)/x'",
    })
    void surtTurnsTheHostAround(String url, String key) {
        assertThat(Url.of(url).surt()).isEqualTo(key);
    }

    /**
     * Two forms of the vectors: {@code name domain} and {@code checkPublicSuffix('name',
     * 'domain');}.
     */
    @ParameterizedTest
    @ValueSource(strings = {"psl/tests.txt", "psl/test_psl.txt"})
    void registeredDomainsAreThoseOfTheListsOwnVectors(String file) {
        for (var line : Conformance.lines(file)) {
            if (line.isBlank() || line.startsWith("//")) continue;
            var fields = line.replaceAll("checkPublicSuffix\\(|[',;)]", "").split(" ");
            var url = Url.parse("http://" + fields[0] + "/");
            // A name that is a suffix, or is no name, has no registered domain; ours is then the
            // host itself.
            if (fields[1].equals("null")) {
                url.ifPresent(u -> assertThat(u.registeredDomain()).as(line).isEqualTo(u.host()));
            } else {
                assertThat(url.map(Url::registeredDomain))
                        .as(line)
                        .contains(Url.of("http://" + fields[1] + "/").host());
            }
        }
    }

    @Test
    void aHostIsResolvableWhereDnsCanHaveItsName() {
        var label = "a".repeat(63);
        var name = (label + ".").repeat(3) + "b".repeat(61);
        for (var host :
                List.of("h", "h.", "127.0.0.1", "[::1]", "a_b.test", label, name, name + "."))
            assertThat(Url.of("http://" + host + ":81/x").isHostResolvable()).as(host).isTrue();
        for (var host : List.of(label + "a", name + "b", "a..b", "..", "a..", ".a"))
            assertThat(Url.of("http://" + host + "/").isHostResolvable()).as(host).isFalse();
        assertThat(Url.of("file:///x").isHostResolvable()).isFalse();
    }

    @Test
    void aNameThatIsTooLongForDnsIsNotTranslated() {
        assertThat(Url.parse("http://" + "\u00fc.".repeat(250) + "test/")).isPresent();
        assertThat(Url.parse("http://" + "\u00fc.".repeat(255) + "test/")).isEmpty();
        assertThat(Url.parse("http://" + "%C3%BC".repeat(1000) + "/")).isEmpty();
    }

    /** As the rules of the Python package surt have it; each case is one of its rules. */
    @ParameterizedTest
    @CsvSource({
        "http://h.test/?u=http%3A%2F%2Fa.test%2Fb, 'test,h)/?u=http://a.test/b'",
        "http://h.test/%28a%2Cb%7Cc%5Bd%2Be%26f, 'test,h)/(a,b|c[d+e&f'",
        "http://h.test/a%20b%23c%25d, 'test,h)/a%20b%23c%25d'",
        "http://h.test/%252525a, 'test,h)/%25a'",
        "http://h.test/%2%35a, 'test,h)/%25a'",
        "http://h.test/%C3%BC?%FC, 'test,h)/%c3%bc?%fc'",
        "http://h.test//a///b//, 'test,h)/a/b'",
        "http://h.test/a%2F%2Fb/c, 'test,h)/a/b/c'",
        "http://h.test/?b=1&a-b=2&a=3&a, 'test,h)/?a&a=3&a-b=2&b=1'",
        "http://h.test/?&b=1&, 'test,h)/?&&b=1'",
        "http://h.test/x?sid=0123456789abcdef0123456789ABCDEF&y=z, 'test,h)/x?y=z'",
        "http://h.test/x?y=z&jsessionid=0123456789abcdef0123456789abcdef, 'test,h)/x?&y=z'",
        "http://h.test/x?sid=7, 'test,h)/x?sid=7'",
        "http://h.test/x?CFID=1&CFTOKEN=2&a=b, 'test,h)/x?a=b'",
        "http://h.test/x?ASPSESSIONIDABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX&a, 'test,h)/x?a'",
        "http://h.test/(S(4hqa0555fwsecu455xqckv45))/p.aspx, 'test,h)/p.aspx'",
        "http://h.test/a/(4hqa0555fwsecu455xqckv45)/p.aspx?q, 'test,h)/a/p.aspx?q'",
        "http://h.test/(x)/p.aspx, 'test,h)/(x)/p.aspx'",
        "http://h.test/a;jsessionid=1, 'test,h)/a;jsessionid=1'",
        "http://user:pass@www12.H.test../, 'test,h)/'",
        "http://..a.test/, 'test,a)/'",
        "http://www.com/, 'com)/'",
        "http://www./, 'www)/'",
        "http://www2/, 'www2)/'",
        "http://www2x.test/, 'test,www2x)/'",
        "http://h.test/a/%252e%252e/b, 'test,h)/b'",
        "http://h.test/%252e%252e/b, 'test,h)/../b'",
        "http://h.test/a/%252e/b, 'test,h)/a/b'",
        "http://h.test/%21%7E%7F%80, 'test,h)/!~%7f%80'",
        "http://h.test/%5, 'test,h)/%255'",
        "http://h.test/%00a, 'test,h)/%00a'",
        "http://h.test/?1=1&=2, 'test,h)/?=2&1=1'",
        "http://../x, ')/x'",
    })
    void surtIsThatOfTheToolsThatReadArchives(String url, String key) {
        assertThat(Url.of(url).surt()).isEqualTo(key);
    }

    /** Values of the wrong length or kind are no session ids, and only the last one is cut. */
    @ParameterizedTest
    @CsvSource({
        "/x?sid=0123456789abcdef0123456789abcde, /x?sid=0123456789abcdef0123456789abcde",
        "/x?sid=0123456789abcdef0123456789abcdef0, /x?sid=0123456789abcdef0123456789abcdef0",
        "/x?sid=0123456789abcdef-123456789abcdef, /x?sid=0123456789abcdef-123456789abcdef",
        "/x?sid=0123456789abcdef0123456789abcdef, /x",
        "/x?phpsessid=0123456789abcdef0123456789abcdef&b, /x?b",
        "/x?sid=0123456789abcdef0123456789abcdef&sid=7, /x?sid=7",
        "/x?sid=a123456789abcdef0123456789abcdef&sid=b123456789abcdef0123456789abcdef, /x?&sid=a123456789abcdef0123456789abcdef",
        "/x?cfid=1, /x?cfid=1",
        "/x?cfid=1&a=b, /x?a=b&cfid=1",
        "/x?cfid=&cftoken=2, /x?cfid=&cftoken=2",
        "/x?cfid=1&cftoken=, /x?cfid=1&cftoken=",
        "/x?cfid=1&cftoken=2, /x",
        "/x?cfid=1&cftoken=2&cfid=3, /x?cfid=3",
        "/x?a=b&cfid=1&cftoken=2, /x?&a=b",
        "/x?aspsessionidabcdefgh=abcdefghijklmnopqrstuvwx, /x",
        "/x?aspsessionidabcdefgh=abcdefghijklmnopqrstuvw, /x?aspsessionidabcdefgh=abcdefghijklmnopqrstuvw",
        "/x?aspsessionidabcdefg1=abcdefghijklmnopqrstuvwx, /x?aspsessionidabcdefg1=abcdefghijklmnopqrstuvwx",
        "/x?aspsessionidabcdefgh=abcdefghijklmnopqrstuvw1, /x?aspsessionidabcdefgh=abcdefghijklmnopqrstuvw1",
        "/x?aspsessionidabcdefghi=abcdefghijklmnopqrstuvw, /x?aspsessionidabcdefghi=abcdefghijklmnopqrstuvw",
        "/x?aspsessionidabcdefgh=abcdefghijklmnopqrstuvwx&aspsessionid, /x?aspsessionid",
    })
    void surtCutsOnlyWhatIsASessionInAQuery(String reference, String key) {
        var url = Url.of("http://h.test/").resolve(reference).orElseThrow();
        assertThat(url.surt()).isEqualTo("test,h)" + key);
    }

    @ParameterizedTest
    @CsvSource({
        "/(a(4hqa0555fwsecu455xqckv45)f(4hqa0555fwsecu455xqckv45))/p.aspx, /p.aspx",
        "/(a(4hqa0555fwsecu455xqckv45)f(4hqa0555fwsecu455xqckv4))/p.aspx, /(a(4hqa0555fwsecu455xqckv45)f(4hqa0555fwsecu455xqckv4))/p.aspx",
        "/(a(4hqa0555fwsecu455xqckv45)1(4hqa0555fwsecu455xqckv45))/p.aspx, /(a(4hqa0555fwsecu455xqckv45)1(4hqa0555fwsecu455xqckv45))/p.aspx",
        "/(a(4hqa0555fwsecu455xqckv4-))/p.aspx, /(a(4hqa0555fwsecu455xqckv4-))/p.aspx",
        "/(a-4hqa0555fwsecu455xqckv45))/p.aspx, /(a-4hqa0555fwsecu455xqckv45))/p.aspx",
        "/(a(4hqa0555fwsecu455xqckv45-)/p.aspx, /(a(4hqa0555fwsecu455xqckv45-)/p.aspx",
        "/(4hqa0555fwsecu455xqckv4)/p.aspx, /(4hqa0555fwsecu455xqckv4)/p.aspx",
        "/(4hqa0555fwsecu455xqckv456)/p.aspx, /(4hqa0555fwsecu455xqckv456)/p.aspx",
        "/()/p.aspx, /()/p.aspx",
        "/(4hqa0555fwsecu455xqckv45)/p.html, /(4hqa0555fwsecu455xqckv45)/p.html",
        "/p.aspx/(4hqa0555fwsecu455xqckv45)/p.html, /p.aspx/(4hqa0555fwsecu455xqckv45)/p.html",
        "/(4hqa0555fwsecu455xqckv45)/.aspx, /(4hqa0555fwsecu455xqckv45)/.aspx",
        "/(4hqa0555fwsecu455xqckv45)/p.aspx/(x, /p.aspx/(x",
        "/(4hqa0555fwsecu455xqckv45)/(x)/p.aspx, /(x)/p.aspx",
        "/(4hqa0555fwsecu455xqckv45)/(5hqa0555fwsecu455xqckv45)/p.aspx, /(4hqa0555fwsecu455xqckv45)/p.aspx",
    })
    void surtCutsOnlyWhatIsASessionInAPath(String path, String key) {
        assertThat(Url.of("http://h.test" + path).surt()).isEqualTo("test,h)" + key);
    }

    /** What the parser reads where nothing is plain enough for the fast path. */
    @ParameterizedTest
    @CsvSource({
        "http://h/\u0080, http://h/%C2%80",
        "http://h/?\u0080, http://h/?%C2%80",
        "http://h/#\u0080, http://h/#%C2%80",
        "http://h/\u0800, http://h/%E0%A0%80",
        "http://h/\uD800\uDC00, http://h/%F0%90%80%80",
        "HTTP://h:65535/, http://h:65535/",
        "http://255.255.255.255/, http://255.255.255.255/",
        "http://[::255.255.255.255]/, http://[::ffff:ffff]/",
        "file://otherhost/x, file://otherhost/x",
        "DATA:x, data:x",
        "ZZ:x, zz:x",
        "x:/.///../.., x:/",
        "x:/a/%2E%2e/b, x:/b",
        "x:/a/%2e., x:/",
        "x:/a/%2eb, x:/a/%2eb",
    })
    void urlsAreWrittenAsTheStandardSays(String text, String url) {
        assertThat(Url.of(text)).hasToString(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://\u0080/",
                "http://[12345::]/",
                "http://[::1.2.3]/",
                "http://[::1.2.3x4]/",
                "http://[::01.2.3.4]/",
                "http://[::256.2.3.4]/",
                "http://256.1/",
                "http://h:65536/",
                "HTTP://h:65536/"
            })
    void whatIsNoHostOrPortMakesNoUrl(String text) {
        assertThat(Url.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"//h:x/", "/\\h:x/", "http:\\\\h:x/", "http:/\\h:x/", "\\\\a b/"})
    void aReferenceWithABrokenAuthorityMakesNoUrlWhateverTheBase(String reference) {
        assertThat(Url.of("http://b/c").resolve(reference)).isEmpty();
    }

    @Test
    void aReferenceWithABrokenAuthorityMakesNoUrlOfOtherSchemes() {
        assertThat(Url.of("foo://b/c").resolve("//h:x/")).isEmpty();
        assertThat(Url.of("file:///c").resolve("//h:x/")).isEmpty();
        assertThat(Url.of("mailto:a@b").resolve("#c")).contains(Url.of("mailto:a@b#c"));
        assertThat(Url.of("mailto:a@b").resolve("c")).isEmpty();
    }

    /** A path that begins with two slashes has a dot in front, which no part counts. */
    @Test
    void aPathThatLooksLikeAnAuthorityKeepsItsQuery() {
        var base = Url.of("web:/.//not-a-host/?q#e");
        assertThat(base.resolve("#f")).contains(Url.of("web:/.//not-a-host/?q#f"));
        assertThat(base.resolve("#f").flatMap(Url::query)).contains("q");
        assertThat(base.resolve("?r").map(Url::toString)).contains("web:/.//not-a-host/?r");
        assertThat(base.resolve("x").map(Url::toString)).contains("web:/.//not-a-host/x");
        assertThat(base.resolve("/x").map(Url::toString)).contains("web:/x");
    }

    @Test
    void theLimitHoldsForTheTextAsItIsWritten() {
        var host = "a".repeat(Url.MAX_LENGTH - 8);
        assertThat(Url.parse("http://" + host)).map(Url::length).contains(Url.MAX_LENGTH);
        assertThat(Url.parse("http://" + host + "a")).isEmpty();
        assertThat(Url.parse("HTTP://h/" + "x".repeat(Url.MAX_LENGTH - 9))).isPresent();
        assertThat(Url.parse("HTTP://h/" + "x".repeat(Url.MAX_LENGTH - 8))).isEmpty();
        assertThat(Url.parse("HTTP://h/|" + "x".repeat(Url.MAX_LENGTH - 10))).isPresent();
        assertThat(Url.parse("HTTP://h/`" + "x".repeat(Url.MAX_LENGTH - 10))).isEmpty();
    }

    /** A form in Japanese: the escape sequences lead there and back again. */
    @Test
    void queriesInTheCharsetOfTheDocumentNeedNoFragment() {
        var base = Url.of("http://h/");
        assertThat(base.resolve("?a\u00E9", Charset.forName("windows-1252")))
                .contains(Url.of("http://h/?a%E9"));
        assertThat(base.resolve("?a\u65E5", Charset.forName("ISO-2022-JP")))
                .contains(Url.of("http://h/?a%1B$BF|%1B(B"));
        assertThat(base.resolve("?a\u000Eb", Charset.forName("ISO-2022-JP")))
                .contains(Url.of("http://h/?a%26%2365533%3Bb"));
    }

    @Test
    void halfACharacterIsReplaced() {
        assertThat(Url.of("http://h/\uD800")).hasToString("http://h/%EF%BF%BD");
        assertThat(Url.of("http://h/\uD800x")).hasToString("http://h/%EF%BF%BDx");
    }

    @Test
    void urlsAreEqualAndSortedByTheirText() {
        var a = Url.of("http://h/a");
        assertThat(a).isEqualTo(Url.of("http://h/a")).isNotEqualTo(Url.of("http://h/b"));
        assertThat(a).isNotEqualTo("http://h/a");
        assertThat(a).hasSameHashCodeAs(Url.of("http://h/a"));
        assertThat(a.hashCode()).isNotEqualTo(Url.of("http://h/b").hashCode());
        assertThat(a).isLessThan(Url.of("http://h/b")).isGreaterThan(Url.of("http://h/A"));
        assertThat(a.length()).isEqualTo(10);
        assertThatThrownBy(() -> Url.of("no url"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no url");
    }

    @ParameterizedTest
    @CsvSource({
        "file:///x, null",
        "mailto:a@b, null",
        "blob:https://h:81/x, https://h:81",
        "blob:ftp://h/x, null",
        "ftp://h/x, ftp://h",
    })
    void onlyWhatHasAHostHasAnOrigin(String url, String origin) {
        assertThat(Url.of(url).origin()).isEqualTo(origin);
    }

    @Test
    void shardsAreCountedFromOne() {
        assertThatThrownBy(() -> Url.of("http://h/").shard(0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Asked by name, past the answers that are kept. */
    @ParameterizedTest
    @CsvSource({
        "www.example.co.uk, example.co.uk",
        "example.co.uk, example.co.uk",
        "co.uk, co.uk",
        "a.b.github.io, b.github.io",
        "github.io, github.io",
        "a.b.unlisted, b.unlisted",
        "b.unlisted, b.unlisted",
        "unlisted, unlisted",
        "127.0.0.1, 127.0.0.1",
        "[::1], [::1]",
        ".a.example, .a.example",
    })
    void registeredDomainsOfNames(String host, String domain) {
        assertThat(PublicSuffixes.registeredDomain(host)).isEqualTo(domain);
    }
}
