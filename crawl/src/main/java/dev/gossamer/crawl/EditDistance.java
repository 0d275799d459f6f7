package dev.gossamer.crawl;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The word that was probably meant by one with a slip of the pen. */
public final class EditDistance {
    /** No name is so long; comparing takes the product of both lengths. */
    private static final int LONGEST = 60;

    private EditDistance() {}

    /** Returns the nearest of the words, if no more than a third of it differs. */
    public static Optional<String> nearest(String word, Collection<String> words) {
        if (word.length() > LONGEST) return Optional.empty();
        return words.stream()
                .filter(each -> each.length() <= LONGEST)
                .min(Comparator.comparingInt(each -> between(word, each)))
                .filter(each -> 3 * between(word, each) <= Math.max(word.length(), each.length()));
    }

    /** Counts the letters to insert, remove, replace or exchange with their neighbour. */
    static int between(String one, String other) {
        var rows = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) rows[i][0] = i;
        for (int j = 0; j <= other.length(); j++) rows[0][j] = j;
        for (int i = 1; i <= one.length(); i++) {
            for (int j = 1; j <= other.length(); j++) {
                boolean isSame = one.charAt(i - 1) == other.charAt(j - 1);
                int least = rows[i - 1][j - 1] + (isSame ? 0 : 1);
                least = Math.min(least, 1 + Math.min(rows[i][j - 1], rows[i - 1][j]));
                if (isExchanged(one, i, other, j)) least = Math.min(least, 1 + rows[i - 2][j - 2]);
                rows[i][j] = least;
            }
        }
        return rows[one.length()][other.length()];
    }

    private static boolean isExchanged(String one, int i, String other, int j) {
        return i > 1
                && j > 1
                && one.charAt(i - 1) == other.charAt(j - 2)
                && one.charAt(i - 2) == other.charAt(j - 1);
    }
}
