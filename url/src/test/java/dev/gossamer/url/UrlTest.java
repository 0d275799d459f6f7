package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

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
    })
    void surtIsThatOfTheToolsThatReadArchives(String url, String key) {
        assertThat(Url.of(url).surt()).isEqualTo(key);
    }
}
