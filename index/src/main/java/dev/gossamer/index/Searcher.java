package dev.gossamer.index;

import dev.gossamer.index.Results.Hit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * Answers searches, also while the index is being written by this process or another: it sees what
 * was committed last. Safe for use by many threads.
 */
public final class Searcher implements AutoCloseable {
    private final Directory directory;
    private final SearcherManager manager;

    private Searcher(Directory directory, SearcherManager manager) {
        this.directory = directory;
        this.manager = manager;
    }

    /** Fails with {@link java.nio.file.NoSuchFileException} when there is no index. */
    public static Searcher open(Path dir) throws IOException {
        Directory directory = FSDirectory.open(dir);
        try {
            if (!DirectoryReader.indexExists(directory))
                throw new java.nio.file.NoSuchFileException(dir.toString(), null, "no index");
            return new Searcher(directory, new SearcherManager(directory, new SearcherFactory()));
        } catch (IOException e) {
            directory.close();
            throw e instanceof java.nio.file.NoSuchFileException
                    ? e
                    : SearchIndex.explained(dir, e);
        }
    }

    public Results search(SearchRequest request) throws IOException {
        manager.maybeRefresh();
        IndexSearcher searcher = manager.acquire();
        try {
            return search(searcher, request);
        } finally {
            manager.release(searcher);
        }
    }

    private static Results search(IndexSearcher searcher, SearchRequest request)
            throws IOException {
        var query = new BooleanQuery.Builder();
        for (String word : request.words().toLowerCase(Locale.ROOT).split("\\s+")) {
            var either = new BooleanQuery.Builder();
            for (String field : List.of(Fields.TITLE, Fields.TEXT, Fields.HEADING, Fields.ANCHOR)) {
                either.add(new TermQuery(new Term(field, word)), Occur.SHOULD);
            }
            query.add(either.build(), Occur.MUST);
        }
        int first = (request.page() - 1) * request.limit();
        var top = searcher.search(query.build(), first + request.limit());
        var hits = new ArrayList<Hit>();
        var stored = searcher.storedFields();
        for (int i = first; i < top.scoreDocs.length; i++) {
            var page = Documents.page(stored.document(top.scoreDocs[i].doc), 0);
            hits.add(
                    new Hit(
                            i + 1,
                            page.url(),
                            page.title(),
                            page.at(),
                            page.type(),
                            page.language(),
                            top.scoreDocs[i].score));
        }
        return new Results(top.totalHits.value(), hits);
    }

    @Override
    public void close() throws IOException {
        try (directory) {
            manager.close();
        }
    }
}
