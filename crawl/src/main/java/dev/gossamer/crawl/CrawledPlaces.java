package dev.gossamer.crawl;

import dev.gossamer.links.LinkGraph;
import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where pages lie in a crawl: how many links from a seed, by {@code crawl.log}, and how many links
 * lead to them, by the graph of links. What a folder does not have is not known.
 */
public final class CrawledPlaces implements AutoCloseable {
    private final LoggedDepths depths;
    private final Optional<LinkGraph> links;

    private CrawledPlaces(LoggedDepths depths, Optional<LinkGraph> links) {
        this.depths = depths;
        this.links = links;
    }

    /** Reads the log of the crawl in the folder, and opens its links. */
    public static CrawledPlaces open(Path directory) throws IOException {
        var depths = LoggedDepths.read(directory.resolve("crawl.log"), Fingerprints.seeded(0));
        return new CrawledPlaces(depths, links(directory.resolve("links")));
    }

    private static Optional<LinkGraph> links(Path directory) throws IOException {
        try {
            return Optional.of(LinkGraph.open(directory));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    public OptionalLong depth(Url url) {
        var depth = depths.depth(url);
        return depth.isPresent() ? OptionalLong.of(depth.getAsInt()) : OptionalLong.empty();
    }

    public OptionalLong inLinks(Url url) throws IOException {
        return links.isPresent() ? OptionalLong.of(links.get().countTo(url)) : OptionalLong.empty();
    }

    @Override
    public void close() throws IOException {
        if (links.isPresent()) links.get().close();
    }
}
