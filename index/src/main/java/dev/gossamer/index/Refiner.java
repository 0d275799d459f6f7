package dev.gossamer.index;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Brings anchor texts and PageRank of the link graph into an index. A page whose texts changed is
 * indexed again; one whose rank alone changed has that one number replaced, which is far cheaper.
 */
final class Refiner {
    private final IndexWriter writer;
    private final Documents documents;
    private final Refinement facts;
    private int changed;

    Refiner(IndexWriter writer, Documents documents, Refinement facts) {
        this.writer = writer;
        this.documents = documents;
        this.facts = facts;
    }

    int refine(DirectoryReader reader) throws IOException {
        for (var leaf : reader.leaves()) refine(leaf.reader());
        return changed;
    }

    private void refine(LeafReader reader) throws IOException {
        var keys = reader.terms(Fields.KEY);
        if (keys == null) return;
        Bits live = reader.getLiveDocs();
        // By document, so that stored fields and values are read in the order they lie on disk.
        var urls = new BytesRef[reader.maxDoc()];
        TermsEnum terms = keys.iterator();
        PostingsEnum postings = null;
        for (var term = terms.next(); term != null; term = terms.next()) {
            postings = terms.postings(postings, PostingsEnum.NONE);
            for (int doc = postings.nextDoc();
                    doc != DocIdSetIterator.NO_MORE_DOCS;
                    doc = postings.nextDoc()) {
                if (live == null || live.get(doc)) urls[doc] = BytesRef.deepCopyOf(term);
            }
        }
        var values = new Values(reader);
        for (int doc = 0; doc < urls.length; doc++) {
            if (urls[doc] != null) refine(doc, urls[doc].utf8ToString(), values);
        }
    }

    private void refine(int doc, String key, Values values) throws IOException {
        Url url = Url.of(key);
        List<String> anchors = facts.anchors(url, SearchLimits.ANCHORS);
        long rank = Rank.encode(facts.rank(url));
        Term term = new Term(Fields.KEY, key);
        if (Documents.digest(anchors) != Ranking.value(values.anchorDigest, doc)) {
            var page =
                    Documents.page(values.stored.document(doc), Ranking.value(values.simHash, doc));
            writer.updateDocument(term, documents.of(page, anchors, rank));
            changed++;
        } else if (rank != Ranking.value(values.rank, doc)) {
            writer.updateNumericDocValue(term, Fields.RANK, rank);
            changed++;
        }
    }

    /** What is asked of each document. */
    private static final class Values {
        final StoredFields stored;
        final @Nullable NumericDocValues anchorDigest;
        final @Nullable NumericDocValues rank;
        final @Nullable NumericDocValues simHash;

        Values(LeafReader reader) throws IOException {
            stored = reader.storedFields();
            anchorDigest = reader.getNumericDocValues(Fields.ANCHOR_DIGEST);
            rank = reader.getNumericDocValues(Fields.RANK);
            simHash = reader.getNumericDocValues(Fields.SIM_HASH);
        }
    }
}
