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
    record Ranked(int doc, double score, long simHash, List<Integer> folded) {}

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

    /** The square of a thousand is why this is a plain loop over plain numbers. */
    private static List<Ranked> folded(List<Ranked> ranked) {
        var result = new ArrayList<Ranked>(ranked.size());
        var simHashes = new long[ranked.size()];
        for (var page : ranked) {
            int same = page.simHash == 0 ? -1 : similar(simHashes, result.size(), page.simHash);
            if (same >= 0) {
                result.get(same).folded().add(page.doc);
            } else {
                simHashes[result.size()] = page.simHash;
                result.add(page);
            }
        }
        return result;
    }

    private static int similar(long[] simHashes, int count, long simHash) {
        for (int i = 0; i < count; i++) {
            boolean isSimilar = Long.bitCount(simHashes[i] ^ simHash) <= SAME_BITS;
            if (isSimilar && simHashes[i] != 0) return i;
        }
        return -1;
    }

    static long value(@Nullable NumericDocValues values, int doc) throws IOException {
        return values != null && values.advanceExact(doc) ? values.longValue() : 0;
    }
}
