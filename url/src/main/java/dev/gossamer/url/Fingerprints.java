package dev.gossamer.url;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * 64-bit hashes of URLs and of names under a secret seed, for tables whose keys come from the web.
 * PolymurHash is almost universal: two texts that were chosen without knowledge of the seed collide
 * with a probability of their length times 2^-60, whatever they are. Somebody who publishes links
 * can therefore neither make two URLs share a fingerprint nor crowd a hash table.
 *
 * <p>{@link Url#fingerprint} has no seed: it is for places where different programs must agree.
 */
public final class Fingerprints {
    private final Hasher64 hasher;
    private final long seed;

    private Fingerprints(long seed) {
        this.seed = seed;
        hasher = Hashing.polymurHash2_0(0, seed);
    }

    /** Returns the hashes under this seed, which stay the same across versions. */
    public static Fingerprints seeded(long seed) {
        return new Fingerprints(seed);
    }

    public long seed() {
        return seed;
    }

    /** Returns the fingerprint of the whole URL. */
    public long of(Url url) {
        return hasher.hashBytesToLong(url.text);
    }

    /** Returns the fingerprint of a name in ASCII. */
    public long of(String name) {
        return hasher.hashBytesToLong(name.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns the fingerprint of the URL's host, equal to that of the name itself. */
    public long ofHost(Url url) {
        return hasher.hashBytesToLong(url.text, url.hostStart, url.hostEnd - url.hostStart);
    }

    /** Returns the fingerprint of the last two labels of the URL's host. */
    public long ofLastLabels(Url url) {
        int start = url.hostEnd;
        for (int dots = 0; start > url.hostStart; start--)
            if (url.text[start - 1] == '.' && ++dots == 2) break;
        return hasher.hashBytesToLong(url.text, start, url.hostEnd - start);
    }

    /** Whether both URLs have the same host; cheaper than a comparison of names or hashes. */
    public static boolean areOfOneHost(Url one, Url other) {
        return Arrays.equals(
                one.text, one.hostStart, one.hostEnd, other.text, other.hostStart, other.hostEnd);
    }
}
