package dev.gossamer.cli;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * The options that crawl and resume have in common. A long name without its dashes is the name of
 * the setting, so that each needs no more than its line here; what a value may be is checked in one
 * place, for the configuration file and the command line alike.
 */
@SuppressWarnings("unused") // read through the parse result, by name
final class CrawlFlags {
    static final class Reach {
        @Option(
                names = "--scope",
                paramLabel = "SCOPE",
                description =
                        "page, path, host, domain or any: how far from the seeds to go (default: host).")
        String scope = "";

        @Option(
                names = "--include",
                paramLabel = "REGEX",
                description = "Only URLs in which this is found (RE2 syntax; repeatable).")
        List<String> include = List.of();

        @Option(
                names = "--exclude",
                paramLabel = "REGEX",
                description = "No URLs in which this is found (RE2 syntax; repeatable).")
        List<String> exclude = List.of();

        @Option(
                names = "--order",
                paramLabel = "ORDER",
                description =
                        "bfs, dfs, depth (shallow first), backlinks or pagerank (important first) (default: bfs).")
        String order = "";

        @Option(
                names = "--resources",
                arity = "0..1",
                fallbackValue = "true",
                paramLabel = "true|false",
                description = "Fetch images, styles and scripts of pages too.")
        String resources = "";

        @Option(
                names = "--types",
                paramLabel = "TYPES",
                description =
                        "Download only these media types, such as text/,application/pdf; decided before the body.")
        String types = "";

        @Option(
                names = "--decline",
                paramLabel = "RULES",
                description =
                        "Do not download what the head calls oversized, noindex, noarchive, or a status such as 404 or 5xx.")
        String decline = "";
    }

    static final class Limits {
        @Option(names = "--max-pages", paramLabel = "N", description = "Stop after so many pages.")
        String maxPages = "";

        @Option(
                names = "--max-depth",
                paramLabel = "N",
                description = "Follow at most so many links in a row (default: 50).")
        String maxDepth = "";

        @Option(
                names = "--max-time",
                paramLabel = "DURATION",
                description = "Stop after this time, such as 90s or 2h.")
        String maxTime = "";

        @Option(
                names = "--max-pages-per-host",
                paramLabel = "N",
                description = "At most so many answers of one host (default: 1000000).")
        String maxPagesPerHost = "";

        @Option(
                names = "--max-body",
                paramLabel = "SIZE",
                description = "Cut longer bodies (default: 10m).")
        String maxBody = "";

        @Option(
                names = "--max-redirects",
                paramLabel = "N",
                description = "Follow at most so many redirects in a row (default: 10).")
        String maxRedirects = "";

        @Option(
                names = "--max-attempts",
                paramLabel = "N",
                description = "Give a URL up after so many failures (default: 5).")
        String maxAttempts = "";
    }

    static final class Politeness {
        @Option(
                names = "--delay",
                paramLabel = "DURATION",
                description =
                        "From the end of an answer to the next request to that host or address (default: 1s).")
        String delay = "";

        @Option(names = "--connections-per-host", paramLabel = "N", description = "Default: 1.")
        String connectionsPerHost = "";

        @Option(
                names = "--connections",
                paramLabel = "N",
                description = "In all (default: 500, or what --rate takes).")
        String connections = "";

        @Option(
                names = "--rate",
                paramLabel = "N",
                description = "At most so many requests a second in all.")
        String rate = "";

        @Option(
                names = "--retry-wait",
                paramLabel = "DURATION",
                description = "Wait after a failure; doubles with each (default: 5s).")
        String retryWait = "";

        @Option(
                names = "--pace",
                paramLabel = "LINE",
                description =
                        "Another pace for some hosts: '*.example.org delay=5s connections=2 max-pages=100' (repeatable).")
        List<String> pace = List.of();

        @Option(
                names = "--timetable",
                paramLabel = "LINE",
                description = "Another rate at other hours: 'mon-fri 08:00-18:00 10' (repeatable).")
        List<String> timetable = List.of();

        @Option(
                names = "--adaptive-delay",
                paramLabel = "K",
                description = "Wait at least K times what the last answer took.")
        String adaptiveDelay = "";

        @Option(
                names = "--domain-delay",
                paramLabel = "DURATION",
                description = "Between requests to one registered domain.")
        String domainDelay = "";

        @Option(
                names = "--connections-per-domain",
                paramLabel = "N",
                description = "To one registered domain.")
        String connectionsPerDomain = "";

        @Option(
                names = "--max-crawl-delay",
                paramLabel = "DURATION",
                description = "The longest Crawl-delay that is kept (default: 1m).")
        String maxCrawlDelay = "";

        @Option(
                names = "--max-retry-wait",
                paramLabel = "DURATION",
                description = "Where doubling ends (default: 10m).")
        String maxRetryWait = "";

        @Option(
                names = "--max-retry-after",
                paramLabel = "DURATION",
                description = "The longest Retry-After that is kept (default: 1h).")
        String maxRetryAfter = "";

        @Option(
                names = "--set-aside-after",
                paramLabel = "N",
                description = "Failures in a row before a host is left alone (default: 5).")
        String setAsideAfter = "";

        @Option(
                names = "--set-aside",
                paramLabel = "DURATION",
                description = "For how long (default: 180 times --retry-wait).")
        String setAside = "";

        @Option(
                names = "--set-asides",
                paramLabel = "N",
                description = "How often before its URLs are given up (default: 1).")
        String setAsides = "";

        @Option(
                names = "--sync-window",
                paramLabel = "DURATION",
                description = "What a power failure may lose (default: 1s).")
        String syncWindow = "";

        @Option(
                names = "--checkpoint-every",
                paramLabel = "DURATION",
                description = "How often the state is written anew (default: 15m).")
        String checkpointEvery = "";

        @Option(
                names = "--agent",
                paramLabel = "NAME",
                description =
                        "The crawler's name, also the one looked for in robots.txt (default: Gossamer).")
        String agent = "";

        @Option(
                names = "--contact",
                paramLabel = "URL-or-mail",
                description = "Where those who are crawled can reach you.")
        String contact = "";
    }

    static final class Network {
        @Option(
                names = "--dns",
                paramLabel = "ADDRESS[:PORT]",
                description = "Ask this name server (repeatable).")
        List<String> dns = List.of();

        @Option(
                names = "--proxy",
                paramLabel = "URL",
                description =
                        "http://HOST:PORT, connect://HOST:PORT (a tunnel for plain HTTP too) or socks5://HOST:PORT; with USER@ the password is taken from the environment, GOSSAMER_PROXY_PASSWORD.")
        String proxy = "";

        @Option(
                names = "--allow-private",
                arity = "0..1",
                fallbackValue = "true",
                paramLabel = "true|false",
                description = "Also visit addresses that are not public.")
        String allowPrivate = "";

        @Option(
                names = "--insecure",
                arity = "0..1",
                fallbackValue = "true",
                paramLabel = "true|false",
                description = "Accept any certificate.")
        String insecure = "";

        @Option(
                names = "--cookies",
                arity = "0..1",
                fallbackValue = "true",
                paramLabel = "true|false",
                description = "Keep cookies and send them back.")
        String cookies = "";
    }

    static final class Storage {
        @Option(
                names = "--store",
                paramLabel = "STORES",
                description = "warc, pages, jsonl or several with commas; or none (default: warc).")
        String store = "";

        @Option(
                names = "--compression",
                paramLabel = "CODEC",
                description = "Of the archive: gzip, zstd or none (default: gzip).")
        String compression = "";

        @Option(
                names = "--warc-size",
                paramLabel = "SIZE",
                description = "Where a file of the archive ends and the next begins (default: 1g).")
        String warcSize = "";

        @Option(
                names = "--index",
                negatable = true,
                defaultValue = "true",
                fallbackValue = "true",
                description = "Build a search index beside the crawl (default: yes).")
        boolean index = true;

        @Option(
                names = "--links",
                negatable = true,
                defaultValue = "true",
                fallbackValue = "true",
                description = "Build a graph of links beside the crawl (default: yes).")
        boolean links = true;

        @Option(
                names = "--jsonl-fields",
                paramLabel = "FIELDS",
                description =
                        "Of the store jsonl: url,time,status,type,via,digest,title,text,links (default: all).")
        String jsonlFields = "";

        @Option(
                names = "--metadata",
                arity = "0..1",
                fallbackValue = "true",
                paramLabel = "true|false",
                description =
                        "Archive a metadata record a page too: via, time taken, links it names.")
        String metadata = "";

        @Option(
                names = "--known",
                paramLabel = "DIR",
                description =
                        "An earlier crawl: what it holds is referred to and not stored again (repeatable).")
        List<String> known = List.of();

        @Option(
                names = "--near-duplicates",
                paramLabel = "RULE",
                description =
                        "Pages with nearly the text of another: off, count, no-archive, no-follow or drop (default: off).")
        String nearDuplicates = "";
    }

    @ArgGroup(validate = false, heading = "%nWhich pages:%n")
    Reach reach = new Reach();

    @ArgGroup(validate = false, heading = "%nLimits:%n")
    Limits limits = new Limits();

    @ArgGroup(validate = false, heading = "%nPoliteness:%n")
    Politeness politeness = new Politeness();

    @ArgGroup(validate = false, heading = "%nNetwork:%n")
    Network network = new Network();

    @ArgGroup(validate = false, heading = "%nLimits of one answer:%n")
    AnswerFlags answer = new AnswerFlags();

    @ArgGroup(validate = false, heading = "%nArchive:%n")
    Storage storage = new Storage();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings from a YAML file; the command line wins.")
    Path config = Path.of("");

    @Option(
            names = "--seeds",
            paramLabel = "FILE",
            description = "More URLs to start from, one a line; '-' reads standard input.")
    List<String> seedFiles = List.of();

    private static final List<String> NOT_SETTINGS =
            List.of(
                    "--config",
                    "--seeds",
                    "--out",
                    "--json",
                    "--debug",
                    "--help",
                    "--version",
                    "--quiet");

    /** Hands over what was given on the command line. */
    void apply(ParseResult given, List<String> urls, Crawl crawl) throws IOException {
        if (!config.toString().isEmpty()) {
            if (!Files.isReadable(config))
                throw new UsageException("cannot read the configuration file " + config);
            crawl.configure(config);
        }
        for (var option : given.matchedOptions()) {
            String name = option.longestName();
            if (NOT_SETTINGS.contains(name)) continue;
            if (option.negatable()) {
                crawl.set(name.substring(2), String.valueOf(option.<Object>getValue()));
                continue;
            }
            var values = option.stringValues();
            boolean isList = option.type() == List.class;
            if (!isList && values.size() > 1)
                throw new UsageException(name + " was given more than once");
            crawl.set(name.substring(2), isList ? values : values.getFirst());
            if (name.equals("--proxy")) setProxy(given, values.getFirst(), crawl);
        }
        var seeds = new ArrayList<>(urls);
        for (String file : seedFiles) seeds.addAll(SeedFile.read(file));
        if (!seeds.isEmpty()) crawl.set("seeds", seeds);
    }

    private static void setProxy(ParseResult given, String proxy, Crawl crawl) {
        // An argument that came out of a file (@FILE) is not among the original ones.
        boolean isVisible = given.originalArgs().stream().anyMatch(arg -> arg.endsWith(proxy));
        if (isVisible && ProxyPassword.isIn(proxy)) {
            given.commandSpec()
                    .commandLine()
                    .getErr()
                    .println(
                            "gossamer: every user of this machine can see the password of --proxy; leave it out and set "
                                    + ProxyPassword.VARIABLE);
        }
        crawl.set("proxy", ProxyPassword.added(proxy, System.getenv()));
    }
}
