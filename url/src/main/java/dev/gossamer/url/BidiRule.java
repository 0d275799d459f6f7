package dev.gossamer.url;

/** RFC 5893, section 2: labels of a domain in which something is written from right to left. */
final class BidiRule {
    private static final int RIGHT_TO_LEFT =
            bit(Character.DIRECTIONALITY_RIGHT_TO_LEFT)
                    | bit(Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC)
                    | bit(Character.DIRECTIONALITY_ARABIC_NUMBER);
    private static final int ANYWHERE =
            bit(Character.DIRECTIONALITY_EUROPEAN_NUMBER)
                    | bit(Character.DIRECTIONALITY_EUROPEAN_NUMBER_SEPARATOR)
                    | bit(Character.DIRECTIONALITY_COMMON_NUMBER_SEPARATOR)
                    | bit(Character.DIRECTIONALITY_EUROPEAN_NUMBER_TERMINATOR)
                    | bit(Character.DIRECTIONALITY_OTHER_NEUTRALS)
                    | bit(Character.DIRECTIONALITY_BOUNDARY_NEUTRAL)
                    | bit(Character.DIRECTIONALITY_NONSPACING_MARK);
    private static final int LEFT = bit(Character.DIRECTIONALITY_LEFT_TO_RIGHT);
    private static final int EUROPEAN_NUMBER = bit(Character.DIRECTIONALITY_EUROPEAN_NUMBER);
    private static final int ARABIC_NUMBER = bit(Character.DIRECTIONALITY_ARABIC_NUMBER);
    private static final int RIGHT = RIGHT_TO_LEFT & ~ARABIC_NUMBER;

    private BidiRule() {}

    static boolean isBidiDomain(String[] labels) {
        for (var label : labels) {
            if ((directions(label) & RIGHT_TO_LEFT) != 0) return true;
        }
        return false;
    }

    static boolean isKeptBy(String label) {
        if (label.isEmpty()) return true;
        int all = directions(label);
        int first = bit(Character.getDirectionality(label.codePointAt(0)));
        int last = lastDirection(label);
        if ((first & RIGHT) != 0) {
            boolean mixedNumbers = (all & EUROPEAN_NUMBER) != 0 && (all & ARABIC_NUMBER) != 0;
            return (all & ~(RIGHT_TO_LEFT | ANYWHERE)) == 0
                    && (last & (RIGHT_TO_LEFT | EUROPEAN_NUMBER)) != 0
                    && !mixedNumbers;
        }
        return first == LEFT
                && (all & ~(LEFT | ANYWHERE)) == 0
                && (last & (LEFT | EUROPEAN_NUMBER)) != 0;
    }

    private static int directions(String label) {
        return label.codePoints()
                .map(c -> bit(Character.getDirectionality(c)))
                .reduce(0, (a, b) -> a | b);
    }

    /** Of the last character that is no nonspacing mark. */
    private static int lastDirection(String label) {
        for (int i = label.length(); i > 0; ) {
            int c = label.codePointBefore(i);
            if (Character.getDirectionality(c) != Character.DIRECTIONALITY_NONSPACING_MARK) {
                return bit(Character.getDirectionality(c));
            }
            i -= Character.charCount(c);
        }
        return 0;
    }

    /**
     * Directionalities as bits; undefined, which is -1, shares one with a control that cannot
     * occur.
     */
    private static int bit(byte directionality) {
        return 1 << directionality;
    }
}
