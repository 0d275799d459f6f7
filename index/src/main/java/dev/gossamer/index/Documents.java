package dev.gossamer.index;

import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexableField;
import org.jspecify.annotations.Nullable;

/**
 * Pages as Lucene documents and back. All of a page is stored: snippets need its text, and a page
 * whose links' texts changed is indexed again from what is stored. Owned by one thread, because its
 * fields share one reader of words: Lucene consumes one field after the other.
 */
final class Documents {
    /** Between two headings, or the texts of two links: no phrase spans them. */
    private static final int GAP = 100;

    private static final FieldType KEPT = TextField.TYPE_STORED;
    private static final FieldType NOT_KEPT = TextField.TYPE_NOT_STORED;

    /**
     * Lucene wants one to know how far apart the values of a field are; values bring their words.
     */
    static final Analyzer GAPS =
            new Analyzer() {
                @Override
                protected TokenStreamComponents createComponents(String field) {
                    throw new IllegalStateException("a field without words of its own: " + field);
                }

                @Override
                public int getPositionIncrementGap(String field) {
                    return GAP;
                }
            };

    private final Words words = new Words(1 << 15);

    /** A field that is cut into words by the page's language. */
    private final class WordField extends Field {
        private final Language language;

        WordField(String name, String value, FieldType type, Language language) {
            super(name, value, type);
            this.language = language;
        }

        @Override
        public TokenStream tokenStream(Analyzer analyzer, @Nullable TokenStream reuse) {
            return words.over(stringValue(), language);
        }
    }

    List<IndexableField> of(IndexedPage page, List<String> anchors, long rank) {
        String text = cut(page.text(), SearchLimits.TEXT_CHARS);
        String tag = Language.primary(page.language());
        if (tag.isEmpty()) tag = LanguageGuess.of(text);
        var language = Language.of(tag);
        String key = page.url().toString();
        String description = line(page.description());

        var fields = new ArrayList<IndexableField>(32);
        fields.add(new StringField(Fields.KEY, key, Field.Store.YES));
        fields.add(new WordField(Fields.TITLE, line(page.title()), KEPT, language));
        for (String heading : first(page.headings(), SearchLimits.HEADINGS)) {
            fields.add(new WordField(Fields.HEADING, line(heading), KEPT, language));
        }
        for (String anchor : first(anchors, SearchLimits.ANCHORS)) {
            fields.add(new WordField(Fields.ANCHOR, line(anchor), NOT_KEPT, language));
        }
        fields.add(new WordField(Fields.TEXT, text, KEPT, language));
        if (!description.isEmpty()) {
            fields.add(new WordField(Fields.TEXT, description, NOT_KEPT, language));
            fields.add(new StoredField(Fields.DESCRIPTION, description));
        }
        fields.add(new WordField(Fields.URL, key, NOT_KEPT, language));
        addHost(fields, page.url());
        addType(fields, cut(page.type(), SearchLimits.LINE_CHARS));
        fields.add(new StringField(Fields.LANGUAGE, tag, Field.Store.YES));
        fields.add(new LongField(Fields.TIME, page.at().getEpochSecond(), Field.Store.YES));
        fields.add(new StoredField(Fields.STATUS, page.status()));
        fields.add(new NumericDocValuesField(Fields.SIM_HASH, page.simHash()));
        fields.add(new NumericDocValuesField(Fields.RANK, rank));
        fields.add(new NumericDocValuesField(Fields.ANCHOR_DIGEST, digest(anchors)));
        return fields;
    }

    /**
     * {@code www.a.test} is found by itself, {@code a.test}, {@code test}, {@code www}, {@code a}.
     */
    private static void addHost(List<IndexableField> fields, Url url) {
        String host = url.host();
        fields.add(new StringField(Fields.HOST, host, Field.Store.NO));
        for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
            int before = host.lastIndexOf('.', dot - 1) + 1;
            fields.add(new StringField(Fields.HOST, host.substring(before, dot), Field.Store.NO));
            fields.add(new StringField(Fields.HOST, host.substring(dot + 1), Field.Store.NO));
        }
    }

    private static void addType(List<IndexableField> fields, String type) {
        String lower = type.toLowerCase(Locale.ROOT);
        fields.add(new StringField(Fields.TYPE, lower, Field.Store.YES));
        int slash = lower.indexOf('/');
        if (slash < 0) return;
        fields.add(new StringField(Fields.TYPE, lower.substring(0, slash), Field.Store.NO));
        fields.add(new StringField(Fields.TYPE, lower.substring(slash + 1), Field.Store.NO));
    }

    private static List<String> first(List<String> list, int max) {
        return list.size() <= max ? list : list.subList(0, max);
    }

    private static String line(String text) {
        return cut(text, SearchLimits.LINE_CHARS);
    }

    /** Not between the halves of a surrogate pair. */
    static String cut(String text, int max) {
        if (text.length() <= max) return text;
        return text.substring(0, Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max);
    }

    /** Whatever their order; zero for none. */
    static long digest(List<String> anchors) {
        long digest = 0;
        for (String anchor : first(anchors, SearchLimits.ANCHORS)) {
            long one = anchor.length();
            for (int i = 0; i < anchor.length(); i++) one = one * 0x100000001B3L + anchor.charAt(i);
            one = (one ^ (one >>> 29)) * 0xBF58476D1CE4E5B9L;
            digest += one ^ (one >>> 32);
        }
        return digest;
    }

    static IndexedPage page(Document stored, long simHash) {
        return new IndexedPage(
                Url.of(text(stored, Fields.KEY)),
                Instant.ofEpochSecond(number(stored, Fields.TIME).longValue()),
                number(stored, Fields.STATUS).intValue(),
                text(stored, Fields.TYPE),
                text(stored, Fields.LANGUAGE),
                text(stored, Fields.TITLE),
                text(stored, Fields.DESCRIPTION),
                Arrays.asList(stored.getValues(Fields.HEADING)),
                text(stored, Fields.TEXT),
                simHash);
    }

    static String text(Document stored, String field) {
        String value = stored.get(field);
        return value == null ? "" : value;
    }

    private static Number number(Document stored, String field) {
        var value = stored.getField(field);
        return value == null ? 0 : value.numericValue();
    }
}
