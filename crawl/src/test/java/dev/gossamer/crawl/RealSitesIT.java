package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gossamer.index.SearchRequest;
import dev.gossamer.index.Searcher;
import dev.gossamer.links.DeadLinks;
import dev.gossamer.links.Edge;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Sites that people wrote, served by nginx and crawled with links and index: exactly what can be
 * reached is fetched, searches find the right page, backward links are those that jsoup sees, and
 * dead ones those to files that are not there.
 */
class RealSitesIT {
    @TempDir Path folder = Path.of("");

    private final Map<Url, Page> pages = new ConcurrentHashMap<>();

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "GUAVA"})
    void whatCanBeReachedIsFetchedAndLinked(RealSite site) throws Exception {
        crawl(site);
    }

    @Test
    @Tag("slow")
    void aManualInElevenLanguagesIsFetchedAndLinked() throws Exception {
        crawl(RealSite.APACHE);
    }

    private void crawl(RealSite site) throws Exception {
        var expected = site.reachable();
        Path home = folder.resolve("crawl");
        int port = freePort();
        String origin = "http://127.0.0.1:" + port;
        crawl(site, site.unpacked(), port, crawl -> crawl.into(home));
        assertThat(site.lasting(paths())).isEqualTo(expected);
        var backward = backwardLinks(origin);
        assertBackwardLinks(home, backward);
        assertDeadLinks(home, site, origin, backward.keySet());
        if (site == RealSite.POSTGRESQL) assertSearches(home, origin);
    }

    /**
     * One link in eight is left of those that the site has, so that links alone do not lead to all
     * of it; a sitemap names one page in ten. What jsoup reaches from both is fetched.
     */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "GUAVA"})
    void whatOnlySitemapsLeadToIsFetchedToo(RealSite site) throws Exception {
        site.reachable(); // skips the test where it is skipped for the whole site
        int port = freePort();
        String origin = "http://127.0.0.1:" + port;
        var thinned = new ThinnedSite(folder.resolve("site"));
        thinned.copy(site.unpacked());
        var named = thinned.writeSitemaps(origin);
        var starts = new TreeSet<>(site.seeds());
        int byLinksAlone = thinned.reachableFrom(starts).size();
        starts.addAll(named);
        var expected = thinned.reachableFrom(starts);
        assertThat(expected).hasSizeGreaterThan(byLinksAlone + 50);
        var status = crawl(site, folder.resolve("site"), port, crawl -> {});
        assertThat(paths()).isEqualTo(expected);
        assertThat(status.found()).containsEntry("robots", 1L);
        // Both sitemaps of the index, and pages to which no link leads.
        assertThat(status.found().get("sitemaps")).isGreaterThan(2 + 50);
    }

    private Status crawl(RealSite site, Path root, int port, Consumer<Crawl> more)
            throws Exception {
        Process nginx = nginx(root, port);
        try {
            var crawl =
                    Crawl.of(
                                    site.seeds().stream()
                                            .map(path -> "http://127.0.0.1:" + port + path)
                                            .toArray(String[]::new))
                            .delay(Duration.ZERO)
                            .set("types", "text/html")
                            .onPage(page -> pages.put(page.url(), page));
            more.accept(crawl);
            var status = crawl.run();
            assertThat(status.state()).isEqualTo(Status.State.finished);
            return status;
        } finally {
            nginx.destroy();
            nginx.waitFor();
        }
    }

    private Set<String> paths() {
        return pages.values().stream()
                .filter(page -> page.type().startsWith("text/html"))
                .map(page -> page.url().path())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Who links to each URL of the site, by another parser. */
    private Map<String, Set<String>> backwardLinks(String origin) throws IOException {
        var backward = new TreeMap<String, Set<String>>();
        for (var page : pages.values()) {
            String url = page.url().toString();
            var document = Jsoup.parse(new ByteArrayInputStream(page.content()), null, url);
            for (var link : document.select("a[href], area[href], iframe[src], frame[src]")) {
                String reference = link.attr(link.hasAttr("href") ? "href" : "src");
                Url.parse(document.baseUri())
                        .flatMap(base -> base.resolve(reference))
                        .map(target -> NormalForm.DEFAULT.apply(target).toString())
                        .filter(target -> target.startsWith(origin + "/"))
                        .ifPresent(
                                target ->
                                        backward.computeIfAbsent(target, _ -> new TreeSet<>())
                                                .add(url));
            }
        }
        return backward;
    }

    private static void assertBackwardLinks(Path home, Map<String, Set<String>> expected)
            throws IOException {
        assertThat(expected).hasSizeGreaterThan(1000);
        try (var graph = LinkGraph.open(home.resolve("links"))) {
            for (var each : expected.entrySet()) {
                var sources = new TreeSet<String>();
                for (var link : graph.to(Url.of(each.getKey()), 1_000_000)) {
                    boolean isFollowed =
                            link.kind() == Edge.Kind.NAVIGATE || link.kind() == Edge.Kind.FRAME;
                    if (isFollowed) sources.add(link.source().toString());
                }
                assertThat(sources).as(each.getKey()).isEqualTo(each.getValue());
            }
        }
    }

    /** Links that jsoup sees to files that the site does not have: 144 in Apache's manual. */
    private static void assertDeadLinks(
            Path home, RealSite site, String origin, Set<String> targets)
            throws IOException, InterruptedException {
        Path root = site.unpacked();
        var missing = new TreeSet<String>();
        for (String target : targets) {
            String path = Url.of(target).path();
            Path file = root.resolve(path.substring(1) + (path.endsWith("/") ? "index.html" : ""));
            if (!Files.exists(file)) missing.add(path);
        }
        var dead = new TreeSet<String>();
        try (var graph = LinkGraph.open(home.resolve("links"))) {
            for (var entry : DeadLinks.of(graph, Map.of()).first(100_000, 1)) {
                boolean isOfSite = entry.url().toString().startsWith(origin + "/");
                if (isOfSite) dead.add(entry.url().path());
            }
        }
        assertThat(dead).isEqualTo(missing);
    }

    private static void assertSearches(Path home, String origin) throws IOException {
        var searches =
                Map.ofEntries(
                        Map.entry("create index", "sql-createindex"),
                        Map.entry("how to create a table", "sql-createtable"),
                        Map.entry("max_connections", "runtime-config-connection"),
                        Map.entry("vacuum full", "sql-vacuum"),
                        Map.entry("json functions", "functions-json"),
                        Map.entry("regular expression", "functions-matching"),
                        Map.entry("pg_stat_activity", "monitoring-stats"),
                        Map.entry("date and time types", "datatype-datetime"),
                        Map.entry("point in time recovery", "continuous-archiving"),
                        Map.entry("transaction isolation level", "transaction-iso"));
        try (var searcher = Searcher.open(home.resolve("index"))) {
            for (var each : searches.entrySet()) {
                var hits = searcher.search(SearchRequest.of(each.getKey())).hits();
                assertThat(hits.stream().map(hit -> hit.url().toString()).limit(2))
                        .as(each.getKey())
                        .contains(origin + "/" + each.getValue() + ".html");
            }
        }
    }

    private Process nginx(Path root, int port) throws IOException, InterruptedException {
        String nginx =
                Stream.of("/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx")
                        .filter(file -> Files.isExecutable(Path.of(file)))
                        .findFirst()
                        .orElse("");
        assumeThat(nginx).as("nginx is not installed, so its part is not tested").isNotEmpty();
        Path conf =
                Files.writeString(
                        folder.resolve("nginx.conf"),
                        """
                        pid %1$s/pid;
                        error_log %1$s/error.log;
                        events {}
                        http {
                          access_log off;
                          types { text/html html; }
                          client_body_temp_path %1$s/a; proxy_temp_path %1$s/b; fastcgi_temp_path %1$s/c;
                          uwsgi_temp_path %1$s/d; scgi_temp_path %1$s/e;
                          server { listen 127.0.0.1:%2$d; root %3$s; }
                        }
                        """
                                .formatted(folder, port, root));
        Process process =
                new ProcessBuilder(
                                nginx,
                                "-p",
                                folder + "/",
                                "-c",
                                conf.toString(),
                                "-g",
                                "daemon off; master_process off;")
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("nginx.out").toFile())
                        .start();
        for (int i = 0; i < 200 && process.isAlive(); i++) {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(socket.isConnected()).isTrue();
                return process;
            } catch (IOException _) {
                Thread.sleep(50);
            }
        }
        process.destroy();
        throw new AssertionError("nginx does not listen");
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
