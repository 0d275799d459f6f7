package dev.gossamer.cli;

import dev.gossamer.cli.HostileServer.Script;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/** What hosts of a hostile web do, each below a domain of its own, and the healthy ones. */
final class HostileHosts {
    /** Healthy hosts; each has more pages than a test has time for. */
    static final int HEALTHY = 3;

    private static final int MANY_NAMES = 10_000;
    private static final int SILENT_HOSTS = 10_000;
    private static final int BODY_BYTES = 10 << 20;
    private static final int LINKS_ON_A_PAGE = 4_000;

    /** A kind of hostility. */
    enum Kind {
        /** 10,000 names whose name server never answers. */
        NAMES,
        /** 10,000 hosts that accept connections and stay silent. */
        SILENCE,
        /** Bodies of 10 MB that are chunk extension. */
        CHUNK_EXTENSIONS,
        /** Bodies of 10 MB in chunks of five bytes. */
        SMALL_CHUNKS,
        /** Pages with 100,000 links, all new, to the host itself. */
        TRAP,
        /** Small bodies that unpack to 256 MB. */
        BOMBS,
        /** robots.txt broken off, corrupt, of 20 MB, with 9,000 wildcards. */
        ROBOTS,
        /** Heads with as many folded lines as fit. */
        HEADER_FOLDS,
        /** Answers of which a byte comes every second. */
        SLOW_LORIS,
        /** A domain in which every name exists, and each page links to 500 more. */
        ENDLESS_NAMES
    }

    private final Map<String, Script> scripts = new HashMap<>();
    private final List<String> links = new ArrayList<>();
    private final Map<Kind, Set<String>> hosts = new EnumMap<>(Kind.class);
    private final int pages;
    private final int wildAddresses;
    private int port;

    /** The hosts of these kinds. */
    HostileHosts(Iterable<Kind> kinds) throws IOException {
        this(kinds, 500, 1);
    }

    /**
     * @param pages of each healthy host, beside its first
     * @param wildAddresses that the names of the wildcard domain have between them
     */
    HostileHosts(Iterable<Kind> kinds, int pages, int wildAddresses) throws IOException {
        this.pages = pages;
        this.wildAddresses = wildAddresses;
        for (Kind kind : kinds) {
            int first = links.size();
            add(kind);
            hosts.put(kind, Set.copyOf(links.subList(first, links.size())));
        }
    }

    /** The kinds of which no host was visited, nor its name looked up. */
    Set<Kind> notMet(Set<String> visited) {
        var notMet = EnumSet.noneOf(Kind.class);
        hosts.forEach(
                (kind, names) -> {
                    if (Collections.disjoint(names, visited)) notMet.add(kind);
                });
        return notMet;
    }

    /** Returns the arguments of a crawl of all hosts that begins at the healthy ones. */
    static String[] crawl(HostileServer server, Path home, String... more) {
        var arguments =
                new ArrayList<>(
                        List.of(
                                "crawl",
                                "-o",
                                home.toString(),
                                "--scope",
                                "any",
                                "--allow-private",
                                "--dns",
                                "127.0.0.1:" + server.dnsPort()));
        arguments.addAll(List.of(more));
        for (int i = 0; i < HEALTHY; i++) arguments.add(server.url(healthy(i), "/"));
        return arguments.toArray(String[]::new);
    }

    /** To be told before the first request. */
    void listensOn(int serverPort) {
        port = serverPort;
    }

    static String healthy(int number) {
        return "www.good" + number + ".test";
    }

    static boolean isHealthy(String host) {
        return host.startsWith("www.good");
    }

    private static String domain(String host) {
        return host.substring(host.indexOf('.') + 1);
    }

    Optional<Script> script(String host) {
        if (isHealthy(host)) return Optional.of(this::healthyPage);
        if (domain(host).equals("silent.test")) return Optional.empty();
        if (domain(host).equals("wild.test")) return Optional.of(this::wildPage);
        return Optional.of(scripts.getOrDefault(host, (_, out) -> page(out, "nothing here")));
    }

    /** Silent names have none; all of the wildcard domain share a few; the rest has its own. */
    Optional<InetAddress> address(String host) {
        if (domain(host).equals("tar.test")) return Optional.empty();
        boolean isWild = domain(host).equals("wild.test");
        int number =
                isWild
                        ? Math.floorMod(host.hashCode(), wildAddresses) + 1
                        : host.hashCode() & 0x3fffff;
        try {
            return Optional.of(
                    InetAddress.getByAddress(
                            new byte[] {
                                127,
                                (byte) (32 + (number >> 16)),
                                (byte) (number >> 8),
                                (byte) number
                            }));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are always an address", e);
        }
    }

    private void add(Kind kind) throws IOException {
        switch (kind) {
            case NAMES -> link(MANY_NAMES, i -> "www.n" + i + ".tar.test");
            case SILENCE -> link(SILENT_HOSTS, i -> "h" + i + ".silent.test");
            case CHUNK_EXTENSIONS ->
                    script(3, "extension", "chunked", body("5;", 'e', BODY_BYTES, "\r\nhello\r\n"));
            case SMALL_CHUNKS -> {
                byte[] chunk = ascii("5\r\nhello\r\n");
                var body = new ByteArrayOutputStream();
                while (body.size() < BODY_BYTES) body.write(chunk);
                script(3, "chunks", "chunked", body.toByteArray());
            }
            case TRAP -> {
                scripts.put("www.trap.test", HostileHosts::trap);
                link(1, _ -> "www.trap.test");
            }
            case BOMBS -> script(15, "bomb", "gzip", bomb());
            case ROBOTS -> robots();
            case HEADER_FOLDS -> folds();
            case SLOW_LORIS -> {
                link(100, i -> "www.loris" + i + ".test");
                for (int i = 0; i < 100; i++)
                    scripts.put("www.loris" + i + ".test", HostileHosts::drip);
            }
            case ENDLESS_NAMES -> link(500, i -> "n" + i + ".wild.test");
        }
    }

    private void link(int count, IntFunction<String> host) {
        for (int i = 0; i < count; i++) links.add(host.apply(i));
    }

    /** Hosts that answer every path with this body, and a first page that links to a few paths. */
    private void script(int count, String name, String coding, byte[] body) {
        String field =
                coding.equals("chunked")
                        ? "Transfer-Encoding: chunked\r\n"
                        : "Content-Encoding: "
                                + coding
                                + "\r\nContent-Length: "
                                + body.length
                                + "\r\n";
        byte[] head = ascii("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + field + "\r\n");
        for (int i = 0; i < count; i++) {
            scripts.put(
                    "www." + name + i + ".test",
                    (request, out) -> {
                        if (request.path().equals("/robots.txt")) {
                            notFound(out);
                        } else if (request.path().equals("/")) {
                            page(out, ownLinks(20));
                        } else {
                            out.write(head);
                            out.write(body);
                            if (coding.equals("chunked")) out.write(ascii("0\r\n\r\n"));
                        }
                    });
        }
        link(count, i -> "www." + name + i + ".test");
    }

    private static String ownLinks(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "<a href=\"/x" + i + ".html\">x</a>")
                .collect(Collectors.joining("\n"));
    }

    private static byte[] body(String before, char fill, int bytes, String after) {
        var body = new byte[bytes];
        Arrays.fill(body, (byte) fill);
        System.arraycopy(ascii(before), 0, body, 0, before.length());
        System.arraycopy(ascii(after), 0, body, bytes - after.length(), after.length());
        return body;
    }

    private static byte[] bomb() throws IOException {
        var packed = new ByteArrayOutputStream();
        var spaces = new byte[1 << 20];
        Arrays.fill(spaces, (byte) ' ');
        try (var gzip = new GZIPOutputStream(packed)) {
            for (int i = 0; i < 256; i++) gzip.write(spaces);
        }
        return packed.toByteArray();
    }

    private static void trap(HostileServer.Request request, OutputStream out) throws IOException {
        if (request.path().equals("/robots.txt")) {
            notFound(out);
            return;
        }
        int seed = request.path().hashCode();
        var page = new StringBuilder();
        for (int i = 0; i < 100_000; i++)
            page.append("<a href=/").append(seed & 0xffff).append('/').append(i).append(">x</a>");
        page(out, page.toString());
    }

    /** All of these forbid /no.html, or cannot be read, which forbids everything. */
    private void robots() {
        String rules = "User-agent: *\nDisallow: /no\n";
        robots("rob-cut", "Content-Length: 500\r\n\r\nUser-agent: *\n");
        robots("rob-cutchunk", "Transfer-Encoding: chunked\r\n\r\nf\r\nUser-agent: *\n\r\n");
        robots(
                "rob-badgz",
                "Content-Encoding: gzip\r\nContent-Length: 20\r\n\r\n01234567890123456789");
        robots(
                "rob-huge",
                "Content-Length: "
                        + (20 << 20)
                        + "\r\n\r\n"
                        + rules
                        + "#".repeat((20 << 20) - rules.length()));
        String wild =
                rules
                        + IntStream.range(0, 9_000)
                                .mapToObj(i -> "Disallow: /*a*b*c*d*" + i + "$\n")
                                .collect(Collectors.joining());
        robots("rob-wild", "Content-Length: " + wild.length() + "\r\n\r\n" + wild);
    }

    private void robots(String name, String rest) {
        byte[] answer = ascii("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n" + rest);
        String host = "www." + name + ".test";
        scripts.put(
                host,
                (request, out) -> {
                    if (request.path().equals("/robots.txt")) {
                        out.write(answer);
                        out.flush();
                        boolean isBroken = !name.equals("rob-wild") && !name.equals("rob-huge");
                        if (isBroken) throw new IOException("the connection is lost, as planned");
                    } else {
                        page(out, "<a href=/no.html>no</a>" + ownLinks(200));
                    }
                });
        link(1, _ -> host);
    }

    private void folds() {
        var head = new StringBuilder("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Folded: a\r\n");
        while (head.length() < 250_000) head.append(" b\r\n");
        byte[] answer = ascii(head + "\r\nok");
        for (int i = 0; i < 3; i++) {
            scripts.put(
                    "www.fold" + i + ".test",
                    (request, out) -> {
                        if (request.path().equals("/")) page(out, ownLinks(100));
                        else if (request.path().equals("/robots.txt")) notFound(out);
                        else out.write(answer);
                    });
        }
        link(3, i -> "www.fold" + i + ".test");
    }

    private static void drip(HostileServer.Request request, OutputStream out) throws Exception {
        if (request.path().equals("/robots.txt")) {
            notFound(out);
            return;
        }
        for (byte each :
                ascii("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + "x".repeat(900))) {
            out.write(each);
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private void wildPage(HostileServer.Request request, OutputStream out) throws IOException {
        if (request.path().equals("/robots.txt")) {
            notFound(out);
            return;
        }
        var page = new StringBuilder();
        for (int i = 0; i < 500; i++)
            page.append("<a href=\"http://")
                    .append(Integer.toHexString(request.host().hashCode()))
                    .append('x')
                    .append(i)
                    .append(".wild.test:")
                    .append(port)
                    .append("/\">x</a>");
        page(out, page.toString());
    }

    /**
     * A first page that leads to all others. Those of the first host lead to all that is hostile,
     * so many on each page that none is cut in a small heap.
     */
    private void healthyPage(HostileServer.Request request, OutputStream out) throws IOException {
        if (request.path().equals("/robots.txt")) {
            notFound(out);
            return;
        }
        var page = new StringBuilder();
        if (request.path().equals("/")) {
            for (int i = 0; i < pages; i++)
                page.append("<a href=\"/p").append(i).append("\">x</a>\n");
        }
        if (request.host().equals(healthy(0))) hostileLinks(request.path(), page);
        page(out, page + "<p>healthy " + request.host() + request.path() + "</p>");
    }

    private void hostileLinks(String path, StringBuilder page) {
        int part = path.matches("/p[0-9]+") ? Integer.parseInt(path.substring(2)) + 1 : 0;
        int from = Math.min(links.size(), part * LINKS_ON_A_PAGE);
        int to = Math.min(links.size(), from + LINKS_ON_A_PAGE);
        for (String host : links.subList(from, to))
            page.append("<a href=\"http://%s:%d/\">x</a>\n".formatted(host, port));
    }

    private static void page(OutputStream out, String text) throws IOException {
        byte[] body = ascii("<!DOCTYPE html><title>x</title>" + text);
        out.write(
                ascii(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: "
                                + body.length
                                + "\r\n\r\n"));
        out.write(body);
    }

    private static void notFound(OutputStream out) throws IOException {
        out.write(ascii("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
