package dev.gossamer.index;

import dev.gossamer.index.Clause.All;
import dev.gossamer.index.Postings.Place;
import dev.gossamer.index.Ranking.Ranked;
import dev.gossamer.index.Results.Hit;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongSupplier;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderManager;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryRescorer;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * Answers searches, also while the index is being written by this process or another: it sees what
 * was committed last. Safe for use by many threads.
 */
public final class Searcher implements AutoCloseable {
    /** What words next to each other add. */
    private static final double PROXIMITY_WEIGHT = 0.5;

    private final Path dir;
    private final Directory directory;
    private final ReaderManager readers;
    private final LongSupplier nanos;

    private Searcher(Path dir, Directory directory, ReaderManager readers, LongSupplier nanos) {
        this.dir = dir;
        this.directory = directory;
        this.readers = readers;
        this.nanos = nanos;
    }

    /** Fails with {@link NoSuchFileException} when there is no index. */
    public static Searcher open(Path dir) throws IOException {
        return open(dir, NanoClock::now);
    }

    static Searcher open(Path dir, LongSupplier nanos) throws IOException {
        LuceneAdvice.silence();
        if (!Files.isDirectory(dir)) throw missing(dir);
        Directory directory = FSDirectory.open(dir);
        try {
            if (!DirectoryReader.indexExists(directory)) throw missing(dir);
            return new Searcher(dir, directory, new ReaderManager(directory), nanos);
        } catch (IOException e) {
            directory.close();
            throw e instanceof MissingIndex ? e : SearchIndex.explained(dir, e);
        }
    }

    private static final class MissingIndex extends NoSuchFileException {
        private static final long serialVersionUID = 1;

        MissingIndex(Path dir) {
            super(dir.toString(), null, "no index");
        }
    }

    private static IOException missing(Path dir) {
        return new MissingIndex(dir);
    }

    /** Throws {@link BadQueryException} when the words cannot be understood. */
    public Results search(SearchRequest request) throws IOException {
        All clauses = QueryParser.parse(request.words());
        return reading(reader -> new Search(reader, request, clauses).results());
    }

    /** Pages in the index. */
    public int pages() throws IOException {
        return reading(IndexReader::numDocs);
    }

    /** Takes titles one by one. */
    public interface TitleVisitor {
        void visit(String url, String type, String title);
    }

    /** Hands on the title of every page in the index; it is empty where a page has none. */
    public void forEachTitle(TitleVisitor visitor) throws IOException {
        var wanted = Set.of(Fields.KEY, Fields.TYPE, Fields.TITLE);
        reading(
                reader -> {
                    for (var leaf : reader.leaves()) {
                        var live = leaf.reader().getLiveDocs();
                        var stored = leaf.reader().storedFields();
                        for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
                            if (live != null && !live.get(doc)) continue;
                            var fields = stored.document(doc, wanted);
                            visitor.visit(
                                    Documents.text(fields, Fields.KEY),
                                    Documents.text(fields, Fields.TYPE),
                                    Documents.text(fields, Fields.TITLE));
                        }
                    }
                    return true;
                });
    }

    /** Where a word stands in the texts of pages. */
    public Postings postings(String word) throws IOException {
        var words = new Words(1).over(word, Language.OTHER);
        if (!words.next()) throw new BadQueryException("'" + word + "' is no word");
        var term = words.forms().word();
        if (words.next()) throw new BadQueryException("'" + word + "' is more than one word");
        return reading(
                reader -> {
                    var places = new ArrayList<Place>();
                    int pages = 0;
                    var stored = reader.storedFields();
                    for (var leaf : reader.leaves()) {
                        var postings =
                                leaf.reader()
                                        .postings(
                                                new Term(Fields.TEXT, term),
                                                PostingsEnum.POSITIONS);
                        if (postings == null) continue;
                        var live = leaf.reader().getLiveDocs();
                        for (int doc = postings.nextDoc();
                                doc != DocIdSetIterator.NO_MORE_DOCS;
                                doc = postings.nextDoc()) {
                            if (live != null && !live.get(doc)) continue;
                            pages++;
                            if (places.size() == SearchLimits.POSTINGS) continue;
                            places.add(place(url(stored, leaf.docBase + doc), postings));
                        }
                    }
                    return new Postings(term.utf8ToString(), pages, places);
                });
    }

    private static Place place(Url url, PostingsEnum postings) throws IOException {
        int count = postings.freq();
        var positions = new ArrayList<Integer>();
        for (int i = 0; i < Math.min(count, SearchLimits.POSTINGS); i++)
            positions.add(postings.nextPosition());
        return new Place(url, count, positions);
    }

    private interface Reading<T> {
        T read(IndexReader reader) throws IOException;
    }

    private <T> T reading(Reading<T> reading) throws IOException {
        try {
            readers.maybeRefresh();
            var reader = readers.acquire();
            try {
                return reading.read(reader);
            } finally {
                readers.release(reader);
            }
        } catch (IOException e) {
            throw SearchIndex.explained(dir, e);
        }
    }

    /**
     * All processors look for the pages of one search, each in a part of the index: what takes long
     * (a phrase of words that every page has) is done in a fraction of the time.
     */
    private static final class ManyHands extends IndexSearcher {
        /** Less would be more to arrange than to do. */
        private static final int PAGES_A_PART = 10_000;

        ManyHands(IndexReader reader) {
            super(reader, ForkJoinPool.commonPool());
        }

        @Override
        protected LeafSlice[] slices(List<LeafReaderContext> leaves) {
            return slices(leaves, PAGES_A_PART, Integer.MAX_VALUE, true);
        }
    }

    private static Url url(StoredFields stored, int doc) throws IOException {
        String key = stored.document(doc, Set.of(Fields.KEY)).get(Fields.KEY);
        return Url.of(key);
    }

    /** One search over what is in the index at this moment. */
    private final class Search {
        private final IndexReader reader;
        private final IndexSearcher searcher;
        private final SearchRequest request;
        private final All clauses;
        private final long startNanos;
        private final Words words = new Words(1 << 10);

        Search(IndexReader reader, SearchRequest request, All clauses) {
            this.reader = reader;
            this.request = request;
            this.clauses = clauses;
            searcher = new ManyHands(reader);
            startNanos = nanos.getAsLong();
            long deadline = startNanos + SearchLimits.SEARCH_NANOS;
            searcher.setTimeout(() -> nanos.getAsLong() - deadline > 0);
        }

        Results results() throws IOException {
            var builder = new QueryBuilder(reader, languages(), words);
            var filters = new SearchFilters(request);
            TopDocs found = top(filters.applied(builder.build(clauses, false)));
            boolean hasMost = found.scoreDocs.length == 0 && clauses.wanted().size() > 2;
            if (hasMost) found = top(filters.applied(builder.build(clauses, true)));
            var ranked = Ranking.rank(reader, neighboursFirst(found, builder.proximity(clauses)));
            var snippets = new Snippets(words, builder.marked());
            var hits = hits(ranked, snippets);
            return new Results(
                    found.totalHits.value(),
                    found.totalHits.relation() == TotalHits.Relation.EQUAL_TO
                            && !searcher.timedOut(),
                    ranked.size(),
                    hasMost && !ranked.isEmpty(),
                    searcher.timedOut(),
                    Duration.ofNanos(nanos.getAsLong() - startNanos),
                    hits);
        }

        private TopDocs top(Query query) throws IOException {
            return searcher.search(
                    query,
                    new TopScoreDocCollectorManager(
                            SearchLimits.CANDIDATES, SearchLimits.CANDIDATES));
        }

        /** Adds to the scores of the best of them; the rest keep theirs, which are lower. */
        private ScoreDoc[] neighboursFirst(TopDocs found, BooleanQuery near) throws IOException {
            if (near.clauses().isEmpty()) return found.scoreDocs;
            int count = Math.min(found.scoreDocs.length, SearchLimits.PROXIMITY_CANDIDATES);
            var best = new TopDocs(found.totalHits, Arrays.copyOf(found.scoreDocs, count));
            var all = found.scoreDocs.clone();
            var again = QueryRescorer.rescore(searcher, best, near, PROXIMITY_WEIGHT, count);
            System.arraycopy(again.scoreDocs, 0, all, 0, count);
            return all;
        }

        private List<Hit> hits(List<Ranked> ranked, Snippets snippets) throws IOException {
            var hits = new ArrayList<Hit>();
            var stored = searcher.storedFields();
            int first = request.first();
            for (int i = first; i < Math.min(ranked.size(), first + request.limit()); i++) {
                var one = ranked.get(i);
                var page = Documents.page(stored.document(one.doc()), one.simHash());
                var duplicates = new ArrayList<Url>();
                for (int doc : one.folded()) {
                    if (duplicates.size() < SearchLimits.DUPLICATES_NAMED)
                        duplicates.add(url(stored, doc));
                }
                hits.add(
                        new Hit(
                                i + 1,
                                page.url(),
                                snippets.title(page),
                                snippets.snippet(page),
                                page.at(),
                                page.status(),
                                page.type(),
                                page.language(),
                                one.score(),
                                duplicates,
                                one.folded().size()));
            }
            return hits;
        }

        /** Those of the index in which words have stems, the most frequent first. */
        private List<Language> languages() throws IOException {
            if (!request.language().isEmpty()) return List.of(Language.of(request.language()));
            var terms = MultiTerms.getTerms(reader, Fields.LANGUAGE);
            if (terms == null) return List.of();
            var pages = new HashMap<Language, Integer>();
            var each = terms.iterator();
            for (var term = each.next(); term != null; term = each.next()) {
                pages.merge(Language.of(term.utf8ToString()), each.docFreq(), Integer::sum);
            }
            pages.remove(Language.OTHER);
            return pages.keySet().stream()
                    .sorted(Comparator.comparing(pages::get, Comparator.reverseOrder()))
                    .limit(SearchLimits.LANGUAGES)
                    .toList();
        }
    }

    @Override
    public void close() throws IOException {
        try (directory) {
            readers.close();
        }
    }
}
