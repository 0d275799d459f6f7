package dev.gossamer.frontier;

import dev.gossamer.url.HostPattern;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Hosts that are not to be asked for now, whatever waits for them: an operator says so. */
final class Blocks {
    static final String REASON = "the host is blocked";

    private Set<String> all = Set.of();
    private final Set<String> names = new HashSet<>();

    /** With these names all hosts below them are blocked too. */
    private final Set<String> domains = new HashSet<>();

    /**
     * These are blocked from now on, and no others.
     *
     * @param patterns as {@link HostPattern} reads them
     * @return whether one of those before is not among them
     */
    boolean set(Collection<String> patterns) {
        boolean isOneGone = !patterns.containsAll(all);
        all = Set.copyOf(patterns);
        names.clear();
        domains.clear();
        for (var pattern : patterns)
            (HostPattern.isDomain(pattern) ? domains : names).add(HostPattern.name(pattern));
        return isOneGone;
    }

    boolean isBlocked(String host) {
        if (names.isEmpty() && domains.isEmpty()) return false;
        if (names.contains(host)) return true;
        if (domains.isEmpty()) return false;
        for (int at = 0; ; ) {
            if (domains.contains(host.substring(at))) return true;
            int dot = host.indexOf('.', at);
            if (dot < 0) return false;
            at = dot + 1;
        }
    }
}
