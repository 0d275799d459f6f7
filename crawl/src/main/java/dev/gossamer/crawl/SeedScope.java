package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a crawl near its seeds. Where a seed is redirected (a bare domain to its www host, http to
 * https) the target counts as a seed: who names {@code example.org} means the site that it leads
 * to.
 *
 * <p>Where the links that lead out are to be checked, a URL outside passes if a page inside names
 * it, and so does what it is redirected to: one step out, and no further.
 */
final class SeedScope implements UrlFilter {
    private final Scope scope;
    private final boolean areLinksChecked;
    private final Set<String> roots = ConcurrentHashMap.newKeySet();

    /** The roots once more in their order, for {@link Scope#PATH} alone. */
    private final NavigableSet<String> paths = new ConcurrentSkipListSet<>();

    /** The hosts of the roots, where a root is a URL. */
    private final Set<String> hosts = ConcurrentHashMap.newKeySet();

    private final NewRoots newRoots;

    /** Ends when everybody knows the roots that redirects have added so far. */
    private volatile CompletableFuture<Void> settled = CompletableFuture.completedFuture(null);

    /** Hears of roots that redirects of seeds add. Called by workers. */
    interface NewRoots {
        /** Keeps a root for the next run. */
        void keep(String root);

        /** Tells others who crawl; the future ends when they know it. */
        default CompletableFuture<Void> tell(String root) {
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Without links that lead out. */
    SeedScope(Scope scope, List<Url> seeds) {
        this(scope, false, seeds, List.of(), _ -> {});
    }

    /**
     * @param areLinksChecked whether URLs outside pass that a page inside names
     * @param earlier what redirects of seeds added in an earlier run
     * @param newRoots told what to give as earlier next time
     */
    SeedScope(
            Scope scope,
            boolean areLinksChecked,
            List<Url> seeds,
            List<String> earlier,
            NewRoots newRoots) {
        this.scope = scope;
        this.areLinksChecked = areLinksChecked;
        this.newRoots = newRoots;
        for (String root : earlier) add(root);
        for (Url seed : seeds) add(root(seed));
    }

    @Override
    public @Nullable Url apply(Url url, Found found) {
        if (found.isSeed()) {
            // The set is bounded: at most one root for each seed and redirect of a seed. What an
            // application asks for does not widen the crawl.
            boolean isOfSeed = found.redirects() > 0 && RequestMark.of(found.via()).isEmpty();
            if (isOfSeed && add(root(url))) found(root(url));
            return url;
        }
        return isInside(url) || (areLinksChecked && isOneStepOut(found)) ? url : null;
    }

    private synchronized void found(String root) {
        newRoots.keep(root);
        settled = CompletableFuture.allOf(settled, newRoots.tell(root));
    }

    /** A redirect that another process has met added this root. */
    void learn(String root) {
        if (add(root)) newRoots.keep(root);
    }

    /** Returns what ends when everybody knows the roots that redirects have added so far. */
    CompletableFuture<Void> settled() {
        return settled;
    }

    /** Only pages inside have links that are followed; of one outside only a redirect is. */
    private boolean isOneStepOut(Found found) {
        return found.redirects() > 0 || found.depth() == 1 || isInside(found.via());
    }

    /** Whether the crawl fetches this URL; otherwise it only checks it, if at all. */
    boolean isInside(Url url) {
        return switch (scope) {
            case ANY -> true;
            case PAGE, HOST, DOMAIN -> roots.contains(root(url));
            case PATH -> isBelowAPath(url.toString());
        };
    }

    /** Whether nothing of this host lies inside. */
    boolean isForeign(Url url) {
        return switch (scope) {
            case ANY -> false;
            case HOST, DOMAIN -> !isInside(url);
            case PAGE, PATH -> !hosts.contains(url.host());
        };
    }

    /** How many roots there are: they become more when seeds are redirected. */
    int size() {
        return roots.size();
    }

    /**
     * Whether one of the roots begins the URL. Every such root stands at or before the URL in their
     * order, and whatever stands between the two begins with that root; so the search goes on with
     * what the URL has in common with the one found, which gets shorter each time.
     */
    private boolean isBelowAPath(String url) {
        String rest = url;
        for (String root = paths.floor(rest); root != null; root = paths.floor(rest)) {
            if (rest.startsWith(root)) return true;
            int common = 0;
            int most = Math.min(root.length(), rest.length());
            while (common < most && root.charAt(common) == rest.charAt(common)) common++;
            rest = rest.substring(0, common);
        }
        return false;
    }

    private boolean add(String root) {
        if (scope == Scope.PATH) paths.add(root);
        if (scope == Scope.PATH || scope == Scope.PAGE)
            Url.parse(root).map(Url::host).ifPresent(hosts::add);
        return roots.add(root);
    }

    private String root(Url url) {
        return switch (scope) {
            case ANY -> "";
            case PAGE -> url.toString();
            // Both default ports are one site: links between http and https stay inside.
            case HOST ->
                    url.port() == 80 || url.port() == 443
                            ? url.host()
                            : url.host() + ":" + url.port();
            case DOMAIN -> url.registeredDomain();
            case PATH -> url.origin() + url.path().substring(0, url.path().lastIndexOf('/') + 1);
        };
    }
}
