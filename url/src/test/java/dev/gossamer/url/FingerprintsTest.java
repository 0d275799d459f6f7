package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import org.junit.jupiter.api.Test;

class FingerprintsTest {
    private static final Url ONE = Url.of("https://www.example.co.uk:8080/a?b");

    /** They are on disk. */
    @Test
    void theyStayTheSameAcrossVersions() {
        assertThat(Fingerprints.seeded(0).of(ONE)).isEqualTo(0x474FF067341EE0A6L);
        assertThat(Fingerprints.seeded(2026).of(ONE)).isEqualTo(0xF5E4BC0CAF7CFC77L);
    }

    @Test
    void partsOfAUrlHashAsTheirText() {
        var fingerprints = Fingerprints.seeded(7);
        assertThat(fingerprints.of(ONE)).isEqualTo(fingerprints.of(ONE.toString()));
        assertThat(fingerprints.ofHost(ONE)).isEqualTo(fingerprints.of("www.example.co.uk"));
        assertThat(fingerprints.ofLastLabels(ONE)).isEqualTo(fingerprints.of("co.uk"));
        assertThat(fingerprints.ofLastLabels(Url.of("http://localhost/")))
                .isEqualTo(fingerprints.of("localhost"));
        assertThat(fingerprints.seed()).isEqualTo(7);
    }

    @Test
    void anotherSeedMakesOtherFingerprints() {
        var all = new HashSet<Long>();
        for (long seed = 0; seed < 1_000; seed++) all.add(Fingerprints.seeded(seed).of(ONE));
        assertThat(all).hasSize(1_000);
    }

    @Test
    void hostsAreComparedWithoutTheRest() {
        assertThat(Fingerprints.areOfOneHost(ONE, Url.of("http://www.example.co.uk/"))).isTrue();
        assertThat(Fingerprints.areOfOneHost(ONE, Url.of("http://ww.example.co.uk/"))).isFalse();
    }
}
