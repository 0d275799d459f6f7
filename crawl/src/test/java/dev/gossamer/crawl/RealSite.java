package dev.gossamer.crawl;

import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gossamer.index.DebianPackage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.JarURLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipFile;

/**
 * Sites that people wrote, out of Debian packages that are fetched once and not installed, and out
 * of a javadoc jar; with the list of what can be reached in them, which others made.
 */
enum RealSite {
    POSTGRESQL("postgresql-doc-15", "usr/share/doc/postgresql-doc-15/html", List.of("/index.html")),
    APACHE(
            "apache2-doc",
            "usr/share/doc/apache2-doc/manual",
            List.of("/index.html", "/en/index.html")),
    GUAVA("guava-33.3.1-javadoc", "guava", List.of("/index.html", "/allclasses-index.html"));

    private final String list;
    private final String root;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<String> seeds;

    RealSite(String list, String root, List<String> seeds) {
        this.list = list;
        this.root = root;
        this.seeds = seeds;
    }

    List<String> seeds() {
        return seeds;
    }

    /** Paths of the pages. */
    Set<String> reachable() throws IOException {
        Path file =
                Path.of(System.getProperty("conformance.dir", "none"))
                        .resolve("sites")
                        .resolve(list + ".reachable.tsv.gz");
        assumeThat(file).as("the list of what can be reached is not here").exists();
        var paths = new TreeSet<String>();
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(file)),
                                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] columns = line.split("\t");
                boolean isDead = columns.length == 2;
                if (!isDead) paths.add(columns[0]);
            }
        }
        return lasting(paths);
    }

    /**
     * Without the release notes, one more of which comes with each minor version of the package.
     */
    Set<String> lasting(Set<String> paths) {
        return paths.stream()
                .filter(path -> !path.startsWith("/release-15-"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Its folder; skips the test where the site cannot be had. */
    Path unpacked() throws IOException, InterruptedException {
        Path folder =
                this == GUAVA
                        ? Path.of("target", "sites", root).toAbsolutePath()
                        : DebianPackage.unpacked(list, root);
        if (this == GUAVA && !Files.exists(folder)) unzip(folder);
        assumeThat(folder).as("the Debian package " + list + " cannot be had here").exists();
        return folder;
    }

    private static void unzip(Path to) throws IOException {
        var inside = RealSite.class.getResource("/allclasses-index.html");
        assumeThat(inside).as("guava's javadoc is not on the class path").isNotNull();
        var connection = (JarURLConnection) inside.openConnection();
        try (var zip = new ZipFile(connection.getJarFile().getName())) {
            for (var entry : java.util.Collections.list(zip.entries())) {
                if (entry.isDirectory()) continue;
                Path file = to.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                try (var in = zip.getInputStream(entry)) {
                    Files.copy(in, file);
                }
            }
        }
    }
}
