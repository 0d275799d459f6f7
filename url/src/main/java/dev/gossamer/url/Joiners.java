package dev.gossamer.url;

import java.text.Normalizer;
import java.util.BitSet;

/**
 * The rule where the two invisible joiners may stand (RFC 5892, appendix A.1 and A.2): after a
 * virama, or, for the non-joiner, between letters that would otherwise join.
 *
 * <p>The JDK has no property for how letters join, so those that do are listed here, by first and
 * last code point (Unicode 16). It has none for combining classes either, but normalisation orders
 * marks by them.
 */
final class Joiners {
    private static final int NON_JOINER = 0x200C;
    private static final int JOINER = 0x200D;

    /**
     * Letters that join on both sides: Arabic, Syriac, N'Ko, Mandaic, Mongolian, Phags-pa and their
     * like.
     */
    private static final BitSet DUAL =
            set(
                    "620 626 628 62a-62e 633-63f 641-647 649-64a 66e-66f 678-687 69a-6bf 6c1-6c2 6cc"
                            + " 6ce 6d0-6d1 6fa-6fc 6ff 712-714 71a-71d 71f-727 729 72b 72d-72e 74e-758 75c-76a 76d-770 772 775-777"
                            + " 77a-77f 7ca-7ea 841-845 848 84a-853 855 860 862-865 868 886 889-88d 8a0-8a9 8af-8b0 8b3-8b8 8ba-8c8 1807"
                            + " 1820-1878 1887-18a8 18aa a840-a871 10ac0-10ac4 10ad3-10ad6 10ad8-10adc 10ade-10ae0 10aeb-10aee 10b80"
                            + " 10b82 10b86-10b88 10b8a-10b8b 10b8d 10b90 10bad-10bae 10d01-10d21 10d23 10ec3-10ec4 10f30-10f32"
                            + " 10f34-10f44 10f51-10f53 10f70-10f73 10f76-10f81 10fb0 10fb2-10fb3 10fb8 10fbb-10fbc 10fbe-10fbf 10fc1"
                            + " 10fc4 10fca 1e900-1e943");

    /** Letters that join only with what comes after them. */
    private static final BitSet LEFT = set("a872 10acd 10ad7 10d00 10fcb");

    /** Letters that join only with what comes before them. */
    private static final BitSet RIGHT =
            set(
                    "622-625 627 629 62f-632 648 671-673 675-677 688-699 6c0 6c3-6cb 6cd 6cf 6d2-6d3"
                            + " 6d5 6ee-6ef 710 715-719 71e 728 72a 72c 72f 74d 759-75b 76b-76c 771 773-774 778-779 840 846-847 849 854"
                            + " 856-858 867 869-86a 870-882 88e 8aa-8ac 8ae 8b1-8b2 8b9 10ac5 10ac7 10ac9-10aca 10ace-10ad2 10add 10ae1"
                            + " 10ae4 10aef 10b81 10b83-10b85 10b89 10b8c 10b8e-10b8f 10b91 10ba9-10bac 10d22 10ec2 10f33 10f54"
                            + " 10f74-10f75 10fb4-10fb6 10fb9-10fba 10fbd 10fc2-10fc3 10fc9");

    private Joiners() {}

    static boolean areInContext(String label) {
        if (label.indexOf(NON_JOINER) < 0 && label.indexOf(JOINER) < 0) return true;
        int[] codePoints = label.codePoints().toArray();
        for (int i = 0; i < codePoints.length; i++) {
            if (codePoints[i] != NON_JOINER && codePoints[i] != JOINER) continue;
            if (i > 0 && isVirama(codePoints[i - 1])) continue;
            if (codePoints[i] == JOINER || !separatesJoining(codePoints, i)) return false;
        }
        return true;
    }

    private static boolean separatesJoining(int[] codePoints, int at) {
        int before = at - 1;
        while (before >= 0 && isTransparent(codePoints[before])) before--;
        int after = at + 1;
        while (after < codePoints.length && isTransparent(codePoints[after])) after++;
        if (before < 0 || after == codePoints.length) return false;
        return (DUAL.get(codePoints[before]) || LEFT.get(codePoints[before]))
                && (DUAL.get(codePoints[after]) || RIGHT.get(codePoints[after]));
    }

    /**
     * Marks, and the one letter that Unicode counts with them. Format characters do not get this
     * far.
     */
    private static boolean isTransparent(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || c == 0x1E94B;
    }

    /** Canonical combining class 9: sorted after a mark of class 8 and before one of class 10. */
    private static boolean isVirama(int c) {
        int class8 = 0x3099;
        int class10 = 0x5B0;
        return c != class8 && c != class10 && isSwapped(c, class8) && isSwapped(class10, c);
    }

    private static boolean isSwapped(int first, int second) {
        var text = new StringBuilder().appendCodePoint(first).appendCodePoint(second);
        return Normalizer.normalize(text, Normalizer.Form.NFD).codePointAt(0) == second;
    }

    private static BitSet set(String ranges) {
        var set = new BitSet();
        for (var range : ranges.split(" ")) {
            var ends = range.split("-");
            int last = Integer.parseInt(ends[ends.length - 1], 16);
            set.set(Integer.parseInt(ends[0], 16), last + 1);
        }
        return set;
    }
}
