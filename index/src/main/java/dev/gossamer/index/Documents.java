package dev.gossamer.index;

import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexableField;

/**
 * Pages as Lucene documents and back. All of a page is stored: snippets need its text, and a page
 * whose links' texts changed is indexed again from what is stored.
 */
final class Documents {
    /** Says how far apart the values of a field are; each value brings its own words. */
    static final Analyzer GAPS = new StandardAnalyzer();

    private Documents() {}

    static List<IndexableField> of(IndexedPage page, List<String> anchors, long rank) {
        var fields = new ArrayList<IndexableField>();
        String key = page.url().toString();
        fields.add(new StringField(Fields.KEY, key, Field.Store.YES));
        fields.add(new TextField(Fields.TITLE, page.title(), Field.Store.YES));
        for (String heading : page.headings())
            fields.add(new TextField(Fields.HEADING, heading, Field.Store.YES));
        for (String anchor : anchors)
            fields.add(new TextField(Fields.ANCHOR, anchor, Field.Store.NO));
        fields.add(new TextField(Fields.TEXT, page.text(), Field.Store.YES));
        fields.add(new TextField(Fields.URL, key, Field.Store.NO));
        fields.add(new StoredField(Fields.DESCRIPTION, page.description()));
        fields.add(new StringField(Fields.LANGUAGE, page.language(), Field.Store.YES));
        fields.add(new StringField(Fields.TYPE, page.type(), Field.Store.YES));
        fields.add(new LongField(Fields.TIME, page.at().getEpochSecond(), Field.Store.YES));
        fields.add(new StoredField(Fields.STATUS, page.status()));
        fields.add(new NumericDocValuesField(Fields.SIM_HASH, page.simHash()));
        fields.add(new NumericDocValuesField(Fields.RANK, rank));
        fields.add(new NumericDocValuesField(Fields.ANCHOR_DIGEST, digest(anchors)));
        return fields;
    }

    static List<IndexableField> of(IndexedPage page) {
        return of(page, List.of(), 0);
    }

    /** Zero for none. */
    static long digest(List<String> anchors) {
        long digest = 0;
        for (String anchor : anchors) {
            for (int i = 0; i < anchor.length(); i++)
                digest = digest * 0x100000001B3L + anchor.charAt(i);
            digest = (digest ^ (digest >>> 29)) * 0xBF58476D1CE4E5B9L + 1;
        }
        return digest;
    }

    static IndexedPage page(Document stored, long simHash) {
        return new IndexedPage(
                Url.of(stored.get(Fields.KEY)),
                Instant.ofEpochSecond(stored.getField(Fields.TIME).numericValue().longValue()),
                stored.getField(Fields.STATUS).numericValue().intValue(),
                stored.get(Fields.TYPE),
                stored.get(Fields.LANGUAGE),
                stored.get(Fields.TITLE),
                stored.get(Fields.DESCRIPTION),
                List.of(stored.getValues(Fields.HEADING)),
                stored.get(Fields.TEXT),
                simHash);
    }
}
