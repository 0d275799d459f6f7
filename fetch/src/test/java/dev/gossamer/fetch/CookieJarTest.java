package dev.gossamer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** RFC 6265, as far as a crawler needs it. */
class CookieJarTest {
    private static final Instant NOW = Instant.parse("2026-11-15T00:00:00Z");

    private final CookieJar jar = new CookieJar(new FetchOptions.Cookies(2, 3, 100));

    private void store(String url, String field) {
        jar.store(Url.of(url), field, NOW);
    }

    private String sent(String url) {
        return jar.header(Url.of(url), NOW).orElse("");
    }

    @Test
    void laterValueReplacesTheEarlier() {
        store("http://a.example/", "x=1");
        store("http://a.example/", "x=2");
        assertThat(sent("http://a.example/")).isEqualTo("x=2");
    }

    @Test
    void cookieWithoutDomainStaysWithItsHost() {
        store("http://www.a.example/", "x=1");
        assertThat(sent("http://a.example/")).isEmpty();
        assertThat(sent("http://sub.www.a.example/")).isEmpty();
    }

    @Test
    void domainWidensWithinTheRegisteredDomainOnly() {
        store("http://www.a.com/", "x=1; Domain=.a.com");
        store("http://www.a.com/", "y=1; Domain=com");
        store("http://www.a.com/", "z=1; Domain=b.com");
        assertThat(sent("http://other.a.com/")).isEqualTo("x=1");
        assertThat(sent("http://b.com/")).isEmpty();
    }

    @Test
    void secureCookieNeedsHttps() {
        store("https://a.example/", "x=1; Secure");
        assertThat(sent("http://a.example/")).isEmpty();
        assertThat(sent("https://a.example/")).isEqualTo("x=1");
    }

    @Test
    void onlyASecurePageSetsSecureCookies() {
        store("http://a.example/", "x=1; Secure");
        assertThat(sent("https://a.example/")).isEmpty();
    }

    @Test
    void prefixesOfNamesArePromises() {
        store("https://a.example/b/", "__Secure-x=1");
        store("https://a.example/b/", "__Host-x=1; Secure");
        store("https://www.a.example/", "__Host-x=1; Secure; Path=/; Domain=a.example");
        store("http://a.example/", "__host-x=1; Path=/");
        assertThat(sent("https://a.example/b/c")).isEmpty();
        store("https://a.example/b/", "__Secure-x=1; Secure");
        store("https://a.example/b/", "__Host-y=2; Secure; Path=/");
        assertThat(sent("https://a.example/b/c")).isEqualTo("__Secure-x=1; __Host-y=2");
    }

    /** Any host of a domain may set cookies for all others. */
    @Test
    void theCookieFieldIsBounded() {
        var large = new CookieJar(FetchOptions.Cookies.ON);
        var url = Url.of("http://a.example/");
        for (int i = 0; i < 50; i++) large.store(url, "c" + i + "=" + "x".repeat(3000), NOW);
        large.store(url, "small=1", NOW);
        assertThat(large.header(url, NOW).orElseThrow())
                .hasSizeLessThanOrEqualTo(8192)
                .hasSizeGreaterThan(6000)
                .contains("small=1");
    }

    @Test
    void longerPathComesFirst() {
        store("http://a.example/b/c", "x=1; Path=/");
        store("http://a.example/b/c", "y=2");
        assertThat(sent("http://a.example/b/d")).isEqualTo("y=2; x=1");
        assertThat(sent("http://a.example/bc")).isEqualTo("x=1");
    }

    @Test
    void cookieEndsWithItsAge() {
        store("http://a.example/", "x=1; Max-Age=60; Expires=Wed, 09 Jun 2021 10:18:14 GMT");
        store("http://a.example/", "y=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT");
        assertThat(sent("http://a.example/")).isEqualTo("x=1");
        assertThat(jar.header(Url.of("http://a.example/"), NOW.plusSeconds(61))).isEmpty();
        store("http://a.example/", "x=; Max-Age=0");
        assertThat(sent("http://a.example/")).isEmpty();
    }

    @Test
    void jarIsBoundedInEveryDirection() {
        for (int i = 0; i < 10; i++) store("http://a.example/", "c" + i + "=1");
        assertThat(sent("http://a.example/")).isEqualTo("c7=1; c8=1; c9=1");
        store("http://b.example/", "x=" + "y".repeat(200));
        assertThat(sent("http://b.example/")).isEmpty();
        for (String host : new String[] {"h1.org", "h2.org", "h3.org"}) {
            store("http://" + host + "/", "x=1");
        }
        assertThat(sent("http://a.example/")).isEmpty();
        assertThat(sent("http://h1.org/")).isEmpty();
        assertThat(sent("http://h3.org/")).isEqualTo("x=1");
    }

    @Test
    void valueThatWouldBreakTheHeadIsPassedOver() {
        store("http://a.example/", "x=a\u0001b");
        store("http://a.example/", "no equals sign");
        store("http://a.example/", "=nameless");
        store("http://a.example/", "");
        assertThat(sent("http://a.example/")).isEmpty();
    }
}
