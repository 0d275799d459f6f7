package dev.gossamer.crawl;

import static dev.gossamer.crawl.Setting.Group.ARCHIVE;
import static dev.gossamer.crawl.Setting.Group.LIMITS;
import static dev.gossamer.crawl.Setting.Group.NETWORK;
import static dev.gossamer.crawl.Setting.Group.PAGES;
import static dev.gossamer.crawl.Setting.Group.POLITENESS;
import static dev.gossamer.crawl.Setting.Mark.COMMON;
import static dev.gossamer.crawl.Setting.Mark.FILE_ONLY;
import static dev.gossamer.crawl.Setting.Mark.LIVE;
import static dev.gossamer.crawl.Setting.Mark.SECRET;
import static dev.gossamer.crawl.SettingType.choice;
import static dev.gossamer.crawl.SettingType.count;
import static dev.gossamer.crawl.SettingType.decimal;
import static dev.gossamer.crawl.SettingType.integer;
import static dev.gossamer.crawl.SettingType.size;

import com.google.re2j.Pattern;
import dev.gossamer.crawl.CrawlOptions.NearDuplicatePages;
import dev.gossamer.fetch.DnsOptions;
import dev.gossamer.fetch.FetchOptions;
import dev.gossamer.store.WarcOptions;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.HostPattern;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The table of all settings. The command line, {@code crawl.yaml}, the API, {@code
 * docs/configuration.md} and the JSON schema are made from it, in this order.
 */
public final class Settings {
    private static final List<Setting<?>> TABLE = new ArrayList<>();

    private static final SettingType<Boolean> FLAG = SettingType.flag();
    private static final SettingType<Duration> TIME = SettingType.time(true);
    private static final SettingType<Duration> POSITIVE_TIME = SettingType.time(false);
    private static final SettingType<Long> COUNT = count(1, Long.MAX_VALUE);
    private static final SettingType<String> MEDIA_TYPE =
            SettingType.parsed(
                    "TYPES",
                    "a media type or its beginning up to the slash or beyond, such as text/ or application/pdf",
                    Settings::mediaType,
                    text -> text);
    private static final SettingType<InetSocketAddress> NAME_SERVER =
            SettingType.parsed(
                    "ADDRESS[:PORT]",
                    "ADDRESS, ADDRESS:PORT or [IPV6]:PORT",
                    DnsOptions::server,
                    Settings::text);

    private static final SettingType<String> HOST =
            SettingType.parsed(
                    "HOST",
                    "the whole name of one host, such as staging.example.org",
                    Settings::host,
                    host -> host);

    private static final SettingType<String> HOSTS =
            SettingType.parsed(
                    "HOST",
                    "a host without a port, or *. and a host for all below it: *.example.org",
                    text ->
                            HostPattern.parse(text)
                                    .orElseThrow(() -> new IllegalArgumentException(text)),
                    host -> host);

    /** Whole, so that it is found again from wherever the crawl is looked at. */
    private static final SettingType<Path> FOLDER = path("DIR", "a folder");

    private static final SettingType<Path> FILE = path("FILE", "a file");

    public static final Setting<List<Url>> SEEDS =
            setting("seeds", PAGES, Seed.TYPE.lines(), List.of(), FILE_ONLY, LIVE)
                    .help(
                            "URLs to start from. On the command line they are the arguments, or in files that --seeds names.");
    public static final Setting<Scope> SCOPE =
            setting("scope", PAGES, choice(Scope.class, "SCOPE"), Scope.HOST, COMMON, LIVE)
                    .help(
                            "How far from the seeds to go: page, path (the folders of the seeds and below), host, domain or any.");
    public static final Setting<List<Pattern>> INCLUDE =
            setting("include", PAGES, Patterns.TYPE.lines(), List.of(), COMMON, LIVE)
                    .help(
                            "Take and follow only URLs in which this regular expression is found, and the seeds (RE2 syntax; repeatable).");
    public static final Setting<List<Pattern>> EXCLUDE =
            setting("exclude", PAGES, Patterns.TYPE.lines(), List.of(), COMMON, LIVE)
                    .help(
                            "Leave out URLs in which this regular expression is found (RE2 syntax; repeatable).");
    public static final Setting<Order> ORDER =
            setting("order", PAGES, choice(Order.class, "ORDER"), Order.BFS)
                    .help(
                            "bfs: first found, first fetched; dfs: newest and deepest first; depth: fewest links from a seed first; backlinks: what most pages so far link to; pagerank: what important pages link to, estimated while crawling. The last two move a waiting URL forward as more is known, up to 2 million URLs.");
    public static final Setting<Boolean> RESOURCES =
            setting("resources", PAGES, FLAG, false, LIVE)
                    .help("Fetch images, styles and scripts of pages too.");
    public static final Setting<Boolean> SITEMAPS =
            setting("sitemaps", PAGES, FLAG, true, LIVE)
                    .help(
                            "Fetch also what sitemaps name: those in robots.txt, and /sitemap.xml of the seeds' hosts where robots.txt names none. Not with the scope any.");
    public static final Setting<Boolean> RELATIONS =
            setting("relations", PAGES, FLAG, true, LIVE)
                    .help(
                            "Follow also what pages name as the next, previous or canonical page, in link elements and Link headers.");
    public static final Setting<Boolean> CHECK_LINKS =
            setting("check-links", PAGES, FLAG, false, LIVE)
                    .help(
                            "Check the links that lead out of the scope: ask for each once, keep nothing but its status, follow none of its links. 'gossamer links DIR --dead' lists the broken ones.");
    public static final Setting<List<String>> TYPES =
            setting("types", PAGES, MEDIA_TYPE.words(), List.of(), LIVE)
                    .help(
                            "Download only these media types or beginnings of them, such as text/,application/pdf. This is decided from the head; other bodies are not downloaded.");
    public static final Setting<List<String>> DECLINE =
            setting("decline", PAGES, HeadRules.TYPE.words(), List.of(), LIVE)
                    .help(
                            "Do not download what the head calls oversized (longer than max-body; without this rule such a body is cut), noindex or noarchive (in X-Robots-Tag), or a status such as 404 or 5xx.");
    public static final Setting<NearDuplicatePages> NEAR_DUPLICATES =
            setting(
                            "near-duplicates",
                            PAGES,
                            choice(NearDuplicatePages.class, "RULE"),
                            NearDuplicatePages.OFF)
                    .help(
                            "What to do with a page whose text is nearly that of another: off (do not look), count, no-archive (follow its links only), no-follow (store it only) or drop. See docs/archive.md.");
    public static final Setting<List<NamedArguments>> FILTERS =
            setting("filters", PAGES, NamedArguments.TYPE.words(), Filters.DEFAULT, FILE_ONLY, LIVE)
                    .help("The filters that every URL passes, in this order. See docs/filters.md.");
    public static final Setting<List<Path>> PLUGIN =
            setting("plugin", PAGES, FILE.lines(), List.of())
                    .help(
                            "A jar, or a folder of classes, with code of your own for filters and use (repeatable). See docs/plugins.md.");
    public static final Setting<List<NamedArguments>> USE =
            setting("use", PAGES, NamedArguments.TYPE.lines(), List.of())
                    .help(
                            "A class of your own to use: a store, an order or a listener (repeatable). See docs/plugins.md.");
    public static final Setting<List<NormalForm.Rule>> NORMAL_FORM =
            setting(
                            "normal-form",
                            PAGES,
                            choice(NormalForm.Rule.class, "RULE").words(),
                            NormalForm.DEFAULT_RULES.stream().sorted().toList(),
                            FILE_ONLY)
                    .help("Which spellings are one URL. See docs/normal-form.md.");
    public static final Setting<List<String>> TRACKING_PARAMETERS =
            setting(
                            "tracking-parameters",
                            PAGES,
                            SettingType.text("NAME").words(),
                            NormalForm.TRACKING_PARAMETERS,
                            FILE_ONLY)
                    .help(
                            "Query parameters that say nothing about the page, for the rule tracking-parameters of normal-form.");

    public static final Setting<Long> MAX_PAGES =
            setting("max-pages", LIMITS, COUNT, Long.MAX_VALUE, COMMON, LIVE)
                    .help("Stop after N pages: 2xx answers that are not robots.txt.");
    public static final Setting<Long> MAX_REQUESTS =
            setting("max-requests", LIMITS, count(0, Long.MAX_VALUE), 0L, LIVE)
                    .help(
                            "Stop after N requests of any kind: pages, robots.txt, redirects, retries. 0: ten for each of max-pages, and 10,000.");
    public static final Setting<Long> MAX_BYTES =
            setting("max-bytes", LIMITS, size(0, 1L << 60), 0L, LIVE)
                    .help(
                            "Stop after this much was downloaded: bodies as they came, over all runs. 0 is no limit.");
    public static final Setting<Long> MAX_STATE =
            setting("max-state", LIMITS, size(0, 1L << 50), 0L)
                    .help(
                            "What the files in state/ may take. From three quarters of it on, new URLs of the domains with the most waiting URLs are left out, near it all are; status counts them as budget. 0: a tenth of the free disk, at least 256m.");
    public static final Setting<Integer> MAX_DEPTH =
            setting("max-depth", LIMITS, integer(0, 1_000_000), 50, COMMON, LIVE)
                    .help("Follow at most N links in a row from a seed.");
    public static final Setting<Duration> MAX_TIME =
            setting("max-time", LIMITS, TIME.unlessLongest(), SettingType.LONGEST, COMMON, LIVE)
                    .help(
                            "Stop after this time, such as 90s or 2h. It counts for each run: a resume has it anew.");
    public static final Setting<Long> MAX_PAGES_PER_HOST =
            setting("max-pages-per-host", LIMITS, COUNT, 1_000_000L, LIVE)
                    .help("Take at most N answers of one host.");
    public static final Setting<Long> MAX_BODY =
            setting("max-body", LIMITS, size(0, 1L << 50), 10L << 20, LIVE)
                    .help(
                            "Cut longer bodies there and mark them. Decoded, a body may be 4 times as long, but no longer than a 64th part of the heap.");
    public static final Setting<Integer> MAX_ATTEMPTS =
            setting("max-attempts", LIMITS, integer(1, 1_000), 5)
                    .help("Park a URL after N failures; a resume tries it again.");

    public static final Setting<Duration> DELAY =
            setting("delay", POLITENESS, TIME, Duration.ofSeconds(1), COMMON, LIVE)
                    .help(
                            "Wait from the end of an answer to the next request to that host or address.");
    public static final Setting<Integer> CONNECTIONS_PER_HOST =
            setting("connections-per-host", POLITENESS, integer(1, 10_000), 1, COMMON, LIVE)
                    .help("Connections to one host, and to one address.");
    public static final Setting<Optional<Integer>> CONNECTIONS =
            setting("connections", POLITENESS, integer(1, 100_000).orNone(), Optional.empty(), LIVE)
                    .help(
                            "Connections in all. Without it there are 500, or with a rate as many as that rate takes, measured while it runs.");
    public static final Setting<Double> RATE =
            setting("rate", POLITENESS, decimal(0, 1_000_000), 0.0, LIVE)
                    .help(
                            "At most N requests per second in all, such as 20 or 0.5; 0 is no limit.");
    public static final Setting<List<Timetable.Line>> TIMETABLE =
            setting("timetable", POLITENESS, Timetable.TYPE.lines(), List.of(), LIVE)
                    .help("Another rate at other hours: 'mon-fri 08:00-18:00 10' (repeatable).");
    public static final Setting<List<HostPaceLine>> PACE =
            setting("pace", POLITENESS, HostPaceLine.TYPE.lines(), List.of(), LIVE)
                    .help(
                            "Another pace for some hosts: '*.example.org delay=5s connections=2 max-pages=100' (repeatable).");
    public static final Setting<Double> ADAPTIVE_DELAY =
            setting("adaptive-delay", POLITENESS, decimal(0, 1_000), 0.0, LIVE)
                    .help(
                            "Wait at least K times what the last answer of the host took, up to the longest wait after failures; 0 is off.");
    public static final Setting<Duration> DOMAIN_DELAY =
            setting("domain-delay", POLITENESS, TIME, Duration.ZERO, LIVE)
                    .help(
                            "Wait from the end of an answer to the next request to the same registered domain, all its hosts together.");
    public static final Setting<Duration> MAX_CRAWL_DELAY =
            setting("max-crawl-delay", POLITENESS, TIME, Duration.ofMinutes(1))
                    .help("The longest Crawl-delay of a robots.txt that is kept.");
    public static final Setting<List<String>> IGNORE_ROBOTS =
            setting("ignore-robots", POLITENESS, HOST.lines(), List.of())
                    .help(
                            "Do not ask for the robots.txt of this host, which must be your own, and crawl what it forbids. One host by its whole name; subdomains are others (repeatable).");
    public static final Setting<List<String>> BLOCK =
            setting("block", POLITENESS, HOSTS.lines(), List.of(), LIVE)
                    .help(
                            "Ask this host for nothing until it is unblocked; with *. before it all hosts below it too. What waits for it stays (repeatable).");
    public static final Setting<Duration> RETRY_WAIT =
            setting("retry-wait", POLITENESS, TIME, Duration.ofSeconds(5))
                    .help(
                            "Wait after a failure of an origin or a URL. It doubles with each failure in a row, up to 120 times.");
    public static final Setting<Duration> SET_ASIDE =
            setting("set-aside", POLITENESS, TIME, Duration.ZERO)
                    .help(
                            "How long an origin is left alone that has failed five times in a row; then it gets one more chance before its URLs are parked. 0: 180 times retry-wait.");

    public static final Setting<String> AGENT =
            setting("agent", NETWORK, UserAgent.NAME, "Gossamer")
                    .help(
                            "The crawler's name in User-Agent, also the one looked for in robots.txt: one word.");
    public static final Setting<Optional<String>> USER_AGENT =
            setting("user-agent", NETWORK, UserAgent.WHOLE.orNone(), Optional.empty())
                    .help(
                            "The whole header field User-Agent, in place of the one made of agent, version and contact. It must contain the name in agent.");
    public static final Setting<Optional<String>> CONTACT =
            setting("contact", NETWORK, UserAgent.CONTACT.orNone(), Optional.empty(), COMMON)
                    .help("Where those who are crawled can reach you; sent in User-Agent.");
    public static final Setting<List<InetSocketAddress>> DNS =
            setting("dns", NETWORK, NAME_SERVER.lines(), List.of())
                    .help("Ask these name servers instead of the system's (repeatable).");
    public static final Setting<Optional<FetchOptions.Proxy>> PROXY =
            setting("proxy", NETWORK, ProxyText.TYPE.orNone(), Optional.empty(), SECRET)
                    .help(
                            "http://HOST:PORT, connect://HOST:PORT (a tunnel for plain HTTP too), socks5://HOST:PORT or socks5h://HOST:PORT. With http and socks5h the proxy looks names up, and no name server is asked here. With USER@ the password is taken from the environment, GOSSAMER_PROXY_PASSWORD; in a file it may be USER:PASSWORD@.");
    public static final Setting<Boolean> ALLOW_PRIVATE =
            setting("allow-private", NETWORK, FLAG, false)
                    .help(
                            "Also visit addresses that are not public. Without it only those of the seeds are visited, see docs/configuration.md.");
    public static final Setting<List<PrivateAddresses.Admitted>> ADMITTED =
            setting("admitted", NETWORK, PrivateAddresses.TYPE.lines(), List.of(), FILE_ONLY)
                    .help(
                            "Addresses that are visited although they are not public: 'HOST ADDRESS:PORT'. What the seeds admit is added when the crawl begins.");
    public static final Setting<Boolean> INSECURE =
            setting("insecure", NETWORK, FLAG, false).help("Accept any certificate.");
    public static final Setting<Boolean> COOKIES =
            setting("cookies", NETWORK, FLAG, false).help("Keep cookies and send them back.");
    public static final Setting<List<SiteEntry>> SITES =
            setting("sites", NETWORK, SiteEntry.TYPE.lines(), List.of(), FILE_ONLY, SECRET)
                    .help("What certain origins are sent in addition: a login, header fields.");
    public static final Setting<Duration> TIMEOUT =
            setting("timeout", NETWORK, POSITIVE_TIME, Duration.ofSeconds(20))
                    .help(
                            "The longest silent wait: to connect, for TLS, for the first byte, between bytes.");
    public static final Setting<Duration> TOTAL_TIMEOUT =
            setting("total-timeout", NETWORK, POSITIVE_TIME, Duration.ofMinutes(10))
                    .help("The longest time for one answer, from start to end.");

    public static final Setting<List<StoreKind>> STORE =
            setting(
                            "store",
                            ARCHIVE,
                            choice(StoreKind.class, "STORES").words(),
                            List.of(StoreKind.WARC))
                    .help(
                            "warc, pages, jsonl or several with commas; in a cluster also topic, from which storing nodes write WARC; or none.");
    public static final Setting<WarcOptions.Codec> COMPRESSION =
            setting(
                            "compression",
                            ARCHIVE,
                            choice(WarcOptions.Codec.class, "CODEC"),
                            WarcOptions.Codec.GZIP)
                    .help("Of the WARC files: gzip, zstd or none.");
    public static final Setting<Long> WARC_SIZE =
            setting("warc-size", ARCHIVE, size(1 << 20, 1L << 40), 1L << 30)
                    .help("A WARC file that has reached this size is closed and the next begun.");
    public static final Setting<Boolean> INDEX =
            setting("index", ARCHIVE, FLAG, true)
                    .help(
                            "Build a search index while the crawl runs; 'gossamer index DIR' does it later. Needs the warc store.");
    public static final Setting<Boolean> LINKS =
            setting("links", ARCHIVE, FLAG, true)
                    .help(
                            "Build a graph of links while the crawl runs; 'gossamer links DIR --build' does it later. Needs the warc store.");
    public static final Setting<Boolean> METADATA =
            setting("metadata", ARCHIVE, FLAG, false)
                    .help("Archive a metadata record for each page: via, fetchTimeMs, outlinks.");
    public static final Setting<List<Path>> KNOWN =
            setting("known", ARCHIVE, FOLDER.lines(), List.of())
                    .help(
                            "The folder of an earlier crawl: servers are asked only whether its pages have changed, and what has not changed is referred to (revisit) and not stored again. Keep it next to this one (repeatable).");

    /** Settings of earlier versions, with what holds in their place. */
    private static final Map<String, String> RETIRED = retired();

    private static Map<String, String> retired() {
        var all = new LinkedHashMap<String, String>();
        for (String wait : List.of("connect", "tls", "first-byte", "idle")) {
            all.put(wait + "-timeout", "'timeout' holds for each silent wait");
        }
        all.put("min-speed", "an answer below 100 bytes per second is given up");
        all.put("slow-after", "the speed of an answer counts 30s after its first byte");
        all.put("max-head", "the head of an answer may have 256 KiB");
        all.put("max-head-fields", "the head of an answer may have 1000 fields");
        all.put("max-interim-answers", "8 interim answers may come before the real one");
        all.put("max-decoded", "a decoded body may be 4 times as long as 'max-body'");
        all.put("max-decoded-ratio", "above 1 MiB a body may grow 200 times by decoding");
        all.put("spill-above", "bodies above 1 MiB wait on disk until they are archived");
        all.put("max-redirects", "10 redirects in a row are followed");
        all.put("connections-per-domain", "'connections-per-host' and 'domain-delay' hold");
        all.put("max-retry-wait", "a wait doubles up to 120 times 'retry-wait'");
        all.put("max-retry-after", "a Retry-After is kept up to 1h");
        all.put("set-aside-after", "an origin is left alone after 5 failures in a row");
        all.put("set-asides", "an origin is left alone once before its URLs are parked");
        all.put("sync-window", "a power failure loses at most the last second");
        all.put("checkpoint-every", "the state is written anew every 15m");
        all.put("jsonl-fields", "the store jsonl writes all fields; 'gossamer export' chooses");
        return Collections.unmodifiableMap(all);
    }

    private static final Map<String, Setting<?>> BY_NAME =
            TABLE.stream().collect(Collectors.toUnmodifiableMap(Setting::name, each -> each));

    private Settings() {}

    private static SettingType<Path> path(String label, String expected) {
        return SettingType.parsed(
                label,
                expected,
                text -> Path.of(text).toAbsolutePath().normalize(),
                Path::toString);
    }

    /** Begins an entry of the table; its help ends it. */
    private static <T> Draft<T> setting(
            String name, Setting.Group group, SettingType<T> type, T usual, Setting.Mark... marks) {
        return help -> {
            var setting = new Setting<>(name, group, type, usual, help, marks);
            TABLE.add(setting);
            return setting;
        };
    }

    private interface Draft<T> {
        Setting<T> help(String text);
    }

    private static String mediaType(String text) {
        if (!text.matches("[-!#$&^_.+0-9A-Za-z]+/[-!#$&^_.+0-9A-Za-z]*"))
            throw new IllegalArgumentException(text);
        return text.toLowerCase(Locale.ROOT);
    }

    private static String host(String text) {
        return Url.parse("http://" + text + "/")
                .filter(url -> url.authority().equals(url.host()) && url.path().equals("/"))
                .map(Url::host)
                .orElseThrow(() -> new IllegalArgumentException(text));
    }

    static String text(InetSocketAddress server) {
        String address = server.getAddress().getHostAddress();
        boolean isIpv6 = address.indexOf(':') >= 0;
        return (isIpv6 ? "[" + address + "]" : address) + ":" + server.getPort();
    }

    /** Returns every setting, in the order of the documentation. */
    public static List<Setting<?>> all() {
        return Collections.unmodifiableList(TABLE);
    }

    /**
     * Returns a setting by its name.
     *
     * @throws UsageException if there is none, with the name that may be meant
     */
    public static Setting<?> named(String name) {
        var setting = BY_NAME.get(name);
        if (setting != null) return setting;
        throw new UsageException(
                retired(name)
                        .orElseGet(
                                () -> "unknown setting '" + line(name) + "'" + suggestion(name)));
    }

    /** Returns a line for the user if the name was a setting of an earlier version. */
    public static Optional<String> retired(String name) {
        return Optional.ofNullable(RETIRED.get(name))
                .map(instead -> name + " is no longer a setting: " + instead);
    }

    private static String suggestion(String name) {
        return EditDistance.nearest(name, BY_NAME.keySet())
                .map(each -> "; did you mean '" + each + "'?")
                .orElse("; docs/configuration.md lists all");
    }

    /** Reads settings by name, each as a user would write it or as a value of its type. */
    static SettingValues of(Map<String, ?> written) {
        var all = SettingValues.NONE;
        for (var entry : written.entrySet()) {
            all = all.withWritten(named(entry.getKey()), entry.getValue());
        }
        return all;
    }

    /** Reads the {@code crawl.yaml} of a crawl; names that are no longer settings are ignored. */
    static SettingValues load(Path file) throws IOException {
        return SettingsFile.read(file, _ -> {});
    }

    /**
     * Reads a duration such as {@code 500ms}, {@code 1s} or {@code 0}.
     *
     * @param name what it is the duration of, for the message
     * @throws UsageException if it is none
     */
    public static Duration duration(String name, String text) {
        return TIME.read(name, text);
    }

    static UsageException wrong(String name, String value, String expected) {
        boolean isSecret =
                Optional.ofNullable(BY_NAME.get(name)).stream().anyMatch(Setting::isSecret);
        String is = isSecret ? " cannot be read" : " is '" + line(value) + "'";
        return new UsageException(name + is + "; expected " + expected);
    }

    /** Makes one short line of a text from a user or a library. */
    static String line(String text) {
        String line = text.strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
        return line.length() <= 200 ? line : line.substring(0, 200) + "…";
    }
}
