package dev.gossamer.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.ScoreDoc;
import org.jspecify.annotations.Nullable;

/**
 * The second look at the best pages by words: PageRank moves them up, and those that say nearly the
 * same as a better one are folded into it.
 */
final class Ranking {
    /** What a page gains when its PageRank is e times that of another, both above the mean. */
    private static final double RANK_WEIGHT = 0.08;

    /** Bits in which the fingerprints of near duplicates may differ. */
    private static final int SAME_BITS = 3;

    /**
     * @param folded documents that say nearly the same
     */
    record Ranked(int doc, double score, long simHash, List<Integer> folded) {
        boolean resembles(long other) {
            return simHash != 0 && other != 0 && Long.bitCount(simHash ^ other) <= SAME_BITS;
        }
    }

    private Ranking() {}

    static List<Ranked> rank(IndexReader reader, ScoreDoc[] found) throws IOException {
        var byDoc = found.clone();
        Arrays.sort(byDoc, Comparator.comparingInt(hit -> hit.doc));
        var ranked = new ArrayList<Ranked>(byDoc.length);
        var leaves = reader.leaves();
        int pages = reader.numDocs();
        int leaf = -1;
        @Nullable NumericDocValues ranks = null;
        @Nullable NumericDocValues simHashes = null;
        for (var hit : byDoc) {
            int index = ReaderUtil.subIndex(hit.doc, leaves);
            if (index != leaf) {
                leaf = index;
                LeafReader values = leaves.get(leaf).reader();
                ranks = values.getNumericDocValues(Fields.RANK);
                simHashes = values.getNumericDocValues(Fields.SIM_HASH);
            }
            int doc = hit.doc - leaves.get(leaf).docBase;
            double timesMean = Rank.decode(value(ranks, doc)) * pages;
            double score = hit.score * (1 + RANK_WEIGHT * Math.log1p(timesMean));
            ranked.add(new Ranked(hit.doc, score, value(simHashes, doc), new ArrayList<>()));
        }
        ranked.sort(
                Comparator.comparingDouble(Ranked::score).reversed().thenComparingInt(Ranked::doc));
        return folded(ranked);
    }

    private static List<Ranked> folded(List<Ranked> ranked) {
        var result = new ArrayList<Ranked>();
        for (var page : ranked) {
            var better = result.stream().filter(r -> r.resembles(page.simHash)).findFirst();
            if (better.isPresent()) better.get().folded().add(page.doc);
            else result.add(page);
        }
        return result;
    }

    static long value(@Nullable NumericDocValues values, int doc) throws IOException {
        return values != null && values.advanceExact(doc) ? values.longValue() : 0;
    }
}
