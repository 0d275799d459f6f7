package dev.gossamer.index;

import java.time.Instant;
import java.util.Locale;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/** The conditions that narrow a search and do not change the order of its results. */
final class SearchFilters {
    private final SearchRequest request;

    SearchFilters(SearchRequest request) {
        this.request = request;
    }

    Query applied(Query query) {
        var all = new BooleanQuery.Builder().add(query, Occur.MUST);
        add(all, Fields.HOST, request.host());
        add(all, Fields.TYPE, request.type());
        add(all, Fields.LANGUAGE, Language.primary(request.language()));
        boolean hasTime =
                !request.since().equals(Instant.MIN) || !request.until().equals(Instant.MAX);
        if (hasTime) {
            Instant until = request.until();
            // Up to the last second that begins before it.
            long last = until.getEpochSecond() - (until.getNano() == 0 ? 1 : 0);
            all.add(
                    LongField.newRangeQuery(Fields.TIME, request.since().getEpochSecond(), last),
                    Occur.FILTER);
        }
        return all.build();
    }

    private static void add(BooleanQuery.Builder all, String field, String value) {
        if (value.isEmpty()) return;
        all.add(new TermQuery(new Term(field, value.toLowerCase(Locale.ROOT))), Occur.FILTER);
    }
}
