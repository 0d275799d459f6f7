package dev.gossamer.derive;

import dev.gossamer.files.HeapShare;
import dev.gossamer.links.Edge;
import dev.gossamer.links.LinkStore;
import dev.gossamer.links.PageLinks;
import dev.gossamer.links.PageRank;
import dev.gossamer.parse.Link;
import dev.gossamer.store.ArchivePosition;
import dev.gossamer.url.NormalForm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.locks.ReentrantLock;

/** The link graph: the links of every page, in the normal form of the crawl, so that they meet. */
final class LinkDerivation implements Derivation {

    private final Path directory;
    private final LinkStore store;
    private final NormalForm form;

    private boolean isRankTooLarge;

    /** Held while a page is added. */
    private final ReentrantLock lock = new ReentrantLock();

    private LinkDerivation(Path directory, LinkStore store, NormalForm form) {
        this.directory = directory;
        this.store = store;
        this.form = form;
    }

    static LinkDerivation open(Path directory, NormalForm form) throws IOException {
        return new LinkDerivation(directory, LinkStore.open(directory), form);
    }

    @Override
    public DerivedData kind() {
        return DerivedData.LINKS;
    }

    @Override
    public ArchivePosition position() {
        return ArchivePosition.parse(store.position());
    }

    @Override
    public void read(ReadCapture page) throws IOException {
        var edges = new ArrayList<Edge>();
        page.location().ifPresent(to -> edges.add(new Edge(to, Edge.Kind.REDIRECT, "")));
        page.parsed().ifPresent(parsed -> parsed.links().forEach(link -> edges.add(edge(link))));
        var links = new PageLinks(page.url(), page.at(), page.status(), edges);
        lock.lock();
        try {
            store.add(links);
        } finally {
            lock.unlock();
        }
    }

    private Edge edge(Link link) {
        var kind =
                switch (link.kind()) {
                    case NAVIGATE -> Edge.Kind.NAVIGATE;
                    case FRAME -> Edge.Kind.FRAME;
                    case REFRESH -> Edge.Kind.REFRESH;
                    case RESOURCE -> Edge.Kind.RESOURCE;
                    case RELATION -> Edge.Kind.RELATION;
                    case FORM -> Edge.Kind.FORM;
                };
        return new Edge(form.apply(link.target()), kind, link.text());
    }

    @Override
    public void commit(ArchivePosition position) throws IOException {
        store.commit(position.toString());
    }

    @Override
    public void settle() throws IOException {
        // A crawl without a page has no graph.
        if (store.position().isEmpty()) return;
        store.compact();
        if (!PageRank.updateWithin(directory, HeapShare.RANKS.here()) && !isRankTooLarge) {
            isRankTooLarge = true;
            System.getLogger("dev.gossamer.derive")
                    .log(
                            System.Logger.Level.WARNING,
                            "there are too many URLs to rank them in this heap; a larger one (-Xmx) ranks them when the links are brought up to date (index)");
        }
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
