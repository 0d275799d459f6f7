package dev.gossamer.crawl;

import dev.gossamer.fetch.AddressLiteral;
import dev.gossamer.fetch.DnsOptions;
import dev.gossamer.fetch.Guard;
import dev.gossamer.fetch.Resolver;
import dev.gossamer.fetch.Resolver.Resolution;
import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The addresses that are not public and may be visited all the same.
 *
 * <p>A seed admits its own address at its own port: an address that the user wrote always, a name
 * only if none of its addresses is public. The names of seeds are looked up once, when the crawl
 * begins, and what they admit is kept in {@code crawl.yaml}. A later answer of DNS, a redirect or a
 * link never adds to it.
 *
 * @param all whether every address may be visited
 * @param admitted the addresses that are admitted otherwise
 */
public record PrivateAddresses(boolean all, List<Admitted> admitted) {
    static final SettingType<Admitted> TYPE =
            SettingType.parsed(
                    "LINE",
                    "HOST ADDRESS:PORT or HOST [IPV6]:PORT",
                    Admitted::read,
                    Admitted::text);

    /** More names of seeds are not looked up when the crawl begins; these must be public. */
    private static final int MAX_NAMES = 1_000;

    /** More names are not listed in the log. */
    private static final int MAX_TOLD = 20;

    public PrivateAddresses {
        admitted = List.copyOf(admitted);
    }

    /**
     * One address and port that may be visited.
     *
     * @param host the host as the seed has it; it is kept for the reader of {@code crawl.yaml}
     */
    public record Admitted(String host, InetSocketAddress at) {
        static Admitted read(String text) {
            int space = text.lastIndexOf(' ');
            String at = text.substring(space + 1);
            if (space <= 0 || at.endsWith("]") || at.indexOf(':') <= 0) {
                throw new IllegalArgumentException(text);
            }
            return new Admitted(text.substring(0, space).strip(), DnsOptions.server(at));
        }

        String text() {
            return host + " " + Settings.text(at);
        }
    }

    Guard guard() {
        return all ? Guard.ALL : Guard.admitting(admitted.stream().map(Admitted::at).toList());
    }

    /**
     * Adds what the seeds admit.
     *
     * @param fresh the seeds whose names have not been looked up by an earlier run of the crawl
     * @param resolver one that answers with all addresses of a name
     */
    PrivateAddresses with(List<Url> seeds, List<Url> fresh, Resolver resolver) {
        if (all) return this;
        var added = new LinkedHashSet<>(admitted);
        for (var seed : seeds) {
            if (!hasPort(seed)) continue;
            AddressLiteral.parse(seed.host())
                    .filter(address -> isLiteral(seed) && !Guard.isPublic(address))
                    .ifPresent(address -> added.add(admitted(seed, address)));
        }
        added.addAll(ofNames(fresh, resolver));
        return new PrivateAddresses(false, List.copyOf(added));
    }

    private static List<Admitted> ofNames(List<Url> seeds, Resolver resolver) {
        var answers = new LinkedHashMap<String, CompletableFuture<Resolution>>();
        for (var seed : seeds) {
            if (!hasPort(seed) || isLiteral(seed) || answers.size() == MAX_NAMES) continue;
            answers.computeIfAbsent(seed.host(), host -> lookUp(resolver, host));
        }
        var all = new ArrayList<Admitted>();
        var told = new LinkedHashSet<String>();
        for (var seed : seeds) {
            var answer = answers.get(seed.host());
            if (answer == null
                    || !(answer.join() instanceof Resolution.Found found)
                    || found.addresses().stream().anyMatch(Guard::isPublic)) continue;
            for (var address : found.addresses()) {
                boolean isAdmitted = Guard.isAdmissibleByName(address);
                if (isAdmitted) all.add(admitted(seed, address));
                if (!seed.host().equals("localhost") || !address.isLoopbackAddress())
                    told.add(line(seed, address, isAdmitted));
            }
        }
        tell(told);
        return all;
    }

    private static CompletableFuture<Resolution> lookUp(Resolver resolver, String host) {
        var answer = new CompletableFuture<Resolution>();
        resolver.resolve(host, answer::complete);
        return answer;
    }

    /** Also of a scheme that a fetcher of the program's own knows, such as ftp. */
    private static boolean hasPort(Url seed) {
        return seed.port() > 0 && !seed.host().isEmpty();
    }

    private static boolean isLiteral(Url seed) {
        return AddressLiteral.looksLikeAddress(seed.host());
    }

    private static Admitted admitted(Url seed, InetAddress address) {
        return new Admitted(seed.host(), new InetSocketAddress(address, seed.port()));
    }

    private static String line(Url seed, InetAddress address, boolean isAdmitted) {
        return isAdmitted
                ? "%s is at %s, which is not public; its port %d is admitted because it is a seed"
                        .formatted(seed.host(), address.getHostAddress(), seed.port())
                : "%s is at %s, which no name admits; if you mean it, write the address itself"
                        .formatted(seed.host(), address.getHostAddress());
    }

    private static void tell(LinkedHashSet<String> lines) {
        var log = System.getLogger("dev.gossamer.crawl");
        lines.stream().limit(MAX_TOLD).forEach(line -> log.log(System.Logger.Level.WARNING, line));
        if (lines.size() <= MAX_TOLD) return;
        log.log(
                System.Logger.Level.WARNING,
                "and %d more; crawl.yaml lists what is admitted"
                        .formatted(lines.size() - MAX_TOLD));
    }
}
