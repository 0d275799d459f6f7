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

    private static final byte[] NOTHING = {};

    static {
        UNRESERVED.set('a', 'z' + 1);
        UNRESERVED.set('A', 'Z' + 1);
        UNRESERVED.set('0', '9' + 1);
        "-._~".chars().forEach(UNRESERVED::set);
        ESCAPED.set(0, ' ' + 1);
        ESCAPED.set(0x7F, 0x100);
        "\"<>[\\]^`{|}%*$".chars().forEach(ESCAPED::set);
    }

    private final byte[][] pieces;
    private final boolean anchored;
    private final int length;

    private PathPattern(List<byte[]> pieces, boolean anchored, int length) {
        this.pieces = pieces.toArray(byte[][]::new);
        this.anchored = anchored;
        this.length = length;
    }

    /** Reads a pattern, given as characters that are bytes of the file. */
    static PathPattern of(String text) {
        boolean anchored = text.endsWith("$");
        byte[] canonical = canonical(anchored ? text.substring(0, text.length() - 1) : text, true);
        var pieces = new ArrayList<byte[]>();
        int start = 0;
        for (int i = 0; i <= canonical.length; i++) {
            if (i < canonical.length && canonical[i] != '*') continue;
            if (pieces.size() > MAX_WILDCARDS) return new PathPattern(pieces, false, i);
            pieces.add(Arrays.copyOfRange(canonical, start, i));
            start = i + 1;
        }
        return new PathPattern(pieces, anchored, canonical.length + (anchored ? 1 : 0));
    }

    /** In octets: how specific the pattern is. */
    int length() {
        return length;
    }

    /** Whether the pattern matches to the end of the path only. */
    boolean isAnchored() {
        return anchored;
    }

    /** What a path must begin with. */
    byte[] first() {
        return pieces[0];
    }

    /** Whether nothing but the first piece is asked for. */
    boolean isLiteral() {
        return pieces.length == 1 || (!anchored && middle().isEmpty());
    }

    /**
     * What must follow in this order behind the first piece, anywhere; pieces of nothing left out.
     */
    List<byte[]> middle() {
        int to = anchored && pieces.length > 1 ? pieces.length - 1 : pieces.length;
        return Arrays.stream(pieces, 1, to).filter(piece -> piece.length > 0).toList();
    }

    /** What the path must end with behind all that; nothing where any end will do. */
    byte[] last() {
        return anchored && pieces.length > 1 ? pieces[pieces.length - 1] : NOTHING;
    }

    static byte[] canonicalPath(String pathAndQuery) {
        return canonical(pathAndQuery, false);
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
}
