package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of hosts: other scripts, patterns, registered domains, shards and fingerprints. */
class HostNamesTest {
    private static final List<String> LABELS =
            List.of("a", "b", "www", "example", "co", "uk", "com", "github", "io", "test", "de");

    private static String name(Random random) {
        var labels = new ArrayList<String>();
        for (int n = 1 + random.nextInt(5); n > 0; n--)
            labels.add(
                    LABELS.get(random.nextInt(LABELS.size())) + (random.nextInt(4) > 0 ? "" : n));
        labels.add("com");
        return String.join(".", labels);
    }

    @ParameterizedTest
    @CsvSource({
        "EXAMPLE.Com, example.com",
        "bücher.test, xn--bcher-kva.test",
        "BÜCHER.test, xn--bcher-kva.test",
        "bu\u0308cher.test, xn--bcher-kva.test",
        "xn--bcher-kva.test, xn--bcher-kva.test",
        "XN--BCHER-KVA.test, xn--bcher-kva.test",
        "straße.test, xn--strae-oqa.test",
        "a。b．c｡d, a.b.c.d",
        "ａｂｃ.test, abc.test",
        "so\u00ADft.test, soft.test",
        "b%C3%BCcher.test, xn--bcher-kva.test",
        "a_b.test, a_b.test",
        "a--b.test, a--b.test",
        "ab--c.test, ab--c.test",
        "-a-.test, -a-.test",
        "日本語.test, xn--wgv71a119e.test",
    })
    void aNameIsWrittenInSmallAsciiLetters(String text, String host) {
        assertThat(Url.of("http://" + text + "/").host()).isEqualTo(host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "é.xn--a",
                "é.xn--",
                "é.xn--zzzzzzz999",
                "a\u0000b",
                "a%80b",
                "\u00AD",
                "\uFFFD.test",
                "é.xn--a-.test",
                "a\u200Db.test",
                "\u0301a.test",
            })
    void aNameThatCannotBeIsNoHost(String text) {
        assertThat(Url.parse("http://" + text + "/")).isEmpty();
    }

    /** A model in three words. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void aPatternMatchesTheNameAndWhatEndsInADotAndTheName(long seed) {
        var random = new Random(seed);
        int matched = 0;
        for (int i = 0; i < 20_000; i++) {
            String host = name(random);
            // Often a part of the host itself, cut anywhere.
            String name =
                    random.nextBoolean()
                            ? name(random)
                            : host.substring(random.nextInt(host.length()));
            boolean isBelow = host.equals(name) || host.endsWith("." + name);
            assertThat(HostPattern.matches("*." + name, host))
                    .as("seed %d: %s in *.%s", seed, host, name)
                    .isEqualTo(isBelow);
            assertThat(HostPattern.matches(name, host)).isEqualTo(host.equals(name));
            if (isBelow) matched++;
        }
        assertThat(matched).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://a.test", "a.test/", "a.test#x", "a.test?", "a.test:1", "@a.test",
                        ":@a.test",
                "a:b@c.test", "*.a.test:80", "*.@a.test", "[::1]:80", "[::1", "a\\b", "/a.test",
                "\\a.test", "*./a.test", " a.test", "a.test ", "a\t.test", "a.test\n", "a.test:",
            })
    void aPatternIsAHostAndNothingElse(String text) {
        assertThat(HostPattern.parse(text)).isEmpty();
    }

    /** As the standard has it: only what is translated is checked. */
    @ParameterizedTest
    @ValueSource(strings = {"xn--a", "xn--", "xn--zzzzzzz999", "xn--a-.test"})
    void anAsciiNameIsNotDecoded(String text) {
        assertThat(Url.of("http://" + text + "/").host()).isEqualTo(text);
    }

    /** Answers are kept by a hash of the host; more hosts than places, asked twice. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7})
    void registeredDomainsAreTheSameWhetherKeptOrNot(long seed) {
        var random = new Random(seed);
        var hosts = new ArrayList<String>();
        for (int i = 0; i < 2 * PublicSuffixes.CACHED; i++) hosts.add(name(random));
        hosts.addAll(hosts.subList(0, 1_000));
        for (var host : hosts) {
            assertThat(Url.of("http://u@" + host + ":81/x").registeredDomain())
                    .as("seed %d", seed)
                    .isEqualTo(PublicSuffixes.registeredDomain(host));
        }
    }

    /** Two hosts of one length and one hash: the second is not taken for the first. */
    @Test
    void hostsWithOneHashAreToldApart() {
        assertThat("an".hashCode()).isEqualTo("c0".hashCode());
        assertThat(Url.of("http://x.an.com/").registeredDomain()).isEqualTo("an.com");
        assertThat(Url.of("http://x.c0.com/").registeredDomain()).isEqualTo("c0.com");
        assertThat(Url.of("http://x.an.com/").registeredDomain()).isEqualTo("an.com");
    }

    @Test
    void shardsShareTheHostsEvenlyAndByNameAlone() {
        var counts = new int[8];
        for (int i = 0; i < 8_000; i++) {
            var url = Url.of("https://u:p@h" + i + ".test:81/x?y#z");
            int shard = url.shard(8);
            assertThat(shard).isEqualTo(Url.shardOf(url.host(), 8));
            assertThat(shard).isEqualTo(Url.of("http://h" + i + ".test/").shard(8));
            counts[shard]++;
        }
        for (int count : counts) assertThat(count).isBetween(850, 1_150);
    }

    @Test
    void twiceTheShardsSplitEachInTwo() {
        for (int i = 0; i < 1_000; i++) {
            var url = Url.of("http://h" + i + ".test/");
            assertThat(url.shard(16) / 2).isEqualTo(url.shard(8));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://h/, h",
        "http://b.test/, b.test",
        "http://a.b.test:81/x.y.z, b.test",
        "http://u.v@a.b.c.test/, c.test",
        "http://a.b.test./, test.",
        "http://[::1]/, [::1]",
        "http://1.2.3.4/, 3.4",
    })
    void theLastLabelsOfAHostHashAsTheirText(String url, String labels) {
        var fingerprints = Fingerprints.seeded(7);
        assertThat(fingerprints.ofLastLabels(Url.of(url))).isEqualTo(fingerprints.of(labels));
    }

    @ParameterizedTest
    @CsvSource({
        "http://a.test/, https://u:p@a.test:81/x?y, true",
        "http://a.test/, http://b.test/, false",
        "http://a.test/, http://a.test.b/, false",
        "http://a.test/, http://xa.test/, false",
        "file:///a, foo:b, true",
        "file:///a, http://a/, false",
    })
    void urlsAreOfOneHostByItsNameAlone(String one, String other, boolean isOne) {
        assertThat(Fingerprints.areOfOneHost(Url.of(one), Url.of(other))).isEqualTo(isOne);
        assertThat(Fingerprints.areOfOneHost(Url.of(other), Url.of(one))).isEqualTo(isOne);
    }

    @Test
    void urlsThatDifferAnywhereHaveDifferentFingerprints() {
        var fingerprints = Fingerprints.seeded(2026);
        var secret = new HashSet<Long>();
        var open = new HashSet<Long>();
        for (var text :
                List.of(
                        "http://h/",
                        "https://h/",
                        "http://g/",
                        "http://h:81/",
                        "http://u@h/",
                        "http://h/a",
                        "http://h/A",
                        "http://h/a/",
                        "http://h/?",
                        "http://h/#",
                        "http://h/?a",
                        "http://h/#a")) {
            assertThat(secret.add(fingerprints.of(Url.of(text)))).as(text).isTrue();
            assertThat(open.add(Url.of(text).fingerprint())).as(text).isTrue();
        }
    }
}
