package dev.gossamer.index;

import dev.gossamer.index.WordForms.Forms;
import java.lang.Character.UnicodeScript;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Cuts text into words, for Lucene and for ourselves, used again and again by one thread. A word is
 * a run of letters and digits; {@code max_connections} is two, which a search for it asks for as a
 * phrase. Scripts without spaces give each pair of neighbours. Words are the same in all languages,
 * only their stems are not.
 *
 * <p>This is the innermost loop of indexing. Lucene's own chain for English (standard tokenizer,
 * lower case, stemmer) was measured beside it: see {@code docs/search.md}.
 */
final class Words extends TokenStream {
    /** Lower case of what is in words; zero for the rest. */
    private static final char[] ASCII = new char[128];

    static {
        for (char c = 0; c < ASCII.length; c++) {
            if (Character.isLetterOrDigit(c)) ASCII[c] = Character.toLowerCase(c);
        }
    }

    private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
    private final PositionIncrementAttribute step = addAttribute(PositionIncrementAttribute.class);
    private final WordForms wordForms;

    private final char[] buffer = new char[SearchLimits.WORD_CHARS + 2];
    private int length;
    private int hash;

    private String text = "";
    private Language language = Language.OTHER;
    private int at;
    private int end;
    private int start;

    /** Where the second of a pair begins, which is the first of the next; -1 outside of pairs. */
    private int pairAt = -1;

    /** Comes next, at the position of the word before it. */
    private @Nullable BytesRef stem;

    /**
     * @param remembered words whose forms are at hand
     */
    Words(int remembered) {
        wordForms = new WordForms(remembered);
    }

    /** Starts with another text. */
    Words over(String newText, Language newLanguage) {
        text = newText;
        language = newLanguage;
        end = text.length();
        reset();
        return this;
    }

    @Override
    public void reset() {
        at = 0;
        pairAt = -1;
        stem = null;
    }

    /** For Lucene: each word, and its stem at the same position. */
    @Override
    public boolean incrementToken() {
        if (stem != null) {
            term.setBytesRef(stem);
            step.setPositionIncrement(0);
            stem = null;
            return true;
        }
        if (!next()) return false;
        var forms = forms();
        term.setBytesRef(forms.word());
        step.setPositionIncrement(1);
        stem = forms.stem();
        return true;
    }

    /** For ourselves: the next word; what it is indexed as is {@link #forms}. */
    boolean next() {
        if (pairAt >= 0 && nextPair()) return true;
        while (at < end) {
            char c = text.charAt(at);
            if (c < ASCII.length ? ASCII[c] != 0 : isWordStart(at)) {
                scan();
                return true;
            }
            at++;
        }
        return false;
    }

    Forms forms() {
        return wordForms.of(language, buffer, length, hash);
    }

    /** Where the word begins in the text. */
    int start() {
        return start;
    }

    /** Where the word ends in the text. */
    int stop() {
        return at;
    }

    private void scan() {
        start = at;
        length = 0;
        hash = 0;
        do scanAscii();
        while (at < end && text.charAt(at) >= ASCII.length && scanOther());
    }

    /** Most of most words; in variables of its own, which the compiler keeps out of memory. */
    private void scanAscii() {
        int i = at;
        int count = length;
        int mixed = hash;
        for (; i < end; i++) {
            char c = text.charAt(i);
            if (c >= ASCII.length) break;
            char lower = ASCII[c];
            if (lower == 0) break;
            if (count == SearchLimits.WORD_CHARS) continue;
            buffer[count++] = lower;
            mixed = mixed * 31 + lower;
        }
        at = i;
        length = count;
        hash = mixed;
    }

    /** Whether the word goes on with the code point at hand. */
    private boolean scanOther() {
        int c = text.codePointAt(at);
        if (isUnspaced(c)) {
            if (length > 0) return false;
            scanPair();
            return false;
        }
        if (!isWordPart(c)) return false;
        if (!isSilent(c)) {
            int lower = Character.toLowerCase(c);
            if (Character.isBmpCodePoint(lower)) {
                put((char) lower);
            } else {
                put(Character.highSurrogate(lower));
                put(Character.lowSurrogate(lower));
            }
        }
        at += Character.charCount(c);
        return true;
    }

    /** What is too long for a word is cut off, in pages and in searches alike. */
    private void put(char c) {
        if (length == SearchLimits.WORD_CHARS) return;
        buffer[length++] = c;
        hash = hash * 31 + c;
    }

    /** Two neighbours of a script without spaces, or one that stands alone. */
    private void scanPair() {
        pairAt = -1;
        int first = text.codePointAt(at);
        putPoint(first);
        at += Character.charCount(first);
        if (at >= end) return;
        int second = text.codePointAt(at);
        if (!isUnspaced(second)) return;
        pairAt = at;
        putPoint(second);
        at += Character.charCount(second);
    }

    private void putPoint(int c) {
        for (char unit : Character.toChars(c)) put(unit);
    }

    /** The pair that begins with the second of the last one, unless that was the end of the run. */
    private boolean nextPair() {
        boolean isLast = at >= end || !isUnspaced(text.codePointAt(at));
        int from = pairAt;
        pairAt = -1;
        if (isLast) return false;
        at = from;
        start = at;
        length = 0;
        hash = 0;
        scanPair();
        return true;
    }

    private boolean isWordStart(int index) {
        int c = text.codePointAt(index);
        return Character.isLetterOrDigit(c);
    }

    private static boolean isWordPart(int c) {
        if (Character.isLetterOrDigit(c)) return true;
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.FORMAT ->
                    true;
            default -> false;
        };
    }

    /** Accents written apart, soft hyphens, joiners. */
    private static boolean isSilent(int c) {
        return (c >= 0x300 && c <= 0x36F) || Character.getType(c) == Character.FORMAT;
    }

    private static boolean isUnspaced(int c) {
        if (c < 0xE00) return false;
        if (!Character.isLetter(c)) return false;
        return switch (UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL, THAI, LAO, KHMER, MYANMAR -> true;
            default -> false;
        };
    }
}
