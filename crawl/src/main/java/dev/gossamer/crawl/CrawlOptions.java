package dev.gossamer.crawl;

import com.google.re2j.Pattern;
import dev.gossamer.derive.DerivedData;
import dev.gossamer.fetch.FetchOptions;
import dev.gossamer.store.WarcOptions;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a crawl is to do: the values of all {@link Settings}, checked together and grouped by the
 * part of the crawl that uses them.
 *
 * @param settings the same values by setting
 */
public record CrawlOptions(
        SettingValues settings,
        List<Url> seeds,
        Reach reach,
        Limits limits,
        Politeness politeness,
        Pacing pacing,
        Identity identity,
        Network network,
        Storage storage,
        OwnCode own) {

    /**
     * Which URLs belong to the crawl, and in which order they come.
     *
     * @param filters the pipeline that every URL passes, in this order
     * @param types beginnings of the media types to download, decided from the head; empty for all
     * @param decline what else is not downloaded, decided from the head
     * @param normal which spellings are taken for one URL
     * @param resources whether to fetch what pages are made of (images, styles, scripts) besides
     *     pages
     * @param sitemaps whether to fetch what sitemaps name
     * @param relations whether to fetch what pages name as the next, previous or canonical one
     * @param checkLinks whether to ask for the heads of what pages name outside the scope
     */
    public record Reach(
            Scope scope,
            List<Pattern> include,
            List<Pattern> exclude,
            Order order,
            List<NamedArguments> filters,
            boolean resources,
            boolean sitemaps,
            boolean relations,
            boolean checkLinks,
            List<String> types,
            Set<String> decline,
            NormalRules normal) {
        static Reach of(SettingValues settings) {
            return new Reach(
                    settings.get(Settings.SCOPE),
                    settings.get(Settings.INCLUDE),
                    settings.get(Settings.EXCLUDE),
                    settings.get(Settings.ORDER),
                    settings.get(Settings.FILTERS),
                    settings.get(Settings.RESOURCES),
                    settings.get(Settings.SITEMAPS),
                    settings.get(Settings.RELATIONS),
                    settings.get(Settings.CHECK_LINKS),
                    settings.get(Settings.TYPES),
                    Set.copyOf(settings.get(Settings.DECLINE)),
                    new NormalRules(
                            Set.copyOf(settings.get(Settings.NORMAL_FORM)),
                            settings.get(Settings.TRACKING_PARAMETERS)));
        }
    }

    /**
     * Which spellings are taken for one URL.
     *
     * @param tracking names of query parameters that say nothing about the page
     */
    public record NormalRules(Set<NormalForm.Rule> rules, List<String> tracking) {
        NormalForm form() {
            return NormalForm.of(rules, tracking);
        }
    }

    /**
     * What can get infinite, will: so each has a value, also when nobody asked.
     *
     * @param maxRequests 0 where it follows from {@code maxPages}
     * @param maxBytes of bodies as they came; 0 for no limit
     * @param maxStateBytes of the frontier's files; 0 where it follows from the disk
     */
    public record Limits(
            long maxPages,
            int maxDepth,
            Duration maxTime,
            long maxPagesPerHost,
            long maxBodyBytes,
            int maxAttempts,
            long maxRequests,
            long maxBytes,
            long maxStateBytes) {
        /** Half of what browsers follow (Fetch standard: 20); honest chains have two or three. */
        static final int MAX_REDIRECTS = 10;

        static Limits of(SettingValues settings) {
            return new Limits(
                    settings.get(Settings.MAX_PAGES),
                    settings.get(Settings.MAX_DEPTH),
                    settings.get(Settings.MAX_TIME),
                    settings.get(Settings.MAX_PAGES_PER_HOST),
                    settings.get(Settings.MAX_BODY),
                    settings.get(Settings.MAX_ATTEMPTS),
                    settings.get(Settings.MAX_REQUESTS),
                    settings.get(Settings.MAX_BYTES),
                    settings.get(Settings.MAX_STATE));
        }

        /** A site where nine requests of ten give no page has something wrong. */
        private static final long REQUESTS_PER_PAGE = 10;

        private static final long SPARE_REQUESTS = 10_000;

        /** Returns after how many requests of all kinds the crawl ends. */
        public long requests() {
            if (maxRequests > 0) return maxRequests;
            return maxPages > (Long.MAX_VALUE - SPARE_REQUESTS) / REQUESTS_PER_PAGE
                    ? Long.MAX_VALUE
                    : REQUESTS_PER_PAGE * maxPages + SPARE_REQUESTS;
        }

        /** Returns how many redirects in a row are followed. */
        public int maxRedirects() {
            return MAX_REDIRECTS;
        }
    }

    /**
     * How often servers are asked.
     *
     * @param delay from the end of an answer to the next request to the same host or address
     * @param connections in all; 0 where they are to follow the rate
     * @param requestsPerSecond in all; 0 is no limit
     * @param retryWait before the second attempt; it doubles with each
     * @param setAside how long an origin that goes on failing is left alone; zero for 180 times the
     *     first wait
     * @param ignoreRobots hosts of the user's own, whose robots.txt is not asked for
     * @param blocked hosts that are not to be asked for now, or {@code *.} and a name
     */
    public record Politeness(
            Duration delay,
            int connectionsPerHost,
            int connections,
            double requestsPerSecond,
            Duration retryWait,
            Duration setAside,
            Set<String> ignoreRobots,
            Set<String> blocked) {
        static Politeness of(SettingValues settings) {
            return new Politeness(
                    settings.get(Settings.DELAY),
                    settings.get(Settings.CONNECTIONS_PER_HOST),
                    settings.get(Settings.CONNECTIONS).orElse(0),
                    settings.get(Settings.RATE),
                    settings.get(Settings.RETRY_WAIT),
                    settings.get(Settings.SET_ASIDE),
                    Set.copyOf(settings.get(Settings.IGNORE_ROBOTS)),
                    Set.copyOf(settings.get(Settings.BLOCK)));
        }
    }

    /**
     * Who crawls.
     *
     * @param agent the name in the User-Agent header and the one that robots.txt is read for
     * @param contact where the people whose servers we visit can reach us
     * @param userAgent the whole User-Agent header, in place of one made of the others
     */
    public record Identity(String agent, Optional<String> contact, Optional<String> userAgent) {
        static Identity of(SettingValues settings) {
            return new Identity(
                    settings.get(Settings.AGENT),
                    settings.get(Settings.CONTACT),
                    settings.get(Settings.USER_AGENT));
        }
    }

    /**
     * How servers are reached.
     *
     * @param dns name servers to ask instead of the system's
     * @param cookies whether to keep and send them
     * @param sites what certain origins are sent in addition
     */
    public record Network(
            List<InetSocketAddress> dns,
            Optional<FetchOptions.Proxy> proxy,
            PrivateAddresses privateAddresses,
            boolean insecure,
            AnswerLimits answer,
            boolean cookies,
            List<SiteEntry> sites) {
        static Network of(SettingValues settings) {
            return new Network(
                    settings.get(Settings.DNS),
                    settings.get(Settings.PROXY),
                    new PrivateAddresses(
                            settings.get(Settings.ALLOW_PRIVATE), settings.get(Settings.ADMITTED)),
                    settings.get(Settings.INSECURE),
                    AnswerLimits.of(settings),
                    settings.get(Settings.COOKIES),
                    settings.get(Settings.SITES));
        }

        /** Returns what to send in addition, by origin. */
        Map<String, FetchOptions.Site> bySite() {
            var all = new LinkedHashMap<String, FetchOptions.Site>();
            for (var entry : sites) all.put(entry.origin(), entry.site());
            return all;
        }
    }

    /**
     * What is kept.
     *
     * @param warcBytes a WARC file that has reached this is closed and the next begun
     * @param derived what is built from the archive; nothing without an archive
     * @param metadata whether the archive tells of each page how it was found, what it took and
     *     where it points
     * @param known folders of earlier crawls: what they hold is referred to and not stored again
     */
    public record Storage(
            Set<StoreKind> stores,
            WarcOptions.Codec compression,
            long warcBytes,
            Set<DerivedData> derived,
            boolean metadata,
            List<Path> known,
            NearDuplicatePages nearDuplicates) {
        static Storage of(SettingValues settings) {
            var stores = Set.copyOf(settings.get(Settings.STORE));
            return new Storage(
                    stores,
                    settings.get(Settings.COMPRESSION),
                    settings.get(Settings.WARC_SIZE),
                    stores.contains(StoreKind.WARC) ? derived(settings) : Set.of(),
                    settings.get(Settings.METADATA),
                    settings.get(Settings.KNOWN),
                    settings.get(Settings.NEAR_DUPLICATES));
        }

        private static Set<DerivedData> derived(SettingValues settings) {
            var derived = EnumSet.noneOf(DerivedData.class);
            if (settings.get(Settings.LINKS)) derived.add(DerivedData.LINKS);
            if (settings.get(Settings.INDEX)) derived.add(DerivedData.INDEX);
            return derived;
        }
    }

    /**
     * Code of the user's.
     *
     * @param plugins jars and folders with classes
     * @param used classes to make stores, orders and listeners of
     */
    public record OwnCode(List<Path> plugins, List<NamedArguments> used) {
        static OwnCode of(SettingValues settings) {
            return new OwnCode(settings.get(Settings.PLUGIN), settings.get(Settings.USE));
        }
    }

    /** What becomes of a page whose text was seen before in nearly the same words. */
    public enum NearDuplicatePages {
        /** Nobody looks for them. */
        OFF,
        /** They are counted and told, and else are pages like others. */
        COUNT,
        /** Their links are followed; they themselves are not stored. */
        NO_ARCHIVE,
        /** They are stored; their links are not followed. */
        NO_FOLLOW,
        /** Neither. */
        DROP;

        boolean areArchived() {
            return this != NO_ARCHIVE && this != DROP;
        }

        boolean areFollowed() {
            return this != NO_FOLLOW && this != DROP;
        }
    }

    /** Reads the options of a crawl from its {@code crawl.yaml}. */
    static CrawlOptions load(Path file) throws IOException {
        return read(Settings.load(file));
    }

    /**
     * Checks settings that depend on each other, and groups them.
     *
     * @throws UsageException if they contradict each other, or name no seed
     */
    static CrawlOptions read(SettingValues settings) {
        if (settings.get(Settings.SEEDS).isEmpty()) {
            throw new UsageException(
                    "no URL to start from; name one, or a file of them with --seeds");
        }
        var stores = settings.get(Settings.STORE);
        if (stores.contains(StoreKind.NONE) && stores.size() > 1) {
            throw new UsageException("store is 'none' and something else; choose one");
        }
        int perHost = settings.get(Settings.CONNECTIONS_PER_HOST);
        int connections = settings.get(Settings.CONNECTIONS).orElse(Integer.MAX_VALUE);
        if (perHost > connections) {
            throw new UsageException(
                    "connections-per-host is %d but connections is only %d"
                            .formatted(perHost, connections));
        }
        var identity = Identity.of(settings);
        UserAgent.check(identity);
        return new CrawlOptions(
                settings,
                settings.get(Settings.SEEDS),
                Reach.of(settings),
                Limits.of(settings),
                Politeness.of(settings),
                Pacing.of(settings),
                identity,
                Network.of(settings),
                Storage.of(settings),
                OwnCode.of(settings));
    }
}
