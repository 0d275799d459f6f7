package dev.gossamer.url;

import crawlercommons.domains.EffectiveTldFinder;

/**
 * The public suffix list, private section included: {@code a.github.io} is registered, {@code
 * github.io} is a suffix.
 */
final class PublicSuffixes {
    private PublicSuffixes() {}

    static String registeredDomain(String host) {
        if (host.startsWith("[") || Host.endsInNumber(host)) return host;
        var domain = EffectiveTldFinder.getAssignedDomain(host, true, false);
        return domain == null ? host : domain;
    }
}
