package dev.gossamer.links;

import dev.gossamer.files.DirectoryLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Writes the links of fetched pages. One writer a folder, kept so by a lock; used by one thread at
 * a time. What was added becomes durable and visible with {@link #commit}; what was not committed
 * when the writer is closed or killed is gone, and is to be added again from {@link #position} on.
 * A page that is added again replaces what it linked to before.
 *
 * <p>Pages gather in memory and are written as an immutable segment. When the newest {@link
 * #FAN_IN} segments are of about one size they become one, so an edge is written again only as
 * often as the logarithm of all there are.
 */
public final class LinkStore implements AutoCloseable {
    /** So many segments of one size are merged. */
    static final int FAN_IN = 8;

    /** Segments smaller than this count as of one size. */
    private static final long SMALL_EDGES = 4096;

    private final Path dir;
    private final DirectoryLock lock;
    private final SegmentBuffer buffer;

    /** Oldest first. Those that no manifest names yet are among them. */
    private final List<Named> segments = new ArrayList<>();

    private String position = "";
    private int nextNumber;
    private boolean isCommitted = true;

    private record Named(String name, Segment segment) {
        int level() {
            int level = 0;
            for (long size = SMALL_EDGES; size < segment.edges(); size *= FAN_IN) level++;
            return level;
        }
    }

    private LinkStore(Path dir, DirectoryLock lock, int bufferEdges) {
        this.dir = dir;
        this.lock = lock;
        buffer = new SegmentBuffer(bufferEdges);
    }

    /**
     * @param dir made if it is not there
     * @throws IOException also when another writer has it open
     */
    public static LinkStore open(Path dir) throws IOException {
        return open(dir, SegmentBuffer.MAX_EDGES);
    }

    static LinkStore open(Path dir, int bufferEdges) throws IOException {
        Files.createDirectories(dir);
        var lock =
                DirectoryLock.tryLock(dir)
                        .orElseThrow(() -> new IOException(dir + ": another writer has it"));
        var store = new LinkStore(dir, lock, bufferEdges);
        try {
            store.load();
            return store;
        } catch (IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private void load() throws IOException {
        var manifest = Manifest.read(dir);
        position = manifest.position();
        for (var name : manifest.segments()) {
            segments.add(new Named(name, Segment.open(dir.resolve(name))));
            nextNumber = Math.max(nextNumber, Integer.parseInt(name, 0, 8, 10) + 1);
        }
        removeOthers();
    }

    /** Cheap: a bounded buffer in memory, written out by itself when it is full. */
    public void add(PageLinks page) throws IOException {
        isCommitted = false;
        buffer.add(page);
        if (buffer.isFull()) flush();
    }

    /**
     * Makes durable what was added, together with the caller's position, of which it knows nothing:
     * after a crash both are there or neither.
     */
    public void commit(String position) throws IOException {
        if (!buffer.isEmpty()) flush();
        new Manifest(position, segments.stream().map(Named::name).toList()).write(dir);
        this.position = position;
        isCommitted = true;
        removeOthers();
    }

    /** Of the last commit; empty when there was none. */
    public String position() {
        return position;
    }

    private void flush() throws IOException {
        var name = nextName();
        buffer.write(dir.resolve(name));
        segments.add(new Named(name, Segment.open(dir.resolve(name))));
        tidy();
    }

    private String nextName() {
        return "%08d.seg".formatted(nextNumber++);
    }

    /**
     * Merges where {@link #FAN_IN} segments of one level stand in a row, with smaller ones among
     * them. Smaller ones alone do not count: a large one would be written again for each few of
     * them.
     */
    private void tidy() throws IOException {
        for (int level = 0, run = 0; run < segments.size(); level++) {
            int ofThisLevel = 0;
            for (; run < segments.size(); run++) {
                int next = segments.get(segments.size() - 1 - run).level();
                if (next > level) break;
                if (next == level) ofThisLevel++;
            }
            if (ofThisLevel >= FAN_IN) {
                merge(run);
                run = 0;
            }
        }
    }

    /**
     * Makes one segment of all, for the quickest reading; takes a while. Right after a commit only:
     * it knows no position for what was added since.
     */
    public void compact() throws IOException {
        if (!isCommitted) throw new IllegalStateException("commit first");
        if (segments.size() < 2) return;
        merge(segments.size());
        commit(position);
    }

    private void merge(int newest) throws IOException {
        var old = segments.subList(segments.size() - newest, segments.size());
        var name = nextName();
        try (var writer = SegmentWriter.create(dir.resolve(name))) {
            Merged.write(old.stream().map(Named::segment).toList(), writer);
        }
        for (var segment : old) segment.segment.close();
        old.clear();
        segments.add(new Named(name, Segment.open(dir.resolve(name))));
    }

    /** What the manifest does not name: merged into others, or left by a crash. */
    private void removeOthers() throws IOException {
        var live = new HashSet<String>();
        for (var segment : segments) live.add(segment.name);
        try (var files = Files.newDirectoryStream(dir, "*.seg")) {
            for (var file : files) {
                if (!live.contains(file.getFileName().toString())) Files.delete(file);
            }
        }
        Files.deleteIfExists(dir.resolve("manifest.new"));
    }

    @Override
    public void close() throws IOException {
        for (var segment : segments) segment.segment.close();
        lock.close();
    }
}
