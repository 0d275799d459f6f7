package dev.gossamer.alike;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gossamer.store.PayloadDigest;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HostMirrorsTest {
    private final HostMirrors hosts = new HostMirrors();

    private static PayloadDigest content(long number) {
        byte[] sha1 = new byte[20];
        new Random(number).nextBytes(sha1);
        return new PayloadDigest(sha1);
    }

    private void add(String host, int from, int to) {
        for (int i = from; i < to; i++) hosts.add(host, content(i));
    }

    @Test
    void hostsThatShareMostOfTheirContentsAreTold() {
        add("a.test", 0, 1000);
        add("mirror.test", 0, 1000);
        add("mostly.test", 100, 1000);
        add("other.test", 5000, 6000);
        add("partly.test", 900, 2000);
        var mirrors = hosts.mirrors();
        assertThat(mirrors)
                .extracting(each -> each.host() + "=" + each.other())
                .containsExactly(
                        "a.test=mirror.test", "a.test=mostly.test", "mirror.test=mostly.test");
        assertThat(mirrors.getFirst().common()).isEqualTo(1);
        assertThat(mirrors.get(1).common()).isEqualTo(0.9, within(0.1));
    }

    @Test
    void smallHostsAreCountedExactlyAndTinyOnesSayNothing() {
        add("a.test", 0, 10);
        add("b.test", 4, 10);
        add("tiny.test", 20, 23);
        add("tiny2.test", 20, 23);
        assertThat(hosts.mirrors())
                .containsExactly(new HostMirrors.Mirror("a.test", "b.test", 0.6, 6));
    }

    @Test
    void contentThatManyHostsHaveMakesNoMirrors() {
        for (int host = 0; host < HostMirrors.MAX_SHARED_BY + 1; host++) {
            add("h" + host + ".test", 0, 10);
        }
        assertThat(hosts.mirrors()).isEmpty();
    }

    @Test
    void noMoreThanALimitOfPairsIsTold() {
        for (int group = 0; group < 30; group++) {
            for (int host = 0; host < 10; host++) {
                add("h" + host + "." + group + ".test", group * 10, group * 10 + 10);
            }
        }
        assertThat(hosts.mirrors()).hasSize(HostMirrors.MAX_TOLD); // of 30 * 45
    }

    @Test
    void hostsBeyondTheLimitAreLeftOut() {
        for (int host = 0; host < HostMirrors.MAX_HOSTS; host++) hosts.add("h" + host, content(1));
        add("late.test", 0, 10);
        add("later.test", 0, 10);
        assertThat(hosts.mirrors()).isEmpty();
    }
}
