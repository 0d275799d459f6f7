package dev.gossamer.crawl;

import dev.gossamer.fetch.DnsOptions;
import dev.gossamer.fetch.DnsResolver;
import dev.gossamer.fetch.FetchOptions;
import dev.gossamer.fetch.Fetcher;
import dev.gossamer.fetch.Fetchers;
import dev.gossamer.fetch.Guard;
import dev.gossamer.fetch.HttpFetcher;
import dev.gossamer.fetch.ProxyNames;
import dev.gossamer.fetch.Resolver;
import dev.gossamer.fetch.Time;
import dev.gossamer.files.HeapShare;
import dev.gossamer.frontier.FrontierOptions;
import dev.gossamer.store.Archive;
import dev.gossamer.store.WarcOptions;
import dev.gossamer.store.WarcStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Says in each stage's own terms what the options of the crawl mean for it, and opens it. */
final class Wiring {
    /** Waiting URLs whose priority an order that learns can change: 50 MB. */
    private static final int PROMOTABLE_URLS = 1 << 21;

    /** Parts of the state on disk: a snapshot holds what queues have in memory. */
    private static final int QUEUES_STATE_SHARE = 32;

    private static final int JOURNAL_STATE_SHARE = 16;

    /** At a request a second this is four months of one host. */
    private static final long MAX_QUEUED_PER_HOST = 10_000_000;

    /** Ten minutes, with the first wait that is usual; where doubling ends. */
    private static final int LONGEST_WAIT = 120;

    /** A quarter of an hour, with the first wait that is usual. */
    private static final int SET_ASIDE_WAIT = 180;

    /** A crawl that is resumed may always have files of this many times the size it has. */
    private static final int GROWTH = 4;

    /** The part of a disk that the frontier's files may take, and what they may always take. */
    private static final int STATE_SHARE = 10;

    private static final long LEAST_STATE_BYTES = 256L << 20;

    private static final Set<String> DOWNLOADED = Set.of("http", "https");

    private Wiring() {}

    /**
     * Adds to the options what their seeds admit; see {@link PrivateAddresses}.
     *
     * @param known the seeds of earlier runs of the crawl, as {@code crawl.yaml} has them
     */
    static CrawlOptions admitSeeds(CrawlOptions options, Set<String> known) {
        var fresh =
                options.seeds().stream().filter(seed -> !known.contains(seed.toString())).toList();
        try (var resolver = resolver(options, Guard.ALL)) {
            var addresses =
                    options.network().privateAddresses().with(options.seeds(), fresh, resolver);
            return CrawlOptions.read(
                    options.settings().with(Settings.ADMITTED, addresses.admitted()));
        }
    }

    static Resolver resolver(CrawlOptions options, Guard guard) {
        var usual = DnsOptions.DEFAULT;
        var own =
                DnsResolver.open(
                        new DnsOptions(
                                options.network().dns(),
                                usual.questions(),
                                usual.cache(),
                                usual.hostsFile(),
                                guard,
                                usual.time()));
        var proxy = options.network().proxy();
        return proxy.isPresent() && proxy.get().kind().looksNamesUp() ? new ProxyNames(own) : own;
    }

    /**
     * The one that downloads, and those of other schemes, or in its place, that a program brings.
     *
     * @param bodies where bodies lie that are too large for memory
     */
    static Fetcher fetcher(
            CrawlOptions options, Guard guard, Path bodies, Map<String, Fetcher> brought) {
        var byScheme = new HashMap<>(brought);
        if (!brought.keySet().containsAll(DOWNLOADED)) {
            var http = http(options, guard, bodies);
            for (String scheme : DOWNLOADED) byScheme.putIfAbsent(scheme, http);
        }
        return new Fetchers(byScheme, Time.system().instants());
    }

    private static Fetcher http(CrawlOptions options, Guard guard, Path bodies) {
        var network = options.network();
        var usual = FetchOptions.DEFAULT;
        try {
            return HttpFetcher.open(
                    new FetchOptions(
                            UserAgent.of(options.identity()),
                            timeouts(network.answer()),
                            usual.limits(),
                            connections(options.politeness()),
                            new FetchOptions.Spill(bodies, usual.spill().aboveBytes()),
                            network.cookies() ? FetchOptions.Cookies.ON : FetchOptions.Cookies.OFF,
                            guard,
                            network.insecure(),
                            usual.authorities(),
                            network.proxy(),
                            network.bySite(),
                            usual.time()));
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage() + "; see the setting proxy");
        }
    }

    private static FetchOptions.Timeouts timeouts(AnswerLimits answer) {
        var each = answer.timeout();
        return new FetchOptions.Timeouts(each, each, each, each, answer.totalTimeout());
    }

    /** No more are kept open to a server than may be used at once. */
    private static FetchOptions.Connections connections(CrawlOptions.Politeness politeness) {
        var defaults = FetchOptions.Connections.DEFAULT;
        return new FetchOptions.Connections(
                defaults.threads(),
                Math.max(defaults.open(), politeness.connections()),
                politeness.connectionsPerHost(),
                Math.max(defaults.idle(), politeness.connections()),
                defaults.keptFor());
    }

    /**
     * @param stateBytes that the frontier's files may take
     */
    static FrontierOptions frontier(CrawlOptions options, Strategy strategy, long stateBytes) {
        return new FrontierOptions(
                pace(options),
                options.pacing().overrides(options),
                retry(options),
                limits(options.limits(), strategy, stateBytes),
                shares(options.politeness().connections()),
                durability(stateBytes));
    }

    private static FrontierOptions.Pace pace(CrawlOptions options) {
        var politeness = options.politeness();
        var pacing = options.pacing();
        return new FrontierOptions.Pace(
                politeness.delay(),
                politeness.connectionsPerHost(),
                politeness.connectionsPerHost(),
                FrontierOptions.Pace.defaults().connectionsPerDomain(),
                pacing.domainDelay(),
                pacing.maxCrawlDelay(),
                pacing.adaptive(),
                politeness.requestsPerSecond());
    }

    /** The waits follow the first one, so that a crawl in a hurry has one setting to change. */
    private static FrontierOptions.Retry retry(CrawlOptions options) {
        var usual = FrontierOptions.Retry.defaults();
        var first = options.politeness().retryWait();
        var setAside = options.politeness().setAside();
        return new FrontierOptions.Retry(
                options.limits().maxAttempts(),
                first,
                first.multipliedBy(LONGEST_WAIT),
                usual.retryAfterCap(),
                usual.failuresBeforeSetAside(),
                setAside.isZero() ? first.multipliedBy(SET_ASIDE_WAIT) : setAside,
                usual.setAsides());
    }

    /** The defaults fit a heap of two gigabytes; a smaller one holds less, and more is on disk. */
    private static FrontierOptions.Limits limits(
            CrawlOptions.Limits limits, Strategy strategy, long stateBytes) {
        var usual = FrontierOptions.Limits.defaults();
        long queueBytes = Math.min(HeapShare.QUEUES.here(), stateBytes / QUEUES_STATE_SHARE);
        return new FrontierOptions.Limits(
                limits.maxPagesPerHost(),
                usual.minAddressAge(),
                usual.maxAddressAge(),
                Math.min(usual.seenInMemory(), HeapShare.SEEN.count()),
                Math.min(usual.queueBytes(), queueBytes),
                Math.min(usual.hostsInMemory(), HeapShare.IDLE_HOSTS.count()),
                Math.min(usual.rulesBytes(), HeapShare.RULES.here()),
                strategy.learns() ? Math.min(PROMOTABLE_URLS, HeapShare.PROMOTABLE.count()) : 0,
                stateBytes);
    }

    private static FrontierOptions.Durability durability(long stateBytes) {
        var usual = FrontierOptions.Durability.defaults();
        return new FrontierOptions.Durability(
                usual.syncWindow(),
                Math.min(usual.journalBytes(), stateBytes / JOURNAL_STATE_SHARE),
                usual.keepsHistory());
    }

    /** What one host or domain may have of this crawl, so that others get on. */
    private static FrontierOptions.Shares shares(int connections) {
        var usual = FrontierOptions.Shares.defaults();
        return new FrontierOptions.Shares(
                connections,
                usual.lookUps(),
                usual.lookUpsPerDomain(),
                Math.min(usual.hosts(), HeapShare.HOSTS.count()),
                Math.min(usual.hostsPerDomain(), HeapShare.HOSTS.count()),
                usual.originsPerHost(),
                MAX_QUEUED_PER_HOST);
    }

    /**
     * What the frontier's files may take: as the options say, else a tenth of what the disk has
     * left for this crawl, so that nine tenths are for its archive.
     *
     * @param state the directory of these files; what they take already counts as free
     */
    static long stateBytes(CrawlOptions options, Path state) throws IOException {
        if (options.limits().maxStateBytes() > 0) return options.limits().maxStateBytes();
        Files.createDirectories(state);
        long free = Files.getFileStore(state).getUsableSpace();
        long used = 0;
        try (var files = Files.newDirectoryStream(state)) {
            for (var file : files) used += Files.size(file);
        }
        // A crawl that goes on when others have filled the disk must not drop what it finds.
        long least = Math.max(LEAST_STATE_BYTES, used * GROWTH);
        return Math.max(least, (free + used) / STATE_SHARE);
    }

    static void requireArchives(List<Path> known) {
        for (Path folder : known) {
            if (!Archive.isIn(folder)) {
                throw Settings.wrong(
                        "known", folder.toString(), "the folder of a crawl with an archive");
            }
        }
    }

    static WarcStore warc(CrawlOptions options, CrawlDirectory directory) throws IOException {
        var info = new LinkedHashMap<String, String>();
        info.put("software", "Gossamer/" + Version.TEXT);
        info.put("format", "WARC File Format 1.1");
        info.put("robots", "RFC 9309");
        info.put("http-header-user-agent", UserAgent.of(options.identity()));
        options.identity().contact().ifPresent(contact -> info.put("operator", contact));
        return WarcStore.open(
                directory.warc(),
                new WarcOptions(
                        options.storage().compression(),
                        WarcOptions.DEFAULT.level(),
                        options.storage().warcBytes(),
                        WarcOptions.DEFAULT.writers(),
                        options.storage().metadata(),
                        directory.earlier(options),
                        info));
    }
}
