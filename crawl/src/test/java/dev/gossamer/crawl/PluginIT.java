package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes of docs/plugins.md in a jar, which the configuration of a crawl names. */
class PluginIT {
    private static final Pattern EXAMPLE =
            Pattern.compile("```java\n(.*?class (\\w+).*?)```", Pattern.DOTALL);
    private static final String HEAD =
            """
            package com.example;
            import dev.gossamer.crawl.*;
            import dev.gossamer.store.*;
            import dev.gossamer.url.Url;
            import java.io.*;
            import java.nio.file.*;
            import java.util.*;
            """;
    private static final String THROWER =
            """
            public final class Thrower implements Store, Strategy, CrawlListener, UrlFilter {
                public Url apply(Url url, Found found) {
                    if (url.path().endsWith("page-3.html")) throw new IllegalStateException("filter");
                    return url;
                }
                public int priority(Url url, Found found) { throw new IllegalStateException("order"); }
                public void fetched(Url page, List<Url> links) { throw new NoClassDefFoundError("order"); }
                public void write(Capture capture) { throw new IllegalStateException("store"); }
                public void sync() { throw new IllegalStateException("store"); }
                public void close() { throw new IllegalStateException("store"); }
                public void onPage(Page page) { throw new IllegalStateException("listener"); }
            }
            """;

    private static final String FILTER_THAT_ADDS_UP =
            """
            public final class Sum implements CrawlListener, UrlFilter {
                static int urls;
                private final Path file;
                public Sum() { this(List.of("none")); }
                public Sum(List<String> arguments) { file = Path.of(arguments.getFirst()); }
                public Url apply(Url url, Found found) {
                    synchronized (Sum.class) { urls++; }
                    return url;
                }
                public void onProgress(Status status) {
                    try {
                        synchronized (Sum.class) { Files.writeString(file, urls + "\\n"); }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
            """;

    @TempDir Path folder = Path.of("");
    private Path jar = Path.of("");

    @BeforeEach
    void compile() throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources"));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Files.writeString(sources.resolve("Thrower.java"), HEAD + THROWER);
        Files.writeString(sources.resolve("Sum.java"), HEAD + FILTER_THAT_ADDS_UP);
        EXAMPLE.matcher(Files.readString(Path.of("../docs/plugins.md")))
                .results()
                .forEach(
                        found ->
                                write(
                                        sources.resolve(found.group(2) + ".java"),
                                        HEAD + found.group(1)));
        List<String> files;
        try (var all = Files.list(sources)) {
            files = all.map(Path::toString).toList();
        }
        assertThat(files).hasSize(5);
        var arguments = new java.util.ArrayList<>(List.of("-d", classes.toString(), "-proc:none"));
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
        arguments.addAll(files);
        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).isZero();
        jar = folder.resolve("mine.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                var all = Files.walk(classes)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Crawl crawl(SimServer server) {
        return Crawl.of(server.web().seedUrls(1).toArray(String[]::new))
                .set("allow-private", "true")
                .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                .set("retry-wait", "20ms")
                .set("plugin", jar.toString())
                .delay(Duration.ZERO);
    }

    private static List<String> requested(Path home) throws IOException {
        try (var lines = Files.lines(home.resolve("crawl.log"))) {
            return lines.map(line -> line.split(" ")[4]).toList();
        }
    }

    @Test
    void classesOfAJarAreUsedAlsoAfterAResume() throws Exception {
        Path home = folder.resolve("crawl");
        Path list = folder.resolve("list.txt");
        Path titles = folder.resolve("titles.txt");
        try (var server = SimServer.start(SimWebOptions.usual().withSeed(5).withSize(1, 40))) {
            crawl(server)
                    .set("filters", List.of("scheme", "scope", "com.example.NoPrint"))
                    .set(
                            "use",
                            List.of(
                                    Map.of("com.example.UrlList", list.toString()),
                                    Map.of("com.example.Titles", titles.toString())))
                    .maxPages(5)
                    .into(home)
                    .run();
            Crawl.resume(home).maxPages(1_000).run();
        }
        assertThat(Files.readAllLines(list)).containsAll(requested(home));
        assertThat(Files.readAllLines(titles)).hasSizeGreaterThan(20);
    }

    @Test
    void aFilterAndAListenerOfOneClassShareItsStaticState() throws Exception {
        Path sum = folder.resolve("sum.txt");
        try (var server = SimServer.start(SimWebOptions.usual().withSeed(5).withSize(1, 10))) {
            crawl(server)
                    .set("filters", List.of("scheme", "scope", "com.example.Sum"))
                    .set("use", List.of(Map.of("com.example.Sum", sum.toString())))
                    .run();
        }
        assertThat(Integer.parseInt(Files.readString(sum).strip())).isGreaterThan(9);
    }

    @Test
    void oneThatThrowsCostsNeitherTheSiteNorItsLinks() throws Exception {
        Path home = folder.resolve("crawl");
        try (var server = SimServer.start(SimWebOptions.usual().withSeed(5).withSize(1, 40))) {
            var status =
                    crawl(server)
                            .set("filters", List.of("scheme", "scope", "com.example.Thrower"))
                            .set("use", List.of("com.example.Thrower"))
                            .into(home)
                            .run();
            assertThat(status.state()).isEqualTo(Status.State.finished);
            assertThat(status.pages()).isGreaterThan(30);
            assertThat(status.errors().get("internal")).isGreaterThan(100);
            assertThat(requested(home)).doesNotHaveDuplicates();
        }
    }

    @Test
    void mistakesAreTold() {
        assertThatThrownBy(() -> run("plugin", "/no/such.jar"))
                .hasMessage("plugin /no/such.jar: no such file");
        assertThatThrownBy(() -> run("use", "no.such.Store"))
                .hasMessage(
                        "no class 'no.such.Store': neither one that ships nor a class on the class path or in a plugin");
        assertThatThrownBy(() -> run("use", "java.lang.String"))
                .hasMessage(
                        "use java.lang.String is not a dev.gossamer.store.Store, dev.gossamer.crawl.Strategy, dev.gossamer.crawl.CrawlListener");
    }

    private void run(String setting, String value) throws Exception {
        Crawl.of("http://a.test/")
                .set(setting, value)
                .set("filters", List.of("scheme", "com.example.None"))
                .into(folder.resolve("wrong"))
                .run();
    }
}
