package dev.gossamer.index;

import dev.gossamer.files.HeapShare;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.LockObtainFailedException;

/**
 * The writer of an index, one at a time; owned by one thread, but pages can be added by several at
 * once. Pages become visible and durable with {@link #commit}, together with the caller's position:
 * after a crash both are what they were at the last commit, never one without the other.
 */
public final class SearchIndex implements AutoCloseable {
    private static final String POSITION = "position";

    private static final double MEGABYTE = 1 << 20;

    private final Path dir;
    private final Directory directory;
    private final IndexWriter writer;

    /** Those not at work in this moment. */
    private final Queue<Documents> idle = new ConcurrentLinkedQueue<>();

    private String position;

    private SearchIndex(Path dir, Directory directory, IndexWriter writer, String position) {
        this.dir = dir;
        this.directory = directory;
        this.writer = writer;
        this.position = position;
    }

    /** Makes the index where there is none. */
    public static SearchIndex open(Path dir) throws IOException {
        LuceneAdvice.silence();
        Files.createDirectories(dir);
        Directory directory = FSDirectory.open(dir);
        try {
            IndexWriter writer = new IndexWriter(directory, config());
            return new SearchIndex(dir, directory, writer, positionOf(writer));
        } catch (LockObtainFailedException e) {
            directory.close();
            throw new IOException(dir + " is being written by another process", e);
        } catch (IOException e) {
            directory.close();
            throw explained(dir, e);
        }
    }

    private static IndexWriterConfig config() {
        return new IndexWriterConfig(Documents.GAPS)
                .setRAMBufferSizeMB(HeapShare.INDEX_BUFFER.here() / MEGABYTE)
                // Whoever writes has a thread of its own already; a second one would take it from
                // the crawl.
                .setMergeScheduler(new SerialMergeScheduler())
                // What was not committed has no position: it comes again.
                .setCommitOnClose(false);
    }

    private static String positionOf(IndexWriter writer) {
        var data = writer.getLiveCommitData();
        if (data == null) return "";
        for (var entry : data) if (entry.getKey().equals(POSITION)) return entry.getValue();
        return "";
    }

    /** A damaged index is named as such, with the way out. */
    static IOException explained(Path dir, IOException e) {
        boolean isDamaged =
                e instanceof CorruptIndexException
                        || e instanceof IndexFormatTooOldException
                        || e instanceof IndexFormatTooNewException
                        || e instanceof java.io.EOFException
                        || e instanceof java.nio.file.NoSuchFileException;
        if (!isDamaged) return e;
        return new IOException(
                "the index in " + dir + " is damaged; delete that folder and build it again", e);
    }

    /** Replaces an older page of the same URL. */
    public void add(IndexedPage page) throws IOException {
        add(page, List.of(), 0);
    }

    /** The same where it is known what other pages say: {@link #refine} then has less to do. */
    public void add(IndexedPage page, Refinement facts) throws IOException {
        var url = page.url();
        add(page, facts.anchors(url, SearchLimits.ANCHORS), Rank.encode(facts.rank(url)));
    }

    private void add(IndexedPage page, List<String> anchors, long rank) throws IOException {
        var key = key(page.url());
        if (key.bytes().length > SearchLimits.URL_BYTES) return;
        var free = idle.poll();
        var documents = free != null ? free : new Documents();
        try {
            writer.updateDocument(key, documents.of(page, anchors, rank));
        } catch (IOException e) {
            throw explained(dir, e);
        }
        idle.add(documents);
    }

    public void remove(Url url) throws IOException {
        writer.deleteDocuments(key(url));
    }

    private static Term key(Url url) {
        return new Term(Fields.KEY, url.toString());
    }

    /** Makes durable and visible all that came before, with the caller's position. */
    public void commit(String newPosition) throws IOException {
        writer.setLiveCommitData(Map.of(POSITION, newPosition).entrySet());
        try {
            writer.commit();
        } catch (IOException e) {
            throw explained(dir, e);
        }
        position = newPosition;
    }

    /** Of the last commit; empty when there was none. */
    public String position() {
        return position;
    }

    /**
     * Brings what other pages say of each page into the index. It takes about as long as indexing
     * the pages of which something changed, and is for the caller to {@link #commit}.
     *
     * @return how many pages changed
     */
    public int refine(Refinement facts) throws IOException {
        try (var reader = DirectoryReader.open(writer)) {
            return new Refiner(writer, new Documents(), facts).refine(reader);
        } catch (IOException e) {
            throw explained(dir, e);
        }
    }

    /** Pages in the index, those not yet committed among them. */
    public int pages() {
        return writer.getDocStats().numDocs;
    }

    /** Forgets what was not committed. */
    @Override
    public void close() throws IOException {
        try (directory) {
            writer.rollback();
        }
    }
}
