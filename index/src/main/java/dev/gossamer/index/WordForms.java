package dev.gossamer.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.EnumMap;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * The forms under which a word is indexed: as it is written, without accents, and its stem where
 * that differs. A search for the very word is then exact, one for a relative finds it too.
 *
 * <p>Text repeats its words, and stemming costs ten times what finding the word again does. So the
 * forms lie in a table of fixed size, a slot a hash: a newcomer takes the place of whoever was
 * there. Not thread-safe.
 */
final class WordForms {
    /**
     * @param stem null where it is the word itself
     */
    record Forms(Language language, char[] chars, BytesRef word, @Nullable BytesRef stem) {
        boolean isOf(Language asked, char[] buffer, int length) {
            return asked == language && Arrays.equals(chars, 0, chars.length, buffer, 0, length);
        }
    }

    private final @Nullable Forms[] table;
    private final EnumMap<Language, Stemmer> stemmers = new EnumMap<>(Language.class);
    private char[] folded = new char[4 * SearchLimits.WORD_CHARS];

    /**
     * @param slots a power of two
     */
    WordForms(int slots) {
        table = new Forms[slots];
    }

    /**
     * @param chars in lower case
     * @param hash of the chars, any that spreads
     */
    Forms of(Language language, char[] chars, int length, int hash) {
        long spread = (hash * 31L + language.salt()) * 0x9E3779B97F4A7C15L;
        int slot = (int) (spread >>> 40) & (table.length - 1);
        var found = table[slot];
        if (found != null && found.isOf(language, chars, length)) return found;
        var made = make(language, chars, length);
        table[slot] = made;
        return made;
    }

    private Forms make(Language language, char[] chars, int length) {
        BytesRef word = fold(chars, length);
        var stemmer = stemmers.computeIfAbsent(language, Stemmer::new).stem(chars, length);
        boolean isSame = Arrays.equals(chars, 0, length, stemmer.buffer(), 0, stemmer.length());
        BytesRef stem = isSame ? word : fold(stemmer.buffer(), stemmer.length());
        boolean isNew = stem.length > 0 && !stem.equals(word);
        return new Forms(language, Arrays.copyOf(chars, length), word, isNew ? stem : null);
    }

    /** UTF-8 without accents. */
    private BytesRef fold(char[] chars, int length) {
        var bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            if (chars[i] >= 128) return foldOther(chars, length);
            bytes[i] = (byte) chars[i];
        }
        return new BytesRef(bytes);
    }

    private BytesRef foldOther(char[] chars, int length) {
        if (folded.length < 4 * length) folded = new char[4 * length];
        int end = ASCIIFoldingFilter.foldToASCII(chars, 0, folded, 0, length);
        return new BytesRef(String.valueOf(folded, 0, end));
    }

    /** One word through the filters of its language. */
    private static final class Stemmer {
        private final OneWord in;
        private final TokenStream filters;
        final CharTermAttribute chars;

        Stemmer(Language language) {
            in = new OneWord();
            filters = language.stemmed(in);
            chars = filters.getAttribute(CharTermAttribute.class);
        }

        CharTermAttribute stem(char[] word, int length) {
            try {
                in.chars.copyBuffer(word, 0, length);
                filters.incrementToken();
                return chars;
            } catch (IOException e) {
                throw new UncheckedIOException(e); // nothing is read
            }
        }
    }

    private static final class OneWord extends TokenStream {
        final CharTermAttribute chars = addAttribute(CharTermAttribute.class);

        @Override
        public boolean incrementToken() {
            return true;
        }
    }
}
