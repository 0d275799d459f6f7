package dev.gossamer.crawl;

import com.google.re2j.Pattern;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The filters that ship, by name, and the pipeline made of them. {@code docs/filters.md} tells what
 * each is for.
 */
final class Filters {
    /** The one that keeps a crawl near its seeds. */
    static final String SCOPE = "scope";

    /** Cheap ones first; the order of {@code crawl.yaml} replaces this one. */
    static final List<NamedArguments> DEFAULT =
            List.of(
                    NamedArguments.of("scheme"),
                    NamedArguments.of("length", "2000"),
                    NamedArguments.of(SCOPE),
                    NamedArguments.of("exclude"),
                    NamedArguments.of("include"),
                    NamedArguments.of("session-ids"),
                    NamedArguments.of("bad-hosts"),
                    NamedArguments.of("bad-paths"),
                    NamedArguments.of("path-depth", "20"),
                    NamedArguments.of("repeated-segments", "2"));

    private static final Set<String> OURS =
            DEFAULT.stream().map(NamedArguments::name).collect(Collectors.toSet());

    /**
     * Ports at which other services than the web listen: "bad ports" of the Fetch standard, which
     * no browser connects to.
     */
    private static final BitSet BAD_PORTS =
            ports(
                    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79,
                    87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137,
                    139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540,
                    548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
                    3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679,
                    6697, 10080);

    private static BitSet ports(int... ports) {
        var set = new BitSet();
        for (int port : ports) set.set(port);
        return set;
    }

    /** Cuts what the rule of the normal form cuts, for crawls whose normal form is another. */
    private static final NormalForm SESSION_IDS =
            NormalForm.of(Set.of(NormalForm.Rule.SESSION_IDS), List.of());

    private Filters() {}

    /** The pipeline that the options ask for. */
    static Pipeline pipeline(CrawlOptions options, SeedScope scope) {
        return pipeline(options, scope, Plugins.of(options));
    }

    /** The same with classes of the user's that are loaded already. */
    static Pipeline pipeline(CrawlOptions options, SeedScope scope, Plugins plugins) {
        var steps = new ArrayList<Pipeline.Step>();
        for (var filter : options.reach().filters()) {
            steps.add(new Pipeline.Step(filter.name(), make(filter, options, scope, plugins)));
        }
        return new Pipeline(steps);
    }

    /**
     * Whether what a filter says of a link depends on the URL alone: one of ours, by its name. The
     * scope looks at the page too where links that lead out of it are checked.
     */
    static boolean isOfUrlAlone(String name, CrawlOptions.Reach reach) {
        return OURS.contains(name) && !(reach.checkLinks() && name.equals(SCOPE));
    }

    private static UrlFilter make(
            NamedArguments filter, CrawlOptions options, SeedScope scope, Plugins plugins) {
        return switch (filter.name()) {
            case "scheme" -> scheme(filter.arguments(), options.seeds());
            case "length" -> length(number(filter));
            case SCOPE -> scope;
            case "include" -> include(options.reach().include());
            case "exclude" -> exclude(options.reach().exclude());
            case "session-ids" -> (url, found) -> SESSION_IDS.apply(url);
            case "bad-hosts" -> badHosts(filter.arguments());
            case "bad-paths" -> badPaths(filter.arguments());
            case "path-depth" -> pathDepth(number(filter));
            case "repeated-segments" -> new RepeatedSegments(number(filter));
            default -> plugins.filter(filter);
        };
    }

    private static int number(NamedArguments filter) {
        try {
            if (filter.arguments().size() == 1)
                return Integer.parseInt(filter.arguments().getFirst());
        } catch (NumberFormatException e) {
            throw Settings.wrong(
                    "filter " + filter.name(), filter.arguments().getFirst(), "a number");
        }
        throw new UsageException(
                "filter " + filter.name() + " needs one number: '- " + filter.name() + ": 20'");
    }

    /**
     * Only what the fetchers speak, at hosts that DNS can have and at ports that browsers connect
     * to; at others only where a seed names host and port.
     */
    static UrlFilter scheme(List<String> schemes, List<Url> seeds) {
        var allowed = schemes.isEmpty() ? Set.of("http", "https") : Set.copyOf(schemes);
        var named = seeds.stream().map(Url::authority).collect(Collectors.toSet());
        return (url, found) -> {
            if (!allowed.contains(url.scheme())) return null;
            if (!url.isHttp()) return url;
            if (!url.isHostResolvable()) return null;
            boolean isBadPort = BAD_PORTS.get(url.port()) && !named.contains(url.authority());
            return isBadPort ? null : url;
        };
    }

    static UrlFilter length(int most) {
        return (url, found) -> url.length() <= most ? url : null;
    }

    static UrlFilter include(List<Pattern> patterns) {
        return (url, found) ->
                patterns.isEmpty() || found.isSeed() || anyFinds(patterns, url) ? url : null;
    }

    static UrlFilter exclude(List<Pattern> patterns) {
        return (url, found) -> anyFinds(patterns, url) ? null : url;
    }

    private static boolean anyFinds(List<Pattern> patterns, Url url) {
        for (var pattern : patterns) {
            if (pattern.matcher(url.toString()).find()) return true;
        }
        return false;
    }

    /** Hosts and domains never to visit; {@code example.org} also bars {@code www.example.org}. */
    static UrlFilter badHosts(List<String> hosts) {
        var barred = new HashSet<String>();
        for (String host : hosts) barred.add(host.toLowerCase(Locale.ROOT));
        if (barred.isEmpty()) return (url, found) -> url;
        return (url, found) -> {
            for (String name = url.host(); ; name = name.substring(name.indexOf('.') + 1)) {
                if (barred.contains(name)) return null;
                if (name.indexOf('.') < 0) return url;
            }
        };
    }

    /**
     * A place that is known to hold nothing new: a view of pages that are reached otherwise, or an
     * action on them.
     *
     * @param sign a text that such a URL always has in its path or query: looked for first, because
     *     a pattern costs a microsecond and most URLs have none
     */
    private record BadPath(String sign, Pattern pattern) {
        static BadPath of(String sign, String pattern) {
            return new BadPath(sign, Pattern.compile(pattern));
        }

        boolean matches(String pathAndQuery) {
            return pathAndQuery.contains(sign) && pattern.matcher(pathAndQuery).find();
        }
    }

    private static final List<BadPath> BAD_PATHS =
            List.of(
                    BadPath.of(".php", "/(?:wp-login|xmlrpc)\\.php(?:$|\\?)"),
                    BadPath.of("/_vti_", "/_vti_(?:bin|cnf|inf|pvt|script|txt)/"), // FrontPage
                    BadPath.of("Special:", "Special:(?:UserLogin|CreateAccount|Random|Book)"));

    private static final List<BadPath> BAD_QUERIES =
            List.of(
                    BadPath.of(
                            "C=",
                            "[?;&]C=[NMSD](?:[;&]O=[AD])?$"), // Apache's directory index, sorted by
                    // its columns
                    BadPath.of("/?", "/\\?[NMSD]=[AD]$"), // the same of Apache 1.3
                    BadPath.of(
                            "replytocom=",
                            "[?&]replytocom=\\d+"), // WordPress: the same page with the comment
                    // form elsewhere
                    BadPath.of(
                            "action=",
                            "[?&]action=(?:edit|history|submit|raw)(?:&|$)"), // MediaWiki
                    BadPath.of("share=", "[?&]share=[a-z0-9_-]*$"),
                    BadPath.of("print=", "[?&]print=[a-z0-9_-]*$"));

    /** Known traps, and the patterns given as arguments. */
    static UrlFilter badPaths(List<String> more) {
        var own = more.stream().map(pattern -> new BadPath("", Patterns.compile(pattern))).toList();
        return (url, found) -> {
            String text = url.pathAndQuery();
            boolean isBad =
                    anyMatches(BAD_PATHS, text)
                            || (text.indexOf('?') >= 0 && anyMatches(BAD_QUERIES, text))
                            || anyMatches(own, text);
            return isBad ? null : url;
        };
    }

    private static boolean anyMatches(List<BadPath> places, String pathAndQuery) {
        for (int i = 0; i < places.size(); i++)
            if (places.get(i).matches(pathAndQuery)) return true;
        return false;
    }

    static UrlFilter pathDepth(int most) {
        return (url, found) -> {
            String path = url.path();
            int slashes = 0;
            for (int i = 0; i < path.length(); i++) if (path.charAt(i) == '/') slashes++;
            return slashes <= most ? url : null;
        };
    }
}
