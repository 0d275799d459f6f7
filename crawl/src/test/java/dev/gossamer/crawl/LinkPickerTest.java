package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.parse.Link;
import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which kinds of links lead on, and which of many URLs are kept as examples. */
class LinkPickerTest {
    private static CrawlOptions.Reach reach(boolean resources, boolean relations) {
        return CrawlOptions.read(
                        Settings.of(
                                Map.of(
                                        "seeds", "http://a.test/",
                                        "resources", resources,
                                        "relations", relations)))
                .reach();
    }

    @ParameterizedTest
    @CsvSource({
        "NAVIGATE, '', false, false, ''",
        "NAVIGATE, nofollow, false, false, ''",
        "FRAME, '', false, false, ''",
        "REFRESH, '', false, false, ''",
        "FORM, '', true, true, form",
        "RESOURCE, '', false, true, resources",
        "RESOURCE, '', true, false, ''",
        "RELATION, next, true, false, relation",
        "RELATION, next, false, true, ''",
        "RELATION, prev, false, true, ''",
        "RELATION, canonical, false, true, ''",
        "RELATION, alternate canonical, false, true, ''",
        "RELATION, alternate, false, true, relation",
        "RELATION, nextx, false, true, relation",
    })
    void kindsOfLinksLeadOnOrNot(
            Link.Kind kind, String rel, boolean resources, boolean relations, String rule) {
        var link = new Link(Url.of("http://a.test/x"), kind, rel, "", 0);
        assertThat(LinkPicker.ruleOfKind(link, reach(resources, relations))).isEqualTo(rule);
    }

    /** All of the first ones, then one in so many that each doubling costs the same. */
    @Test
    void fewerAndFewerUrlsAreTakenAsExamples() {
        var sampler = new Sampler();
        var taken = new ArrayList<Integer>();
        for (int i = 1; i <= 4096; i++) if (sampler.isTaken("scope")) taken.add(i);
        assertThat(taken.subList(0, 33)).isEqualTo(firstOnes());
        assertThat(taken.stream().filter(i -> i > 1024 && i <= 2048).count()).isBetween(11L, 16L);
        assertThat(taken.stream().filter(i -> i > 2048 && i <= 4096).count()).isBetween(11L, 16L);
        assertThat(sampler.isTaken("exclude")).as("another rule").isTrue();
    }

    private static List<Integer> firstOnes() {
        var ones = new ArrayList<Integer>();
        for (int i = 1; i <= 32; i++) ones.add(i);
        ones.add(34);
        return ones;
    }
}
