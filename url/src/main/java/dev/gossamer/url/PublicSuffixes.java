package dev.gossamer.url;

import crawlercommons.domains.EffectiveTldFinder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The public suffix list, as crawler-commons carries it, with its private section: {@code
 * a.github.io} is a registered domain, {@code github.io} a suffix. A top-level domain that is not
 * listed is a suffix, as the list's default rule says.
 *
 * <p>Asked for the host of every URL, most of which is one of a few, so answers are kept in a table
 * with one place per hash; the newer answer takes the place. Entries are immutable, so threads need
 * no lock.
 */
final class PublicSuffixes {
    /** A power of two. At about 150 bytes an entry, half a megabyte. */
    static final int CACHED = 1 << 12;

    private static final AtomicReferenceArray<Entry> CACHE = new AtomicReferenceArray<>(CACHED);

    private record Entry(byte[] host, String domain) {}

    private PublicSuffixes() {}

    /** A hit allocates nothing. */
    static String registeredDomain(Url url) {
        int hash = 1;
        for (int i = url.hostStart; i < url.hostEnd; i++) hash = 31 * hash + url.text[i];
        int place = (hash ^ (hash >>> 15)) & (CACHED - 1);
        var cached = CACHE.getAcquire(place);
        if (cached != null
                && Arrays.equals(
                        cached.host, 0, cached.host.length, url.text, url.hostStart, url.hostEnd)) {
            return cached.domain;
        }
        var host = Arrays.copyOfRange(url.text, url.hostStart, url.hostEnd);
        var domain = registeredDomain(url.host());
        CACHE.setRelease(place, new Entry(host, domain));
        return domain;
    }

    static String registeredDomain(String host) {
        if (host.startsWith("[") || host.startsWith(".") || HostParser.endsInNumber(host))
            return host;
        var domain = EffectiveTldFinder.getAssignedDomain(host, true, false);
        if (domain != null) return domain;
        boolean isSuffix = EffectiveTldFinder.getEffectiveTLD(host, false) != null;
        return isSuffix
                ? host
                : host.substring(host.lastIndexOf('.', host.lastIndexOf('.') - 1) + 1);
    }
}
