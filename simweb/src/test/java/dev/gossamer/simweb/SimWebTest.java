package dev.gossamer.simweb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.simweb.Truth.Expect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimWebTest {
    @Test
    void sameSeedMakesTheSameWebAndAnotherSeedAnother() {
        var one = SimWeb.of(SimWebOptions.usual());
        var same = SimWeb.of(SimWebOptions.usual());
        var other = SimWeb.of(SimWebOptions.usual().withSeed(2));
        String seed = one.seedUrls(1).getFirst();
        assertThat(one.answer(seed, 1, 0)).isEqualTo(same.answer(seed, 1, 0));
        assertThat(one.hostName(3)).isNotEqualTo(other.hostName(3));
    }

    @Test
    void everyNameLeadsBackToItsHost() {
        var web = SimWeb.of(SimWebOptions.usual().withSize(3000, 3000));
        var names = new HashSet<String>();
        for (int host = 0; host < 3000; host++) {
            assertThat(web.host(web.hostName(host))).hasValue(host);
            names.add(web.hostName(host));
        }
        assertThat(names).hasSize(3000);
        assertThat(web.host("www.nowhere-5.test")).isEmpty();
        assertThat(web.host("www.amber-99999999999999999999.test")).isEmpty();
        assertThat(web.host("")).isEmpty();
    }

    @Test
    void someHostsShareDomainsAndSomeShareAddresses() {
        var web = SimWeb.of(SimWebOptions.usual().withSize(1000, 1000));
        var domains = new HashSet<String>();
        var addresses = new HashSet<Object>();
        for (int host = 0; host < 1000; host++) {
            domains.add(web.hostName(host).replaceFirst("[a-z]+\\.", ""));
            addresses.add(web.address(host));
            assertThat(web.address(host).isLoopbackAddress()).isTrue();
        }
        assertThat(domains).hasSizeBetween(700, 900);
        assertThat(addresses).hasSizeBetween(920, 990);
    }

    @Test
    void sizesAreSkewedAndAddUp() {
        var web = SimWeb.of(SimWebOptions.usual().withSize(100, 100_000).with(Share.MIRRORS, 0));
        assertThat(web.pages()).isBetween(99_000L, 101_000L);
        var even = SimWeb.of(SimWebOptions.usual().withSize(100, 100_000).withSkew(0));
        assertThat(even.hosts().pages(7)).isEqualTo(1000);
        int largest = 0;
        for (int host = 0; host < 100; host++) largest = Math.max(largest, web.hosts().pages(host));
        assertThat(largest).isGreaterThan(10_000);
    }

    @Test
    void everyUrlThatIsLinkedLeadsBackToItself() {
        var web = SimWeb.of(SimWebOptions.usual().withPort(8080).withFaults(0.05));
        crawl(web, web.seedUrls(1), 20_000)
                .forEach((url, _) -> assertThat(web.url(web.locate(url))).isEqualTo(url));
        var rough = SimWeb.of(rough(3));
        crawl(rough, rough.seedUrls(1), 20_000)
                .forEach((url, _) -> assertThat(rough.url(rough.locate(url))).isEqualTo(url));
    }

    /** A share of everything that the usual web has not. */
    static SimWebOptions rough(long seed) {
        var rough = SimWebOptions.usual().withSeed(seed).withFaults(0.02);
        for (SimFault fault : SimFault.values())
            rough = rough.with(fault, fault.isInMix() ? 0.02 : 0.1);
        return rough.with(Share.BARRED_HOSTS, 0.05)
                .with(Share.MOVED_ROBOTS, 0.2)
                .with(Share.SECOND_ORIGINS, 0.3)
                .with(Share.USERINFO_LINKS, 0.1)
                .with(Share.UNTYPED, 0.1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void theTruthOfARoughWebIsWhatACrawlOfTheModelFinds(long seed) {
        truthIsWhatACrawlFinds(SimWeb.of(rough(seed)), 400);
    }

    @Test
    void aSeedThatMovesBringsItsTargetIntoScope() {
        var web = SimWeb.of(SimWebOptions.usual().plain());
        for (boolean elsewhere : new boolean[] {false, true}) {
            var seeds = web.movedSeedUrls(1, elsewhere);
            var truth = web.truth(seeds, SimScope.HOST);
            assertThat(truth.expect(seeds.getFirst())).isEqualTo(Expect.MOVED);
            assertThat(truth.expect(web.seedUrls(2).get(elsewhere ? 1 : 0))).isEqualTo(Expect.PAGE);
            assertThat(web.answer(seeds.getFirst(), 1, 0).location())
                    .contains(web.seedUrls(2).get(elsewhere ? 1 : 0));
        }
    }

    @Test
    void theSecondOriginOfAHostHasRulesOfItsOwn() {
        var web =
                SimWeb.of(
                        SimWebOptions.usual()
                                .withSize(1, 40)
                                .plain()
                                .with(Share.SECOND_ORIGINS, 1)
                                .with(SimFault.DEAD_ORIGIN, 1));
        var truth = web.truth(web.seedUrls(1), SimScope.ANY);
        var beside = new ArrayList<String>();
        for (int page = 0; page < 40; page++)
            for (String link :
                    web.answer(web.url(PageId.of(0, PageId.Space.PAGE, page)), 1, 0).links())
                if (link.contains(":81/")) beside.add(link);
        assertThat(beside).anyMatch(url -> url.contains("/private/"));
        assertThat(beside)
                .allSatisfy(
                        url ->
                                assertThat(truth.expect(url))
                                        .isEqualTo(
                                                url.contains("/private/")
                                                        ? Expect.PAGE
                                                        : Expect.FORBIDDEN));
        assertThat(web.truth(web.seedUrls(1), SimScope.HOST).expect(beside.getFirst()))
                .isEqualTo(Expect.STRANGE);
        assertThat(web.answer(web.seedUrls(1).getFirst(), 1, 0).links())
                .filteredOn(link -> link.startsWith("https://"))
                .hasSize(3)
                .allSatisfy(url -> assertThat(truth.expect(url)).isEqualTo(Expect.OPTIONAL))
                .allSatisfy(url -> assertThat(web.answer(url, 1, 0).status()).isZero());
    }

    /**
     * A crawler in a few lines, that retries for ever and stays out of traps, sees exactly what the
     * truth says.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void theTruthIsWhatACrawlOfTheModelFinds(long seed) {
        truthIsWhatACrawlFinds(
                SimWeb.of(
                        SimWebOptions.usual()
                                .withSeed(seed)
                                .withFaults(0.02)
                                .with(Share.BARRED_HOSTS, 0.05)),
                800);
    }

    private static void truthIsWhatACrawlFinds(SimWeb web, int least) {
        var truth = web.truth(web.seedUrls(1), SimScope.ANY);
        Map<String, SimAnswer> found = crawl(web, web.seedUrls(1), 100_000);
        var required = new HashSet<String>();
        truth.forEachRequired(
                (url, expect) -> {
                    required.add(url);
                    assertThat(found).containsKey(url);
                    assertThat(expect)
                            .as(url)
                            .isEqualTo(expectation(Objects.requireNonNull(found.get(url))));
                });
        assertThat(required).hasSizeGreaterThan(least).hasSize((int) truth.requiredCount());
        found.keySet().removeAll(required);
        assertThat(found.keySet())
                .allSatisfy(url -> assertThat(truth.expect(url)).isEqualTo(Expect.OPTIONAL));
    }

    private static Expect expectation(SimAnswer answer) {
        if (answer.fault().filter(fault -> !fault.heals()).isPresent()) return Expect.BROKEN;
        return switch (answer.status() / 100) {
            case 2 -> Expect.PAGE;
            case 3 -> Expect.MOVED;
            default -> Expect.GONE;
        };
    }

    /** Follows all links, those of broken pages too, as far as robots.txt allows. */
    private static Map<String, SimAnswer> crawl(SimWeb web, List<String> seeds, int limit) {
        Map<String, SimAnswer> found = new HashMap<>();
        var queue = new ArrayList<>(seeds);
        var seen = new HashSet<>(seeds);
        for (int i = 0; i < queue.size(); i++) {
            String url = queue.get(i);
            assertThat(i).as("size of the crawl").isLessThan(limit);
            long id = web.locate(url);
            if (PageId.space(id) == PageId.Space.TRAP || !web.robots().isAllowed(id)) continue;
            int host = PageId.host(id);
            if (web.pageModel().isSilent(host) || web.pageModel().isNameless(host)) continue;
            SimAnswer answer = web.answer(url, 10, Long.MAX_VALUE);
            found.put(url, answer);
            for (String link : answer.links()) if (seen.add(link)) queue.add(link);
            answer.location()
                    .ifPresent(
                            target -> {
                                if (seen.add(target)) queue.add(target);
                            });
        }
        return found;
    }

    @Test
    void scopeKeepsTheTruthToTheHostsOrDomainsOfTheSeeds() {
        var web = SimWeb.of(SimWebOptions.usual().with(Share.SHARED_DOMAINS, 1));
        var seeds = web.seedUrls(1);
        String sibling = web.seedUrls(2).getLast();
        assertThat(web.truth(seeds, SimScope.HOST).expect(sibling)).isEqualTo(Expect.STRANGE);
        assertThat(web.truth(seeds, SimScope.DOMAIN).expect(sibling)).isEqualTo(Expect.PAGE);
        assertThat(web.truth(seeds, SimScope.DOMAIN).expect(web.seedUrls(5).getLast()))
                .isEqualTo(Expect.STRANGE);
    }

    @Test
    void everyPageOfAHealthyWebIsRequired() {
        var web = SimWeb.of(SimWebOptions.usual().withSize(200, 5000).plain());
        assertThat(web.truth(web.seedUrls(1), SimScope.ANY).requiredCount()).isEqualTo(web.pages());
    }

    @Test
    void aMillionPagesAreWalkedInAFewSeconds() {
        var web = SimWeb.of(SimWebOptions.usual().withSize(1000, 1_000_000));
        assertThat(web.truth(web.seedUrls(1), SimScope.ANY).requiredCount())
                .isGreaterThan(1_000_000);
    }

    @Test
    void optionsSurviveTheirText() {
        var options =
                SimWebOptions.usual()
                        .withSeed(-5)
                        .withFaults(0.01)
                        .withLinks(SizeSpread.exactly(7));
        assertThat(SimWebOptions.of(options.toMap())).isEqualTo(options);
        assertThatThrownBy(() -> options.with("colour", "1"))
                .hasMessageContaining("no such option: colour");
        assertThatThrownBy(() -> options.with(SimFault.SLOW, 1.5)).hasMessageContaining("slow");
        assertThatThrownBy(() -> options.withSize(10, 5))
                .hasMessageContaining("fewer pages than hosts");
    }

    @Test
    void theMoreWordsThereAreTheLessAPageCompresses() throws IOException {
        var options = SimWebOptions.usual().plain().withPageBytes(SizeSpread.exactly(22_500));
        double few = packs(options.with("words", "8"));
        double some = packs(options.with("words", "300"));
        double many = packs(options.with("words", "50000"));
        assertThat(few).isGreaterThan(1.3 * some);
        assertThat(some).isGreaterThan(1.3 * many);
        assertThat(many).isGreaterThan(1.5);
        assertThatThrownBy(() -> options.with("words", "-1")).hasMessageContaining("words not in");
    }

    /** Returns how many times as small the first page of the first host becomes. */
    private static double packs(SimWebOptions options) throws IOException {
        var page = firstPage(options);
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(page.array(), 0, page.length());
        }
        return (double) page.length() / packed.size();
    }

    @Test
    void linksCanLeaveOutTheScheme() {
        var options =
                SimWebOptions.usual()
                        .plain()
                        .with(Share.LEAVING, 0.5)
                        .withLinks(SizeSpread.exactly(50));
        assertThat(firstPage(options).toString()).contains("href=\"//", "href=\"http://");
        assertThat(firstPage(options.with(Share.SCHEMELESS, 1)).toString())
                .contains("href=\"//")
                .doesNotContain("http:");
    }

    private static Ascii firstPage(SimWebOptions options) {
        var page = new Ascii(1 << 15);
        SimWeb.of(options).writer().write(page, PageId.of(0, PageId.Space.PAGE, 0));
        return page;
    }

    @Test
    void popularPagesGetMostLinks() {
        var even = SimWebOptions.usual().withSize(20, 2000).plain();
        assertThat(shareOfTopTenth(inDegrees(even))).isLessThan(0.35);
        assertThat(shareOfTopTenth(inDegrees(even.with(Share.POPULAR, 0.95)))).isGreaterThan(0.45);
    }

    /** Most pages have few links to them, and those with many fall off as on the real web. */
    @Test
    void lifelikeInDegreesFollowAPowerLaw() {
        var web = SimWebOptions.usual().withSize(100, 10_000).plain().lifelike();
        int[] degrees = inDegrees(web);
        assertThat(degrees).as("all are reached").hasSizeGreaterThan(9_900);
        assertThat(degrees[degrees.length / 2]).as("median").isLessThan(10);
        int[] tail = Arrays.stream(degrees).filter(degree -> degree >= 10).toArray();
        // Maximum likelihood for the tail from 10 on (Clauset, Shalizi and Newman, 2009).
        double logs = Arrays.stream(tail).mapToDouble(degree -> Math.log(degree / 9.5)).sum();
        assertThat(1 + tail.length / logs).as("exponent").isBetween(2.0, 2.3);
    }

    @Test
    void everyPageOfALifelikeWebIsKnownToTheTruth() {
        var web = SimWeb.of(SimWebOptions.usual().withSize(40, 2000).lifelike().withFaults(0.01));
        var seeds = web.seedUrls(1);
        var truth = web.truth(seeds, SimScope.ANY);
        assertThat(truth.expect(seeds.getFirst())).isEqualTo(Expect.PAGE);
        for (String link : web.answer(seeds.getFirst(), 1, Long.MAX_VALUE / 2).links())
            assertThat(truth.expect(link)).as(link).isNotEqualTo(Expect.STRANGE);
    }

    private static double shareOfTopTenth(int[] degrees) {
        long top = Arrays.stream(degrees).skip(degrees.length * 9L / 10).asLongStream().sum();
        return (double) top / Arrays.stream(degrees).asLongStream().sum();
    }

    /** Of all that can be reached, sorted; a page's links to another count once. */
    private static int[] inDegrees(SimWebOptions options) {
        var web = SimWeb.of(options);
        var degrees = new HashMap<String, Integer>();
        var queue = new ArrayList<>(web.seedUrls(1));
        degrees.put(queue.getFirst(), 0);
        for (int i = 0; i < queue.size(); i++) {
            var links = web.answer(queue.get(i), 1, Long.MAX_VALUE / 2).links();
            for (String link : new HashSet<>(links)) {
                if (degrees.putIfAbsent(link, 0) == null) queue.add(link);
                degrees.merge(link, 1, Integer::sum);
            }
        }
        return degrees.values().stream().mapToInt(Integer::intValue).sorted().toArray();
    }
}
