package dev.gossamer.fetch;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.resolver.HostsFileEntriesProvider;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.netty.resolver.dns.NoopDnsCache;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Addresses, then the hosts file, then the cache, then DNS. IPv4 and IPv6 are asked at once; IPv4
 * comes first in the answer. Look-ups of one name that overlap become one. Safe for use by many
 * threads; what is under way belongs to one event loop.
 */
public final class DnsResolver implements Resolver {
    /** Always this machine (RFC 6761 section 6.3), and never that of a proxy. */
    private static final String LOCALHOST = "localhost";

    private static final Duration LITERAL_TTL = Duration.ofDays(1);

    private final DnsOptions options;
    private final MultiThreadIoEventLoopGroup group;
    private final DnsNameResolver client;
    private final List<InetSocketAddress> servers;
    private final Map<String, List<InetAddress>> hosts;
    private final DnsCache cache;

    /** Who waits for which name. Touched by the event loop only. */
    private final Map<String, List<Consumer<? super Resolution>>> waiting = new HashMap<>();

    /** Names that wait until fewer others are asked for. Touched by the event loop only. */
    private final Deque<String> queued = new ArrayDeque<>();

    private int underWay;
    private int lookups;
    private boolean isStarting;

    private DnsResolver(
            DnsOptions options,
            MultiThreadIoEventLoopGroup group,
            DnsNameResolver client,
            List<InetSocketAddress> servers,
            Map<String, List<InetAddress>> hosts) {
        this.options = options;
        this.group = group;
        this.client = client;
        this.servers = servers;
        this.hosts = hosts;
        cache = new DnsCache(options.cache().names());
    }

    /** Starts the event loop and reads the hosts file. */
    public static DnsResolver open(DnsOptions options) {
        var hosts = readHosts(options);
        var servers = options.servers().isEmpty() ? systemServers() : options.servers();
        var group =
                new MultiThreadIoEventLoopGroup(
                        1, new DefaultThreadFactory("dns", true), NioIoHandler.newFactory());
        var client =
                new DnsNameResolverBuilder(group.next())
                        .datagramChannelType(NioDatagramChannel.class)
                        .socketChannelType(NioSocketChannel.class)
                        .queryTimeoutMillis(options.questions().timeout().toMillis())
                        .resolveCache(NoopDnsCache.INSTANCE)
                        .optResourceEnabled(false)
                        .build();
        return new DnsResolver(options, group, client, servers, hosts);
    }

    private static List<InetSocketAddress> systemServers() {
        var stream = DnsServerAddressStreamProviders.platformDefault().nameServerAddressStream("");
        var servers = new ArrayList<InetSocketAddress>();
        for (int i = 0; i < stream.size(); i++) servers.add(stream.next());
        return servers;
    }

    private static Map<String, List<InetAddress>> readHosts(DnsOptions options) {
        var hosts = new HashMap<String, List<InetAddress>>();
        if (options.hostsFile().filter(Files::isReadable).isEmpty()) return hosts;
        try {
            var file = options.hostsFile().get().toFile();
            var entries = HostsFileEntriesProvider.parser().parse(file);
            entries.ipv4Entries().forEach((name, found) -> hosts.put(name, new ArrayList<>(found)));
            entries.ipv6Entries()
                    .forEach(
                            (name, found) ->
                                    hosts.computeIfAbsent(name, _ -> new ArrayList<>())
                                            .addAll(found));
            return hosts;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + options.hostsFile().get(), e);
        }
    }

    /** Whether a host is found, or refused, without asking a name server. */
    boolean knows(String host) {
        String whole = host.toLowerCase(Locale.ROOT);
        String name = whole.endsWith(".") ? whole.substring(0, whole.length() - 1) : whole;
        return AddressLiteral.looksLikeAddress(name)
                || hosts.containsKey(name)
                || name.equals(LOCALHOST)
                || name.endsWith("." + LOCALHOST);
    }

    @Override
    public void resolve(String host, Consumer<? super Resolution> done) {
        String name = host.toLowerCase(Locale.ROOT);
        if (AddressLiteral.looksLikeAddress(name)) {
            var literal = AddressLiteral.parse(name);
            done.accept(
                    literal.isPresent()
                            ? admitted(List.of(literal.get()), LITERAL_TTL, Optional.empty())
                            : new Resolution.Failed(Fault.NO_SUCH_HOST, "not an address: " + host));
            return;
        }
        var listed = hosts.get(name);
        if (listed != null) {
            done.accept(admitted(listed, LITERAL_TTL, Optional.empty()));
            return;
        }
        var cached = cache.get(name, options.time().nanos().getAsLong());
        if (cached.isPresent()) {
            done.accept(cached.get());
            return;
        }
        try {
            group.execute(() -> lookUp(name, done));
        } catch (RejectedExecutionException e) {
            done.accept(new Resolution.Failed(Fault.CANCELLED, "resolver is closed"));
        }
    }

    private void lookUp(String name, Consumer<? super Resolution> done) {
        var others = waiting.get(name);
        if (others != null) {
            others.add(done);
            return;
        }
        waiting.put(name, new ArrayList<>(List.of(done)));
        queued.add(name);
        startQueued();
    }

    /** A loop and no recursion: names that fail at once make room while they are started. */
    private void startQueued() {
        if (isStarting) return;
        isStarting = true;
        try {
            while (!queued.isEmpty() && underWay < options.questions().lookupsAtOnce()) {
                start(queued.remove());
            }
        } finally {
            isStarting = false;
        }
    }

    private void start(String name) {
        underWay++;
        new NameLookup(name).start(lookups++);
    }

    /** Both kinds of address of one name, and the time by which they must have come. */
    private final class NameLookup {
        private final String name;
        private final List<DnsLookup> asked = new ArrayList<>(2);
        private final List<DnsLookup.Result> results = new ArrayList<>(2);
        private @Nullable Future<?> expiry;

        NameLookup(String name) {
            this.name = name;
        }

        void start(int firstServer) {
            for (var type : List.of(DnsRecordType.A, DnsRecordType.AAAA)) {
                var done = (Consumer<DnsLookup.Result>) result -> ended(type, result);
                asked.add(new DnsLookup(client, servers, options, type, done));
            }
            long millis = options.questions().deadline().toMillis();
            expiry = group.schedule(this::expire, millis, TimeUnit.MILLISECONDS);
            for (var each : asked) each.start(name, firstServer);
        }

        private void expire() {
            for (var each : asked) each.expire();
        }

        private void ended(DnsRecordType type, DnsLookup.Result result) {
            // IPv4 first, whichever came first
            results.add(type.equals(DnsRecordType.A) ? 0 : results.size(), result);
            if (results.size() < asked.size()) return;
            if (expiry != null) expiry.cancel(false);
            finish(name, results);
        }
    }

    private void finish(String name, List<DnsLookup.Result> results) {
        underWay--;
        var resolution = join(results);
        var ttl =
                switch (resolution) {
                    case Resolution.Found found -> found.ttl();
                    case Resolution.Failed(var fault, _) when fault == Fault.DNS_FAILED ->
                            options.cache().failureTtl();
                    case Resolution.Failed _ -> bounded(smallestTtl(results));
                };
        long now = options.time().nanos().getAsLong();
        cache.put(name, resolution, now + ttl.toNanos());
        startQueued();
        var told = waiting.remove(name);
        if (told == null) return; // closed meanwhile
        for (var each : told) tell(each, resolution);
    }

    private static void tell(Consumer<? super Resolution> done, Resolution resolution) {
        try {
            done.accept(resolution);
        } catch (RuntimeException e) {
            FetchLog.warn("callback of a look-up failed", e);
        }
    }

    private Resolution join(List<DnsLookup.Result> results) {
        var addresses = new ArrayList<InetAddress>();
        var records = new LinkedHashSet<String>(); // both answers hold the aliases
        boolean isFailed = false;
        for (var result : results) {
            addresses.addAll(result.answer().addresses());
            isFailed |= result.answer().kind() == DnsAnswer.Kind.FAILED;
            if (result.answer().kind() == DnsAnswer.Kind.FOUND) {
                records.addAll(result.answer().records().lines().toList());
            }
        }
        if (addresses.isEmpty()) {
            String why = results.getFirst().answer().records();
            return isFailed
                    ? new Resolution.Failed(Fault.DNS_FAILED, why)
                    : new Resolution.Failed(Fault.NO_SUCH_HOST, "no address");
        }
        var last = results.getFirst();
        var evidence = new Evidence(last.at(), last.server(), String.join("\n", records) + "\n");
        return admitted(addresses, bounded(smallestTtl(results)), Optional.of(evidence));
    }

    private static long smallestTtl(List<DnsLookup.Result> results) {
        long ttl = Long.MAX_VALUE;
        for (var result : results) {
            if (result.answer().ttlSeconds() >= 0) {
                ttl = Math.min(ttl, result.answer().ttlSeconds());
            }
        }
        return ttl == Long.MAX_VALUE ? 0 : ttl;
    }

    private Duration bounded(long ttlSeconds) {
        var ttl = Duration.ofSeconds(ttlSeconds);
        var bounds = options.cache();
        if (ttl.compareTo(bounds.minTtl()) < 0) return bounds.minTtl();
        return ttl.compareTo(bounds.maxTtl()) > 0 ? bounds.maxTtl() : ttl;
    }

    private Resolution admitted(
            List<InetAddress> addresses, Duration ttl, Optional<Evidence> evidence) {
        var admitted = options.guard().usable(addresses);
        return admitted.isEmpty()
                ? new Resolution.Failed(
                        Fault.FORBIDDEN_ADDRESS, addresses.getFirst().getHostAddress())
                : new Resolution.Found(admitted, ttl, evidence);
    }

    /** Names remembered. */
    int cached() {
        return cache.size();
    }

    /** Closing it again does nothing. */
    @Override
    public void close() {
        if (group.isShuttingDown()) return;
        group.execute(
                () -> {
                    client.close();
                    waiting.values().stream()
                            .flatMap(List::stream)
                            .toList()
                            .forEach(
                                    each ->
                                            tell(
                                                    each,
                                                    new Resolution.Failed(
                                                            Fault.CANCELLED,
                                                            "resolver is closed")));
                    waiting.clear();
                    queued.clear();
                });
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
