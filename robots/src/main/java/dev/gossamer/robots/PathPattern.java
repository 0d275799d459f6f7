package dev.gossamer.robots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The path of a rule: {@code *} stands for anything, {@code $} at the end for the end, and without
 * it a prefix is enough.
 *
 * <p>RFC 9309, section 2.2.2, compares octets after both sides are escaped alike, so pattern and
 * path are brought to one form: what needs no escape has none, what is outside ASCII or has no
 * place in a URL has one, in upper case. In that form a literal asterisk or dollar is {@code %2A}
 * or {@code %24} (section 2.2.3), so that a bare {@code *} is always the wildcard. In a query,
 * where they separate nothing, {@code : /} are equal to their escapes, as the table in 2.2.2 has
 * it.
 *
 * <p>The pieces between wildcards are looked for from left to right, each by Knuth, Morris and
 * Pratt's method: time is linear in path and pattern, whatever a hostile site writes.
 */
final class PathPattern {
    /** What follows so many wildcards is not looked at, as if it matched. */
    static final int MAX_WILDCARDS = 100;

    /** Letters, digits and four marks: an escape for them is needless. */
    private static final BitSet UNRESERVED = new BitSet();

    /**
     * Octets that are escaped where they stand bare: those that no URL holds, and the two marks of
     * patterns.
     */
    private static final BitSet ESCAPED = new BitSet();

    static {
        UNRESERVED.set('a', 'z' + 1);
        UNRESERVED.set('A', 'Z' + 1);
        UNRESERVED.set('0', '9' + 1);
        "-._~".chars().forEach(UNRESERVED::set);
        ESCAPED.set(0, ' ' + 1);
        ESCAPED.set(0x7F, 0x100);
        "\"<>[\\]^`{|}%*$".chars().forEach(ESCAPED::set);
    }

    private final Piece[] pieces;
    private final boolean anchored;
    private final int length;

    private PathPattern(List<Piece> pieces, boolean anchored, int length) {
        this.pieces = pieces.toArray(Piece[]::new);
        this.anchored = anchored;
        this.length = length;
    }

    /** Reads a pattern, given as characters that are bytes of the file. */
    static PathPattern of(String text) {
        boolean anchored = text.endsWith("$");
        byte[] canonical = canonical(anchored ? text.substring(0, text.length() - 1) : text, true);
        var pieces = new ArrayList<Piece>();
        int start = 0;
        for (int i = 0; i <= canonical.length; i++) {
            if (i < canonical.length && canonical[i] != '*') continue;
            if (pieces.size() > MAX_WILDCARDS) return new PathPattern(pieces, false, i);
            pieces.add(new Piece(Arrays.copyOfRange(canonical, start, i)));
            start = i + 1;
        }
        return new PathPattern(pieces, anchored, canonical.length + (anchored ? 1 : 0));
    }

    /** In octets: how specific the pattern is. */
    int length() {
        return length;
    }

    static byte[] canonicalPath(String pathAndQuery) {
        return canonical(pathAndQuery, false);
    }

    /** Whether a path from {@link #canonicalPath} matches. */
    boolean matches(byte[] path) {
        var first = pieces[0];
        if (!first.isAt(path, 0)) return false;
        int at = first.text.length;
        int last = pieces.length - 1;
        if (last == 0) return !anchored || at == path.length;
        for (int i = 1; i < last; i++) {
            at = pieces[i].endOfFirst(path, at);
            if (at < 0) return false;
        }
        var end = pieces[last];
        if (!anchored) return end.endOfFirst(path, at) >= 0;
        int start = path.length - end.text.length;
        return start >= at && end.isAt(path, start);
    }

    private static byte[] canonical(String text, boolean pattern) {
        byte[] out = new byte[3 * text.length()];
        int length = 0;
        boolean query = false;
        for (int i = 0; i < text.length(); i++) {
            int octet = text.charAt(i) & 0xFF;
            int escaped = octet == '%' ? escaped(text, i) : -1;
            if (escaped >= 0) {
                boolean separatesNothing = query && (escaped == ':' || escaped == '/');
                length = write(escaped, UNRESERVED.get(escaped) || separatesNothing, out, length);
                i += 2;
            } else {
                boolean wildcard = pattern && octet == '*';
                length = write(octet, wildcard || !ESCAPED.get(octet), out, length);
                query |= octet == '?';
            }
        }
        return Arrays.copyOf(out, length);
    }

    /** Answers where to write next. */
    private static int write(int octet, boolean plain, byte[] out, int at) {
        if (plain) {
            out[at] = (byte) octet;
            return at + 1;
        }
        out[at] = '%';
        out[at + 1] = (byte) "0123456789ABCDEF".charAt(octet >> 4);
        out[at + 2] = (byte) "0123456789ABCDEF".charAt(octet & 15);
        return at + 3;
    }

    /** The value of the escape that starts here, or -1. */
    private static int escaped(String text, int i) {
        if (i + 2 >= text.length()) return -1;
        int high = Character.digit(text.charAt(i + 1), 16);
        int low = Character.digit(text.charAt(i + 2), 16);
        return high < 0 || low < 0 ? -1 : (high << 4) + low;
    }

    /** Text between wildcards. */
    private static final class Piece {
        final byte[] text;

        /** For each prefix, the length of its longest proper prefix that is also its suffix. */
        private final int[] borders;

        Piece(byte[] text) {
            this.text = text;
            this.borders = new int[text.length];
            for (int i = 1, border = 0; i < text.length; i++) {
                while (border > 0 && text[i] != text[border]) border = borders[border - 1];
                if (text[i] == text[border]) border++;
                borders[i] = border;
            }
        }

        /**
         * A plain loop: mostly the second byte already differs, and this is asked of every rule for
         * every URL.
         */
        boolean isAt(byte[] path, int at) {
            if (at + text.length > path.length) return false;
            for (int i = 0; i < text.length; i++) {
                if (path[at + i] != text[i]) return false;
            }
            return true;
        }

        /** Where the first occurrence at or behind {@code from} ends, or -1. */
        int endOfFirst(byte[] path, int from) {
            if (text.length == 0) return from;
            for (int i = from, matched = 0; i < path.length; i++) {
                while (matched > 0 && path[i] != text[matched]) matched = borders[matched - 1];
                if (path[i] == text[matched]) matched++;
                if (matched == text.length) return i + 1;
            }
            return -1;
        }
    }
}
