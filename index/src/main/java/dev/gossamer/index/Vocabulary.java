package dev.gossamer.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.index.TermsEnum.SeekStatus;
import org.apache.lucene.search.FuzzyTermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/** The words of the index: which begin so, which resemble this one. Each answer is bounded. */
final class Vocabulary {
    /** A fuzzy word begins with the right letter: without that nearly every word must be tried. */
    private static final int FUZZY_PREFIX = 1;

    private final IndexReader reader;

    Vocabulary(IndexReader reader) {
        this.reader = reader;
    }

    private record Found(float boost, long pages) {
        Found and(Found other) {
            return new Found(Math.max(boost, other.boost), pages + other.pages);
        }
    }

    /** Those that can have all of the places: what is left out need not be asked page by page. */
    List<String> fieldsWith(Collection<String> fields, List<Map<BytesRef, Float>> places)
            throws IOException {
        var result = new ArrayList<String>();
        for (String field : fields) {
            boolean hasAll = true;
            for (var place : places) hasAll = hasAll && hasAny(field, place.keySet());
            if (hasAll) result.add(field);
        }
        return result;
    }

    private boolean hasAny(String field, Collection<BytesRef> terms) throws IOException {
        for (var term : terms) if (reader.docFreq(new Term(field, term)) > 0) return true;
        return false;
    }

    Map<BytesRef, Float> beginningWith(Collection<String> fields, BytesRef prefix)
            throws IOException {
        var found = new HashMap<BytesRef, Found>();
        for (String field : fields) {
            var terms = MultiTerms.getTerms(reader, field);
            if (terms == null) continue;
            TermsEnum each = terms.iterator();
            if (each.seekCeil(prefix) == SeekStatus.END) continue;
            int left = SearchLimits.EXPANSIONS_SCANNED;
            for (BytesRef term = each.term();
                    term != null && left-- > 0 && StringHelper.startsWith(term, prefix);
                    term = each.next()) {
                found.merge(BytesRef.deepCopyOf(term), new Found(1, each.docFreq()), Found::and);
            }
        }
        return best(found, prefix);
    }

    Map<BytesRef, Float> resembling(Collection<String> fields, BytesRef word, int edits)
            throws IOException {
        var found = new HashMap<BytesRef, Found>();
        for (String field : fields) {
            var terms = MultiTerms.getTerms(reader, field);
            if (terms == null) continue;
            var each = new FuzzyTermsEnum(terms, new Term(field, word), edits, FUZZY_PREFIX, true);
            int left = SearchLimits.EXPANSIONS_SCANNED;
            for (BytesRef term = each.next(); term != null && left-- > 0; term = each.next()) {
                found.merge(
                        BytesRef.deepCopyOf(term),
                        new Found(each.getBoost(), each.docFreq()),
                        Found::and);
            }
        }
        return best(found, word);
    }

    /**
     * The nearest, then the most frequent; the word itself when there is none, which then finds
     * nothing.
     */
    private static Map<BytesRef, Float> best(Map<BytesRef, Found> found, BytesRef word) {
        var best = new HashMap<BytesRef, Float>();
        found.entrySet().stream()
                .sorted(
                        Comparator.comparing(
                                Map.Entry::getValue,
                                Comparator.comparingDouble(Found::boost)
                                        .thenComparingLong(Found::pages)
                                        .reversed()))
                .limit(SearchLimits.EXPANSIONS)
                .forEach(
                        entry ->
                                best.put(
                                        entry.getKey(), Math.max(0.01f, entry.getValue().boost())));
        if (best.isEmpty()) best.put(word, 1f);
        return best;
    }
}
