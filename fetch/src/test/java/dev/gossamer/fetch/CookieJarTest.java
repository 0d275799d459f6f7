package dev.gossamer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** RFC 6265 section 5.3, step 6: with a Domain a cookie is never for its host alone. */
    @Test
    void aDomainThatIsTheHostItselfNamesTheHostsBelowItToo() {
        store("http://a.com/", "x=1; Domain=a.com");
        store("http://a.com/", "y=1; Domain=.A.com");
        store("http://a.com/", "z=1; Domain=");
        assertThat(sent("http://www.a.com/")).isEqualTo("x=1; y=1");
        assertThat(sent("http://a.com/")).isEqualTo("x=1; y=1; z=1");
        store("https://b.com/", "__Host-x=1; Secure; Path=/; Domain=b.com");
        assertThat(sent("https://b.com/")).isEmpty();
    }

    /** A public suffix is a host like another, but no domain of those below it. */
    @Test
    void theCookieOfAPublicSuffixStaysThere() {
        store("http://github.io/", "x=1; Domain=github.io");
        assertThat(sent("http://github.io/")).isEqualTo("x=1");
        assertThat(sent("http://a.github.io/")).isEmpty();
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

    /** Section 5.1.4 of the standard: a folder, with or without its slash, but no mere prefix. */
    @Test
    void aPathIsAFolderAndAllBelowIt() {
        store("http://a.example/", "x=1; Path=/b");
        assertThat(sent("http://a.example/b")).isEqualTo("x=1");
        assertThat(sent("http://a.example/b/")).isEqualTo("x=1");
        assertThat(sent("http://a.example/b/c")).isEqualTo("x=1");
        assertThat(sent("http://a.example/bc")).isEmpty();
        assertThat(sent("http://a.example/")).isEmpty();
    }

    @Test
    void aPathThatDoesNotBeginWithASlashIsThatOfThePage() {
        store("http://a.example/b/c", "x=1; Path=d");
        assertThat(sent("http://a.example/b/e")).isEqualTo("x=1");
        assertThat(sent("http://a.example/d")).isEmpty();
    }

    @Test
    void thePathOfAPageInTheRootIsTheRoot() {
        store("http://a.example/b", "x=1");
        store("http://a.example/b", "x=2; Path=/");
        assertThat(sent("http://a.example/c")).isEqualTo("x=2");
    }

    @Test
    void cookiesOfOneNameAtOtherPathsAndDomainsAreOthers() {
        store("http://www.a.com/b/c", "x=1");
        store("http://www.a.com/b/c", "x=2; Path=/");
        store("http://www.a.com/b/c", "x=3; Domain=a.com; Path=/");
        assertThat(sent("http://www.a.com/b/c")).isEqualTo("x=1; x=2; x=3");
    }

    /** Without Max-Age, or with one that is no number, the date counts, which is over here. */
    @ParameterizedTest
    @CsvSource({
        "'; Max-Age=9999999999', x=1",
        "'; Max-Age=1', x=1",
        "'; Max-Age=0', ''",
        "'; Max-Age=-5', ''",
        "'; Max-Age=-', ''",
        "'; Max-Age=', ''",
        "'; Max-Age=1/2', ''",
        "'; Max-Age=1:2', ''",
        "'; Max-Age=soon', ''",
        "'; Max-Age=99999999999', ''",
    })
    void theAgeIsANumberOfSeconds(String maxAge, String sent) {
        store("http://a.example/", "x=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT" + maxAge);
        assertThat(sent("http://a.example/")).isEqualTo(sent);
    }

    @Test
    void aCookieIsOverAtTheEndOfItsLastSecond() {
        store("http://a.example/", "x=1; Max-Age=60");
        var url = Url.of("http://a.example/");
        assertThat(jar.header(url, NOW.plusSeconds(59))).contains("x=1");
        assertThat(jar.header(url, NOW.plusSeconds(60))).isEmpty();
    }

    @Test
    void aCookieThatIsOverMakesRoomBeforeOneThatIsNot() {
        store("http://a.example/", "old=1");
        store("http://a.example/", "a=1; Max-Age=60");
        store("http://a.example/", "b=1; Max-Age=60");
        var later = NOW.plusSeconds(60);
        jar.store(Url.of("http://a.example/"), "new=1", later);
        assertThat(jar.header(Url.of("http://a.example/"), later)).contains("old=1; new=1");
    }

    @Test
    void aCookieAsLongAsTheLimitIsKept() {
        store("http://a.example/", "x=" + "y".repeat(98));
        assertThat(sent("http://a.example/")).hasSize(100);
        store("http://b.example/", "x=" + "y".repeat(99));
        assertThat(sent("http://b.example/")).isEmpty();
    }

    @Test
    void theCookieFieldIsFilledToItsLimit() {
        var url = Url.of("http://a.example/");
        var jar = new CookieJar(new FetchOptions.Cookies(1, 2, 8192));
        jar.store(url, "a=" + "x".repeat(4000), NOW);
        jar.store(url, "b=" + "x".repeat(4186), NOW);
        assertThat(jar.header(url, NOW).orElseThrow()).hasSize(8192);
        jar.store(url, "b=" + "x".repeat(4187), NOW);
        assertThat(jar.header(url, NOW).orElseThrow()).hasSize(4002);
    }

    @Test
    void aJarForNoHostIsOff() {
        assertThat(jar.isOn()).isTrue();
        assertThat(new CookieJar(new FetchOptions.Cookies(0, 0, 0)).isOn()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x=a\u007fb", "x=a\u001fb", "x=\u00e9", " =1", "Secure; x=1"})
    void whatIsNoPairOfPrintableTextIsNoCookie(String field) {
        store("https://a.example/", field);
        assertThat(sent("https://a.example/")).isEmpty();
    }

    @Test
    void aValueMayHoldAnyPrintableCharacter() {
        store("http://a.example/", "x= a b~= ");
        assertThat(sent("http://a.example/")).isEqualTo("x=a b~=");
    }
}
