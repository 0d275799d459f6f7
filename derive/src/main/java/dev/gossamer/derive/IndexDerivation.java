package dev.gossamer.derive;

import dev.gossamer.index.IndexedPage;
import dev.gossamer.index.Refinement;
import dev.gossamer.index.SearchIndex;
import dev.gossamer.links.Anchor;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.parse.Facts;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.store.ArchivePosition;
import dev.gossamer.alike.SimHash;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The search index of the text of pages. Ranks and the texts of links to a page are added when the
 * link graph has settled.
 */
final class IndexDerivation implements Derivation {
    private final SearchIndex index;
    private final Path links;
    private Optional<OfGraph> facts = Optional.empty();

    private IndexDerivation(SearchIndex index, Path links) {
        this.index = index;
        this.links = links;
    }

    /**
     * @param links where the link graph is, if there is one
     */
    static IndexDerivation open(Path directory, Path links) throws IOException {
        return new IndexDerivation(SearchIndex.open(directory), links);
    }

    @Override
    public DerivedData kind() {
        return DerivedData.INDEX;
    }

    @Override
    public ArchivePosition position() {
        return ArchivePosition.parse(index.position());
    }

    @Override
    public void read(ReadCapture page) throws IOException {
        boolean isGone = page.status() == 404 || page.status() == 410;
        if (isGone || (page.isPage() && page.isNoindex())) index.remove(page.url());
        else if (page.isPage() && hasWords(page)) add(indexed(page));
    }

    /** Every HTML page has some: its URL, perhaps a title, and the texts of links to it. */
    private static boolean hasWords(ReadCapture page) {
        return page.parsed().isPresent() || !page.text().isEmpty();
    }

    private void add(IndexedPage page) throws IOException {
        if (facts.isPresent()) index.add(page, facts.get());
        else index.add(page);
    }

    /** Opens the graph: with it each page is indexed once, and not again when it settles. */
    @Override
    public void beginAlone() throws IOException {
        facts = openGraph();
    }

    private Optional<OfGraph> openGraph() throws IOException {
        try {
            return Optional.of(new OfGraph(LinkGraph.open(links)));
        } catch (NoSuchFileException e) {
            // A crawl without a link graph is searched by what pages say of themselves.
            return Optional.empty();
        }
    }

    private static IndexedPage indexed(ReadCapture page) {
        var facts = page.parsed().map(ParsedPage::facts);
        return new IndexedPage(
                page.url(),
                page.at(),
                page.status(),
                page.type(),
                facts.map(Facts::language).orElse(""),
                facts.map(Facts::title).orElse(""),
                facts.map(Facts::description).orElse(""),
                facts.map(Facts::headings).orElse(List.of()).stream()
                        .map(Facts.Heading::text)
                        .toList(),
                page.text(),
                SimHash.of(page.text()));
    }

    @Override
    public void commit(ArchivePosition position) throws IOException {
        index.commit(position.toString());
    }

    @Override
    public void settle() throws IOException {
        var graph = facts.isPresent() ? facts : openGraph();
        if (graph.isEmpty()) return;
        try {
            index.refine(graph.get());
            index.commit(index.position());
        } finally {
            if (facts.isEmpty()) graph.get().graph().close();
        }
    }

    @Override
    public void close() throws IOException {
        try (index) {
            if (facts.isPresent()) facts.get().graph().close();
        }
    }

    private record OfGraph(LinkGraph graph) implements Refinement {
        @Override
        public List<String> anchors(Url url, int max) throws IOException {
            return graph.anchors(url, max).stream().map(Anchor::text).toList();
        }

        @Override
        public double rank(Url url) throws IOException {
            return graph.pageRank(url);
        }
    }
}
