package dev.gossamer.crawl;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.jsoup.Jsoup;

/**
 * A copy of the pages of a site with an eighth of their links, and sitemaps that name a tenth of
 * its pages: an index, one list as compressed XML and one as text.
 */
final class ThinnedSite {
    private static final int ONE_LINK_IN = 8;
    private static final int ONE_PAGE_IN = 10;
    private static final Pattern REFERENCE = Pattern.compile("href=\"([^\"]*)\"");
    private static final String FOLLOWED =
            "a[href], area[href], iframe[src], frame[src], link[rel=next], link[rel=prev], link[rel=canonical]";

    private final Path root;
    private final TreeSet<String> pages = new TreeSet<>();

    ThinnedSite(Path root) {
        this.root = root;
    }

    void copy(Path site) throws IOException {
        List<Path> files;
        try (var all = Files.walk(site)) {
            files = all.filter(file -> file.toString().endsWith(".html")).toList();
        }
        for (Path file : files) {
            String path = "/" + site.relativize(file);
            Path to = file(path);
            Files.createDirectories(to.getParent());
            Files.write(to, thinned(path, Files.readString(file, ISO_8859_1)).getBytes(ISO_8859_1));
            pages.add(path);
        }
    }

    /** Which links are left depends on page and link alone. */
    private static String thinned(String path, String page) {
        return REFERENCE
                .matcher(page)
                .replaceAll(
                        found -> {
                            int hash = (path + " " + found.group(1)).hashCode();
                            return Math.floorMod(hash, ONE_LINK_IN) == 0 ? "$0" : "title=\"\"";
                        });
    }

    /** Returns the paths that they name. */
    Set<String> writeSitemaps(String origin) throws IOException {
        var all = List.copyOf(pages);
        var named =
                IntStream.range(0, all.size())
                        .filter(i -> i % ONE_PAGE_IN == 0)
                        .mapToObj(all::get)
                        .toList();
        var first = named.subList(0, named.size() / 2);
        var second = named.subList(named.size() / 2, named.size());
        Files.writeString(file("/robots.txt"), "Sitemap: " + origin + "/map.xml\n");
        Files.writeString(
                file("/map.xml"),
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
                  <sitemap><loc>%1$s/sitemap-1.xml.gz</loc></sitemap>
                  <sitemap><loc>%1$s/sitemap-2.txt</loc></sitemap>
                </sitemapindex>
                """
                        .formatted(origin));
        try (var out =
                new OutputStreamWriter(
                        new GZIPOutputStream(Files.newOutputStream(file("/sitemap-1.xml.gz"))),
                        StandardCharsets.UTF_8)) {
            out.write("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n");
            for (String path : first) out.write("<url><loc>" + origin + path + "</loc></url>\n");
            out.write("</urlset>\n");
        }
        Files.writeString(
                file("/sitemap-2.txt"),
                second.stream().map(path -> origin + path + "\n").collect(Collectors.joining()));
        return Set.copyOf(named);
    }

    /** Paths of the pages to which links lead from these, as jsoup sees them. */
    Set<String> reachableFrom(Set<String> starts) throws IOException {
        var reached = new TreeSet<>(starts);
        var open = new ArrayDeque<>(starts);
        while (!open.isEmpty()) {
            String path = open.remove();
            for (String target : targets(path))
                if (pages.contains(target) && reached.add(target)) open.add(target);
        }
        return reached;
    }

    private List<String> targets(String path) throws IOException {
        var url = Url.of("http://site.test" + path);
        var page = Jsoup.parse(file(path), null, url.toString());
        return page.select(FOLLOWED).stream()
                .map(link -> link.attr(link.hasAttr("src") ? "src" : "href"))
                .flatMap(reference -> url.resolve(reference).stream())
                .filter(target -> target.host().equals(url.host()))
                .map(Url::path)
                .toList();
    }

    private Path file(String path) {
        return root.resolve(path.substring(1));
    }
}
