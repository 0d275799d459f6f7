package dev.gossamer.robots;

import dev.gossamer.robots.RobotsTxt.Rule;
import java.util.List;
import java.util.Optional;

/** Decides as RFC 9309 says, one rule after the other, to compare with. */
final class NaiveRules {
    private NaiveRules() {}

    static Optional<Rule> decisive(List<Rule> rules, byte[] path) {
        return rules.stream()
                .sorted(Rule.MOST_SPECIFIC_FIRST)
                .filter(rule -> matches(rule.pattern(), path))
                .findFirst();
    }

    static boolean matches(PathPattern pattern, byte[] path) {
        if (indexOf(pattern.first(), path, 0) != 0) return false;
        int at = pattern.first().length;
        if (pattern.isLiteral()) return !pattern.isAnchored() || at == path.length;
        for (byte[] piece : pattern.middle()) {
            int found = indexOf(piece, path, at);
            if (found < 0) return false;
            at = found + piece.length;
        }
        if (!pattern.isAnchored()) return true;
        int start = path.length - pattern.last().length;
        return start >= at && indexOf(pattern.last(), path, start) == start;
    }

    private static int indexOf(byte[] piece, byte[] path, int from) {
        for (int start = from; start + piece.length <= path.length; start++) {
            int i = 0;
            while (i < piece.length && path[start + i] == piece[i]) i++;
            if (i == piece.length) return start;
        }
        return -1;
    }
}
