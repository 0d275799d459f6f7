package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The domain that somebody registered: the unit of politeness and of quotas. */
final class PublicSuffixesTest {
    private static final List<String> SUFFIXES =
            List.of("com", "co.uk", "github.io", "unlisted", "xn--p1ai", "ck", "kawasaki.jp", "de");

    private static String domain(String host) {
        return Url.of("http://" + host + "/").registeredDomain();
    }

    /** The kinds of rules that the list has. */
    @ParameterizedTest
    @CsvSource({
        "a.b.example.com, example.com",
        "a.b.example.co.uk, example.co.uk",
        "co.uk, co.uk",
        "uk, uk",
        "a.b.c.ck, b.c.ck",
        "c.ck, c.ck",
        "www.ck, www.ck",
        "a.www.ck, www.ck",
        "a.city.kawasaki.jp, city.kawasaki.jp",
        "a.b.c.kawasaki.jp, b.c.kawasaki.jp",
        "user.github.io, user.github.io",
        "pages.user.github.io, user.github.io",
        "EXAMPLE.Com, example.com",
    })
    void everyKindOfRuleHolds(String host, String domain) {
        assertThat(domain(host)).isEqualTo(domain);
    }

    @ParameterizedTest
    @CsvSource({
        "b\u00fccher.de, xn--bcher-kva.de",
        "www.b\u00fccher.de, xn--bcher-kva.de",
        "a.\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444, xn--e1afmkfd.xn--p1ai",
        "www.\u98df\u72ee.\u516c\u53f8.cn, xn--85x722f.xn--55qx5d.cn",
    })
    void namesOfOtherScriptsAreThoseOfTheListInAscii(String host, String domain) {
        assertThat(domain(host)).isEqualTo(domain);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1",
        "10.1, 10.0.0.1",
        "[::1], [::1]",
        "localhost, localhost",
        "intranet, intranet",
        "server.intranet, server.intranet",
        "a.server.intranet, server.intranet",
    })
    void whatNobodyRegisteredIsAsGoodAsItCanBe(String host, String domain) {
        assertThat(domain(host)).isEqualTo(domain);
    }

    /** Relations that hold for every name. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void theDomainIsTheEndOfTheHostAndItsOwnDomain(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 5_000; round++) {
            var host = new StringBuilder(SUFFIXES.get(random.nextInt(SUFFIXES.size())));
            for (int n = random.nextInt(4); n > 0; n--)
                host.insert(0, "abcw".charAt(random.nextInt(4)) + ".");
            var name = host.toString();
            var domain = domain(name);
            var about = "seed %d: %s".formatted(seed, name);
            assertThat("." + name).as(about).endsWith("." + domain);
            assertThat(domain(domain)).as(about).isEqualTo(domain);
            if (!domain.equals(name)) assertThat(domain("x." + name)).as(about).isEqualTo(domain);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://a.b.test:81/x", "https://u:p@a.b.test/", "ftp://a.b.test/y?z#q"})
    void onlyTheHostDecides(String url) {
        assertThat(Url.of(url).registeredDomain()).isEqualTo("b.test");
    }

    /** Names that DNS cannot have, or that end with the dot of the root. */
    @ParameterizedTest
    @ValueSource(strings = {"a.example.com.", "..", ".", "a..com", ".com", "a.b..", "-.-.com"})
    void oddNamesHaveADomainThatEndsThem(String host) {
        assertThat(host).endsWith(domain(host));
        assertThat(domain(host)).isNotEmpty();
    }
}
