package dev.gossamer.simweb;

import java.nio.charset.StandardCharsets;

/**
 * A number of invented words, and sentences of them. The words are drawn evenly, so their number
 * decides how often one returns within a page, and with that how far a page can be compressed. A
 * page of 22 KB with 50 links becomes five times as small by {@code gzip -1} with 8 words, three
 * times with 300 and twice with 50,000.
 */
final class WordList {
    private static final int SALT_SYLLABLES = 83;
    private static final int SALT_SENTENCE = 84;
    private static final String[] SYLLABLES = syllables();

    private final byte[][] words;

    WordList(int size) {
        words = new byte[size][];
        for (int i = 0; i < size; i++) words[i] = word(i).getBytes(StandardCharsets.US_ASCII);
    }

    /** Writes one sentence with a space behind it. */
    void sentence(Ascii out, long hash) {
        int count = 8 + Chance.below(Chance.of(hash, SALT_SENTENCE, 0, 0), 16);
        for (int i = 0; i < count; i++) {
            if (i > 0) out.put(" ");
            out.put(words[Chance.below(Chance.of(hash, SALT_SENTENCE, 1, i), words.length)]);
        }
        out.put(". ");
    }

    private static String word(int number) {
        var word = new StringBuilder();
        int syllables = 1 + Chance.below(Chance.of(number, SALT_SYLLABLES, 0, 0), 4);
        for (int i = 0; i < syllables; i++)
            word.append(
                    SYLLABLES[
                            Chance.below(
                                    Chance.of(number, SALT_SYLLABLES, 1, i), SYLLABLES.length)]);
        return word.toString();
    }

    private static String[] syllables() {
        String first = "bcdfghjklmnprstvw";
        String second = "aeiou";
        String third = "lnrst";
        var all = new String[first.length() * second.length() * (third.length() + 1)];
        int count = 0;
        for (int i = 0; i < first.length(); i++)
            for (int j = 0; j < second.length(); j++) {
                String open = first.substring(i, i + 1) + second.charAt(j);
                all[count++] = open;
                for (int k = 0; k < third.length(); k++) all[count++] = open + third.charAt(k);
            }
        return all;
    }
}
