package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeedScopeTest {
    private static final Url SEED = Url.of("http://a.test/x/");
    private static final Url OUTSIDE = Url.of("http://b.test/");

    private static SeedScope checking(boolean areLinksChecked) {
        return new SeedScope(Scope.HOST, areLinksChecked, List.of(SEED), List.of(), _ -> {});
    }

    @ParameterizedTest
    @CsvSource({
        "a link on a page inside, http://a.test/y, 3, 0, true",
        "a link on a page outside, http://c.test/y, 3, 0, false",
        "a redirect of a page outside, http://c.test/y, 3, 1, true",
        "a link on a seed that was redirected, http://c.test/y, 1, 0, true",
    })
    void linksThatAreCheckedLeadOneStepOut(
            String what, String via, int depth, int redirects, boolean passes) {
        var found = new Found(Url.of(via), depth, redirects);
        assertThat(checking(true).apply(OUTSIDE, found) != null).as(what).isEqualTo(passes);
        assertThat(checking(false).apply(OUTSIDE, found)).as(what).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "ANY, http://b.test/, false",
        "HOST, http://a.test/y, false",
        "HOST, http://b.test/, true",
        "DOMAIN, http://www.a.test/, false",
        "DOMAIN, http://b.test/, true",
        "PAGE, http://a.test/y, false",
        "PAGE, http://b.test/x/, true",
        "PATH, http://a.test/y, false",
        "PATH, http://b.test/x/, true",
    })
    void aHostIsForeignWhenNothingOfItLiesInside(Scope scope, String url, boolean isForeign) {
        var filter = new SeedScope(scope, List.of(SEED));
        assertThat(filter.isForeign(Url.of(url))).isEqualTo(isForeign);
    }

    @Test
    void aRedirectOfASeedIsRememberedOnceAndHoldsInTheNextRun() {
        var remembered = new ArrayList<String>();
        var first = new SeedScope(Scope.HOST, false, List.of(SEED), List.of(), remembered::add);
        first.apply(SEED, Found.seed(SEED));
        assertThat(remembered).as("a seed is a root already").isEmpty();
        first.apply(OUTSIDE, new Found(SEED, 0, 1));
        assertThat(remembered).hasSize(1);
        first.apply(OUTSIDE, new Found(SEED, 0, 1));
        assertThat(remembered).as("told once").hasSize(1);
        assertThat(first.size()).isEqualTo(2);

        var next = new SeedScope(Scope.HOST, false, List.of(SEED), remembered, _ -> {});
        assertThat(next.isInside(OUTSIDE)).isTrue();
        assertThat(next.isInside(Url.of("http://c.test/"))).isFalse();
    }

    @Test
    void anotherSeedThatIsNotRedirectedAddsNoRoot() {
        var filter = new SeedScope(Scope.HOST, List.of(SEED));
        assertThat(filter.apply(OUTSIDE, Found.seed(OUTSIDE))).isEqualTo(OUTSIDE);
        assertThat(filter.isInside(OUTSIDE)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "http://a.test/, https://a.test/, true",
        "https://a.test/, http://a.test/, true",
        "http://a.test:8080/, http://a.test:8080/y, true",
        "http://a.test:8080/, http://a.test:8081/, false",
        "http://a.test:8080/, http://a.test/, false",
    })
    void aHostIsOneSiteAtBothDefaultPortsAndAnotherAtEachOther(
            String seed, String url, boolean isInside) {
        var filter = new SeedScope(Scope.HOST, List.of(Url.of(seed)));
        assertThat(filter.isInside(Url.of(url))).isEqualTo(isInside);
    }
}
