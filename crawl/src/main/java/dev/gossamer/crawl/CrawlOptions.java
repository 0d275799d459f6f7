package dev.gossamer.crawl;

import dev.gossamer.http.HeaderField;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.gossamer.fetch.DnsOptions;
import dev.gossamer.derive.DerivedData;
import dev.gossamer.fetch.FetchOptions;
import dev.gossamer.store.PageField;
import dev.gossamer.store.WarcOptions;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a crawl is to do, checked. Every option of the command line is here, with its default;
 * {@link #read} and {@link #settings} are the only places that know their names.
 */
public record CrawlOptions(
        List<Url> seeds,
        Reach reach,
        Limits limits,
        Politeness politeness,
        Pacing pacing,
        Identity identity,
        Network network,
        Storage storage) {

    /**
     * Which URLs belong to the crawl, and in which order they come.
     *
     * @param filters the pipeline that every URL passes, in this order
     * @param types beginnings of the media types to download, decided from the head; empty for all
     * @param decline what else is not downloaded, decided from the head
     * @param normal which spellings are taken for one URL
     * @param resources whether to fetch what pages are made of (images, styles, scripts) besides
     *     pages
     */
    public record Reach(
            Scope scope,
            List<Pattern> include,
            List<Pattern> exclude,
            String order,
            List<Settings.Named> filters,
            boolean resources,
            List<String> types,
            Set<String> decline,
            NormalRules normal) {}

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

    /** What can get infinite, will: so each has a value, also when nobody asked. */
    public record Limits(
            long maxPages,
            int maxDepth,
            Duration maxTime,
            long maxPagesPerHost,
            long maxBodyBytes,
            int maxRedirects,
            int maxAttempts) {}

    /**
     * @param delay from the end of an answer to the next request to the same host or address
     * @param connections in all; 0 where they are to follow the rate
     * @param requestsPerSecond in all; 0 is no limit
     * @param retryWait before the second attempt; it doubles with each
     */
    public record Politeness(
            Duration delay,
            int connectionsPerHost,
            int connections,
            long requestsPerSecond,
            Duration retryWait) {}

    /**
     * @param agent the name in the User-Agent header and the one that robots.txt is read for
     * @param contact where the people whose servers we visit can reach us
     */
    public record Identity(String agent, Optional<String> contact) {}

    /**
     * @param dns name servers to ask instead of the system's
     * @param cookies whether to keep and send them
     * @param sites what certain hosts are sent besides: lines such as {@code X-Key: 17}, and {@code
     *     login: user:password}
     */
    public record Network(
            List<InetSocketAddress> dns,
            Optional<FetchOptions.Proxy> proxy,
            PrivateAddresses privateAddresses,
            boolean insecure,
            AnswerLimits answer,
            boolean cookies,
            List<Settings.Named> sites) {
        public Network {
            sites = List.copyOf(sites);
            CrawlOptions.sites(sites); // refuses what cannot be sent
        }

        /** By host name. */
        Map<String, FetchOptions.Site> bySite() {
            return CrawlOptions.sites(sites);
        }
    }

    /**
     * @param warcBytes a WARC file that has reached this is closed and the next begun
     * @param derived what is built from the archive; nothing without an archive
     * @param fields of the lines that the store {@code jsonl} writes
     * @param metadata whether the archive tells of each page how it was found, what it took and
     *     where it points
     * @param known folders of earlier crawls: what they hold is referred to and not stored again
     */
    public record Storage(
            List<String> stores,
            String compression,
            long warcBytes,
            Set<DerivedData> derived,
            Set<PageField> fields,
            boolean metadata,
            List<Path> known,
            NearDuplicatePages nearDuplicates) {}

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

    /**
     * The names of the settings that are not {@link AnswerLimits}; what the command line calls
     * {@code --max-pages} is {@code max-pages} here.
     */
    private static final Set<String> NAMES =
            Set.of(
                    "seeds",
                    "scope",
                    "include",
                    "exclude",
                    "order",
                    "filters",
                    "resources",
                    "types",
                    "decline",
                    "normal-form",
                    "tracking-parameters",
                    "cookies",
                    "sites",
                    "max-pages",
                    "max-depth",
                    "max-time",
                    "max-pages-per-host",
                    "max-body",
                    "max-redirects",
                    "max-attempts",
                    "delay",
                    "connections-per-host",
                    "connections",
                    "rate",
                    "retry-wait",
                    "agent",
                    "contact",
                    "dns",
                    "proxy",
                    PrivateAddresses.ALL_KEY,
                    PrivateAddresses.ADMITTED_KEY,
                    "insecure",
                    "store",
                    "links",
                    "index",
                    "compression",
                    "warc-size",
                    "jsonl-fields",
                    "metadata",
                    "known",
                    "near-duplicates");

    private static final Set<String> PROXIES =
            Arrays.stream(FetchOptions.Proxy.Kind.values())
                    .map(CrawlOptions::name)
                    .collect(Collectors.toSet());
    private static final Set<String> STORES = Set.of("warc", "pages", "jsonl", "none");
    private static final Set<String> COMPRESSIONS = Set.of("gzip", "zstd", "none");

    private static Set<String> names() {
        var all = new HashSet<>(NAMES);
        all.addAll(AnswerLimits.NAMES);
        all.addAll(Pacing.NAMES);
        return all;
    }

    static CrawlOptions read(Settings from) {
        from.refuseOthersThan(names());
        long maxBodyBytes = from.bytes("max-body", 10 << 20);
        var options =
                new CrawlOptions(
                        from.texts("seeds").stream().map(CrawlOptions::seed).distinct().toList(),
                        reach(from),
                        new Limits(
                                from.number("max-pages", Long.MAX_VALUE, 1, Long.MAX_VALUE),
                                (int) from.number("max-depth", 50, 0, 1_000_000),
                                from.duration("max-time", Duration.ofDays(3650)),
                                from.number("max-pages-per-host", 1_000_000, 1, Long.MAX_VALUE),
                                maxBodyBytes,
                                (int) from.number("max-redirects", 10, 0, 100),
                                (int) from.number("max-attempts", 5, 1, 1_000)),
                        new Politeness(
                                from.duration("delay", Duration.ofSeconds(1)),
                                (int) from.number("connections-per-host", 1, 1, 10_000),
                                from.text("connections").isEmpty()
                                        ? 0
                                        : (int) from.number("connections", 0, 1, 100_000),
                                from.number("rate", 0, 0, 1_000_000),
                                from.duration("retry-wait", Duration.ofSeconds(5))),
                        Pacing.read(from),
                        new Identity(from.text("agent").orElse("Gossamer"), from.text("contact")),
                        new Network(
                                from.list("dns").stream().map(CrawlOptions::server).toList(),
                                from.text("proxy").map(CrawlOptions::proxy),
                                PrivateAddresses.read(from),
                                from.flag("insecure", false),
                                AnswerLimits.read(from, maxBodyBytes),
                                from.flag("cookies", false),
                                from.named("sites", List.of())),
                        storage(from));
        if (options.seeds.isEmpty()) {
            throw new UsageException(
                    "no URL to start from; name one, or a file of them with --seeds");
        }
        options.pacing.overrides(options); // refuses what it cannot read
        int connections = options.politeness.connections;
        if (connections > 0 && options.politeness.connectionsPerHost > connections) {
            throw new UsageException(
                    "connections-per-host is %d but connections is only %d"
                            .formatted(
                                    options.politeness.connectionsPerHost,
                                    options.politeness.connections));
        }
        return options;
    }

    /** These options, with what the seeds admit. */
    CrawlOptions with(PrivateAddresses admitted) {
        return new CrawlOptions(
                seeds,
                reach,
                limits,
                politeness,
                pacing,
                identity,
                new Network(
                        network.dns,
                        network.proxy,
                        admitted,
                        network.insecure,
                        network.answer,
                        network.cookies,
                        network.sites),
                storage);
    }

    private static Reach reach(Settings from) {
        String order = choice(from, "order", "bfs", Set.copyOf(Strategy.names()));
        return new Reach(
                Scope.valueOf(
                        choice(
                                        from,
                                        "scope",
                                        "host",
                                        Arrays.stream(Scope.values())
                                                .map(CrawlOptions::name)
                                                .collect(Collectors.toSet()))
                                .toUpperCase(Locale.ROOT)),
                patterns(from, "include"),
                patterns(from, "exclude"),
                order,
                from.named("filters", Filters.DEFAULT),
                from.flag("resources", false),
                from.list("types").stream().map(type -> type.toLowerCase(Locale.ROOT)).toList(),
                HeadRules.readDecline(from),
                normalRules(from));
    }

    private static Storage storage(Settings from) {
        return new Storage(
                stores(from),
                choice(from, "compression", "gzip", COMPRESSIONS),
                from.bytes("warc-size", WarcOptions.DEFAULT.maxFileBytes(), 1 << 20, 1L << 40),
                derived(from),
                fields(from),
                from.flag("metadata", false),
                from.texts("known").stream().map(CrawlOptions::whole).toList(),
                NearDuplicatePages.valueOf(
                        choice(
                                        from,
                                        "near-duplicates",
                                        "off",
                                        Arrays.stream(NearDuplicatePages.values())
                                                .map(CrawlOptions::name)
                                                .collect(Collectors.toSet()))
                                .toUpperCase(Locale.ROOT)
                                .replace('-', '_')));
    }

    private static Set<PageField> fields(Settings from) {
        var names = from.list("jsonl-fields");
        if (names.isEmpty()) return PageField.ALL;
        try {
            return PageField.named(names);
        } catch (IllegalArgumentException e) {
            throw new UsageException("jsonl-fields: " + e.getMessage());
        }
    }

    /** Whole, so that it is found again from wherever the crawl is looked at. */
    private static Path whole(String folder) {
        return Path.of(folder).toAbsolutePath().normalize();
    }

    static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static NormalRules normalRules(Settings from) {
        var names = from.list("normal-form");
        var rules = EnumSet.noneOf(NormalForm.Rule.class);
        for (String name : names) {
            try {
                rules.add(NormalForm.Rule.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_')));
            } catch (IllegalArgumentException e) {
                throw Settings.wrong(
                        "normal-form",
                        name,
                        "rules of docs/normal-form.md, such as fragment or www-alias");
            }
        }
        return new NormalRules(
                names.isEmpty() ? NormalForm.DEFAULT_RULES : rules,
                from.text("tracking-parameters").isEmpty()
                        ? NormalForm.TRACKING_PARAMETERS
                        : from.list("tracking-parameters"));
    }

    /** Reads a seed as a user writes it; without a scheme it is https. */
    public static Url seed(String text) {
        String full = text.contains("://") ? text : "https://" + text;
        return Url.parse(full)
                .filter(url -> !url.host().isEmpty() && url.username().isEmpty())
                .orElseThrow(
                        () ->
                                new UsageException(
                                        "not a URL that can be crawled: '"
                                                + text
                                                + "'; expected http://… or https://…"));
    }

    private static String choice(Settings from, String key, String otherwise, Set<String> choices) {
        String text = from.text(key).orElse(otherwise).toLowerCase(Locale.ROOT);
        if (choices.contains(text)) return text;
        throw Settings.wrong(
                key, text, "one of " + String.join(", ", choices.stream().sorted().toList()));
    }

    private static List<Pattern> patterns(Settings from, String key) {
        return from.texts(key).stream()
                .map(
                        text -> {
                            try {
                                return Pattern.compile(text);
                            } catch (PatternSyntaxException e) {
                                throw Settings.wrong(
                                        key,
                                        text,
                                        "a regular expression in RE2 syntax ("
                                                + e.getMessage()
                                                + ")");
                            }
                        })
                .toList();
    }

    private static Set<DerivedData> derived(Settings from) {
        var derived = EnumSet.noneOf(DerivedData.class);
        for (var kind : DerivedData.values()) {
            if (from.flag(kind.label(), true)) derived.add(kind);
        }
        return stores(from).contains("warc") ? derived : Set.of();
    }

    private static List<String> stores(Settings from) {
        var stores = from.list("store").isEmpty() ? List.of("warc") : from.list("store");
        for (String store : stores) {
            if (!STORES.contains(store))
                throw Settings.wrong(
                        "store",
                        store,
                        "one of " + String.join(", ", STORES.stream().sorted().toList()));
        }
        if (stores.contains("none") && stores.size() > 1)
            throw new UsageException("store is 'none' and something else; choose one");
        return stores;
    }

    private static InetSocketAddress server(String text) {
        try {
            return DnsOptions.server(text);
        } catch (IllegalArgumentException e) {
            throw Settings.wrong("dns", text, "ADDRESS, ADDRESS:PORT or [IPV6]:PORT");
        }
    }

    private static Map<String, FetchOptions.Site> sites(List<Settings.Named> sites) {
        var all = new LinkedHashMap<String, FetchOptions.Site>();
        for (var site : sites) all.put(origin(site.name()), site(site));
        return all;
    }

    /** A name alone is meant with https: secrets travel in clear only where the user wrote http. */
    private static String origin(String name) {
        String text = name.contains("://") ? name : "https://" + name;
        return Url.parse(text)
                .filter(url -> url.isHttp() && url.pathAndQuery().equals("/"))
                .map(url -> url.scheme() + "://" + url.authority())
                .orElseThrow(
                        () ->
                                Settings.wrong(
                                        "sites",
                                        name,
                                        "a host, or an origin such as http://example.org:8080"));
    }

    private static FetchOptions.Site site(Settings.Named site) {
        Optional<FetchOptions.Credentials> login = Optional.empty();
        var headers = new ArrayList<HeaderField>();
        for (String line : site.arguments()) {
            int colon = line.indexOf(':');
            String name = colon < 0 ? "" : line.substring(0, colon).strip();
            String value = line.substring(colon + 1).strip();
            int second = value.indexOf(':');
            if (name.equalsIgnoreCase("login") && second > 0) {
                login =
                        Optional.of(
                                new FetchOptions.Credentials(
                                        value.substring(0, second), value.substring(second + 1)));
            } else if (name.isEmpty()
                    || name.equalsIgnoreCase("login")
                    || value.isEmpty()
                    || value.contains("\n")) {
                throw Settings.wrong(
                        "sites: " + site.name(), line, "'Header: value' or 'login: user:password'");
            } else {
                headers.add(new HeaderField(name, value));
            }
        }
        return new FetchOptions.Site(login, headers);
    }

    private static FetchOptions.Proxy proxy(String text) {
        return Url.parse(text)
                .filter(url -> !url.host().isEmpty() && PROXIES.contains(url.scheme()))
                .map(
                        url ->
                                new FetchOptions.Proxy(
                                        FetchOptions.Proxy.Kind.valueOf(
                                                url.scheme().toUpperCase(Locale.ROOT)),
                                        url.host(),
                                        url.port() > 0 ? url.port() : 1080,
                                        credentials(url)))
                .orElseThrow(
                        () ->
                                Settings.wrong(
                                        "proxy",
                                        text,
                                        "http://HOST:PORT, connect://HOST:PORT or socks5://HOST:PORT, with USER:PASSWORD@ if need be"));
    }

    private static Optional<FetchOptions.Credentials> credentials(Url url) {
        if (url.username().isEmpty()) return Optional.empty();
        return Optional.of(
                new FetchOptions.Credentials(decode(url.username()), decode(url.password())));
    }

    /** Of a URL's escapes; a plus stays what it is. */
    private static String decode(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String text(FetchOptions.Proxy proxy) {
        String user =
                proxy.credentials()
                        .map(each -> encode(each.user()) + ":" + encode(each.password()) + "@")
                        .orElse("");
        return proxy.kind().name().toLowerCase(Locale.ROOT)
                + "://"
                + user
                + proxy.host()
                + ":"
                + proxy.port();
    }

    private static String encode(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** All options under their names, defaults too: what {@code crawl.yaml} holds. */
    Settings settings() {
        var all = new LinkedHashMap<String, Object>();
        all.put("seeds", seeds.stream().map(Url::toString).toList());
        all.put("scope", name(reach.scope));
        all.put("include", reach.include.stream().map(Pattern::pattern).toList());
        all.put("exclude", reach.exclude.stream().map(Pattern::pattern).toList());
        all.put("order", reach.order);
        all.put("filters", reach.filters.stream().map(CrawlOptions::entry).toList());
        all.put("resources", reach.resources);
        all.put("types", reach.types);
        all.put("decline", reach.decline.stream().sorted().toList());
        all.put("normal-form", reach.normal.rules.stream().map(CrawlOptions::name).toList());
        all.put("tracking-parameters", reach.normal.tracking);
        if (limits.maxPages != Long.MAX_VALUE) all.put("max-pages", limits.maxPages);
        all.put("max-depth", limits.maxDepth);
        all.put("max-time", text(limits.maxTime));
        all.put("max-pages-per-host", limits.maxPagesPerHost);
        all.put("max-body", limits.maxBodyBytes);
        all.put("max-redirects", limits.maxRedirects);
        all.put("max-attempts", limits.maxAttempts);
        all.put("delay", text(politeness.delay));
        all.put("connections-per-host", politeness.connectionsPerHost);
        if (politeness.connections > 0) all.put("connections", politeness.connections);
        all.put("rate", politeness.requestsPerSecond);
        all.put("retry-wait", text(politeness.retryWait));
        pacing.save(all);
        all.put("agent", identity.agent);
        identity.contact.ifPresent(contact -> all.put("contact", contact));
        all.put("dns", network.dns.stream().map(CrawlOptions::text).toList());
        network.proxy.ifPresent(proxy -> all.put("proxy", text(proxy)));
        network.privateAddresses.save(all);
        all.put("insecure", network.insecure);
        all.put("cookies", network.cookies);
        all.put("sites", network.sites.stream().map(CrawlOptions::entry).toList());
        network.answer.save(all, limits.maxBodyBytes);
        all.put("store", storage.stores);
        for (var kind : DerivedData.values()) {
            all.put(kind.label(), storage.derived.contains(kind));
        }
        all.put("compression", storage.compression);
        all.put("warc-size", storage.warcBytes);
        all.put("jsonl-fields", storage.fields.stream().sorted().map(CrawlOptions::name).toList());
        all.put("metadata", storage.metadata);
        all.put("known", storage.known.stream().map(Path::toString).toList());
        all.put("near-duplicates", name(storage.nearDuplicates));
        return Settings.of(all);
    }

    private static Object entry(Settings.Named filter) {
        return filter.arguments().isEmpty()
                ? filter.name()
                : Map.of(filter.name(), filter.arguments());
    }

    static String text(Duration duration) {
        return duration.toMillis() % 1000 == 0
                ? duration.toSeconds() + "s"
                : duration.toMillis() + "ms";
    }

    static String text(InetSocketAddress server) {
        String address = server.getAddress().getHostAddress();
        boolean isIpv6 = address.indexOf(':') >= 0;
        return (isIpv6 ? "[" + address + "]" : address) + ":" + server.getPort();
    }
}
