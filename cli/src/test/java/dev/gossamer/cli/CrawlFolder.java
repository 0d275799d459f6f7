package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.OpenedArchive;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.store.FSDirectory;

/** What the folder of a crawl holds, read from its files. */
final class CrawlFolder {
    private final Path home;

    CrawlFolder(Path home) {
        this.home = home;
    }

    /** URLs that were answered, robots.txt left out, each once however often it is archived. */
    Set<String> archived() throws IOException {
        return archived(0, 999);
    }

    /** URLs of the pages: those that were answered with 2xx. */
    Set<String> pages() throws IOException {
        return archived(200, 299);
    }

    private Set<String> archived(int leastStatus, int mostStatus) throws IOException {
        var urls = new TreeSet<String>();
        // With those of earlier crawls, which unchanged pages refer to.
        OpenedArchive.in(home)
                .archive()
                .forEach(
                        page -> {
                            boolean isCounted =
                                    page.status() >= leastStatus && page.status() <= mostStatus;
                            if (isCounted && !page.url().endsWith("/robots.txt"))
                                urls.add(page.url());
                        });
        return urls;
    }

    /** URLs in the index, as Lucene itself tells; none may be there twice. */
    Set<String> indexed() throws IOException {
        var urls = new ArrayList<String>();
        try (var directory = FSDirectory.open(home.resolve("index"));
                var reader = DirectoryReader.open(directory)) {
            var live = MultiBits.getLiveDocs(reader);
            var stored = reader.storedFields();
            for (int doc = 0; doc < reader.maxDoc(); doc++) {
                boolean isLive = live == null || live.get(doc);
                if (isLive) urls.add(stored.document(doc, Set.of("key")).get("key"));
            }
        }
        assertThat(urls).doesNotHaveDuplicates().isNotEmpty();
        return new TreeSet<>(urls);
    }

    /** The graph knows every page that is archived, and no other. */
    void assertLinked() throws IOException {
        var archived = archived();
        try (var graph = LinkGraph.open(home.resolve("links"))) {
            assertThat(graph.counts().pages()).isEqualTo(archived.size());
            for (String url : archived) assertThat(graph.fetched(Url.of(url))).isPresent();
        }
    }

    /** Deletes a folder with all that is in it. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (var files = Files.walk(folder)) {
            for (Path file : files.toList().reversed()) Files.delete(file);
        }
    }
}
