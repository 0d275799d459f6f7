package dev.gossamer.robots;

import dev.gossamer.robots.RobotsTxt.Rule;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one group, compiled so that a URL is compared with all of them at once: half a
 * megabyte of rules is half a megabyte that a hostile site may make every check go through, and
 * checks are made on the thread that all hosts share.
 *
 * <p>A rule is a first piece, pieces behind wildcards, and perhaps one that must end the path
 * ({@link PathPattern}). A table of all first pieces tells which rules may match. Rules without
 * wildcards are decided by it. All others then wait, each for its next piece, while {@link
 * PieceFinder} goes over the path once and reports each piece that occurs; a rule for which the
 * last one has been found has matched. A rule looks at a piece that begins before the end of its
 * last one at most as often as that piece has octets, so a check takes time in proportion to the
 * rules' text at worst, and mostly to the length of the path.
 *
 * <p>Rules are ranked, the one that wins first (RFC 9309, section 2.2.2). Immutable.
 */
final class RuleSet {
    static final int NONE = Integer.MAX_VALUE;

    private final RobotsRule[] ranked;
    private final PrefixTable firsts;

    /**
     * For each first piece the best rule without wildcards, and the best of those with {@code $}.
     */
    private final int[] prefixRule;

    private final int[] exactRule;

    /** For each first piece the rules with wildcards, by their place in the list below. */
    private final int[][] waiting;

    private final Wildcards[] wildcards;
    private final PieceFinder finder;
    private final int[] pieceLengths;

    /**
     * A rule with wildcards.
     *
     * @param middle numbers of the pieces that must be found, in this order
     * @param last what must end the path behind them, if the pattern is anchored
     */
    private record Wildcards(int rank, int[] middle, byte @Nullable [] last) {}

    RuleSet(List<Rule> inFile) {
        var rules = inFile.stream().sorted(Rule.MOST_SPECIFIC_FIRST).toArray(Rule[]::new);
        ranked = Arrays.stream(rules).map(Rule::told).toArray(RobotsRule[]::new);
        var texts = new TreeSet<byte[]>(Arrays::compareUnsigned);
        for (var rule : rules) texts.add(rule.pattern().first());
        firsts = new PrefixTable(texts);
        prefixRule = new int[firsts.size()];
        exactRule = new int[firsts.size()];
        Arrays.fill(prefixRule, NONE);
        Arrays.fill(exactRule, NONE);
        var pieces = new Pieces();
        var withWildcards = new ArrayList<Wildcards>();
        var lists = new ArrayList<List<Integer>>();
        for (int i = 0; i < firsts.size(); i++) lists.add(new ArrayList<>(0));
        for (int rank = 0; rank < rules.length; rank++) {
            var pattern = rules[rank].pattern();
            int first = firsts.indexOf(pattern.first());
            if (pattern.isLiteral()) {
                int[] best = pattern.isAnchored() ? exactRule : prefixRule;
                best[first] = Math.min(best[first], rank);
            } else {
                lists.get(first).add(withWildcards.size());
                withWildcards.add(wildcards(rank, pattern, pieces));
            }
        }
        waiting =
                lists.stream()
                        .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                        .toArray(int[][]::new);
        wildcards = withWildcards.toArray(Wildcards[]::new);
        finder = PieceFinder.of(pieces.list);
        pieceLengths = pieces.list.stream().mapToInt(piece -> piece.length).toArray();
    }

    private static Wildcards wildcards(int rank, PathPattern pattern, Pieces pieces) {
        int[] middle = pattern.middle().stream().mapToInt(pieces::number).toArray();
        return new Wildcards(rank, middle, pattern.isAnchored() ? pattern.last() : null);
    }

    /** Numbers each piece once. */
    private static final class Pieces {
        final List<byte[]> list = new ArrayList<>();
        private final Map<ByteBuffer, Integer> numbers = new HashMap<>();

        int number(byte[] piece) {
            return numbers.computeIfAbsent(
                    ByteBuffer.wrap(piece),
                    _ -> {
                        list.add(piece);
                        return list.size() - 1;
                    });
        }
    }

    /** Returns the rule that decides about a path in canonical form, or null. */
    @Nullable RobotsRule decisive(byte[] path) {
        int longest = firsts.longest(path);
        int best = NONE;
        int candidates = 0;
        for (int i = longest; i != PrefixTable.NONE; i = firsts.shorter(i)) {
            best = Math.min(best, prefixRule[i]);
            if (firsts.length(i) == path.length) best = Math.min(best, exactRule[i]);
            candidates += waiting[i].length;
        }
        if (candidates > 0) best = new Search(path, best).run(longest);
        return best == NONE ? null : ranked[best];
    }

    /** Returns about how much memory this takes, the rules included. */
    long heapBytes() {
        long bytes = firsts.heapBytes() + finder.heapBytes() + 16L * firsts.size();
        for (var each : wildcards) {
            bytes += 64 + 4L * each.middle.length + (each.last == null ? 0 : each.last.length);
        }
        return bytes + 24L * ranked.length;
    }

    /** One path on its way through the rules with wildcards. */
    private final class Search {
        private final byte[] path;
        private int best;

        /** For each piece the first rule that waits for it, counted from one; zero for none. */
        private final int[] heads = new int[pieceLengths.length];

        /** For each rule the next one that waits for the same piece, counted likewise. */
        private final int[] next = new int[wildcards.length];

        /** For each rule how many of its pieces were found, and where the last of them ended. */
        private final int[] found = new int[wildcards.length];

        private final int[] at = new int[wildcards.length];
        private int waitingRules;

        Search(byte[] path, int best) {
            this.path = path;
            this.best = best;
        }

        int run(int longestFirst) {
            for (int i = longestFirst; i != PrefixTable.NONE; i = firsts.shorter(i)) {
                for (int rule : waiting[i]) {
                    // They are in the order of their ranks: none of the rest can win any more.
                    if (wildcards[rule].rank >= best) break;
                    at[rule] = firsts.length(i);
                    advance(rule);
                }
            }
            int state = PieceFinder.ROOT;
            for (int i = 0; i < path.length && waitingRules > 0; i++) {
                state = finder.step(state, path[i] & 0xFF);
                int ending = finder.firstEnding(state);
                while (ending != PieceFinder.ROOT) {
                    int piece = finder.piece(ending);
                    if (heads[piece] != 0) pieceFound(piece, i + 1);
                    ending = finder.nextEnding(ending);
                }
            }
            return best;
        }

        private void pieceFound(int piece, int end) {
            int waits = heads[piece];
            heads[piece] = 0;
            while (waits != 0) {
                int rule = waits - 1;
                waits = next[rule];
                waitingRules--;
                if (wildcards[rule].rank >= best) continue;
                if (end - pieceLengths[piece] >= at[rule]) {
                    found[rule]++;
                    at[rule] = end;
                }
                advance(rule);
            }
        }

        /** Lets a rule wait for its next piece, or look at the end of the path. */
        private void advance(int rule) {
            var pattern = wildcards[rule];
            if (found[rule] < pattern.middle.length) {
                int piece = pattern.middle[found[rule]];
                next[rule] = heads[piece];
                heads[piece] = rule + 1;
                waitingRules++;
            } else if (isAtEnd(pattern.last, at[rule])) {
                best = Math.min(best, pattern.rank);
            }
        }

        private boolean isAtEnd(byte @Nullable [] last, int from) {
            if (last == null) return true;
            int start = path.length - last.length;
            return start >= from && Arrays.equals(path, start, path.length, last, 0, last.length);
        }
    }
}
