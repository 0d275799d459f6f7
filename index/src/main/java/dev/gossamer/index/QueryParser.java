package dev.gossamer.index;

import dev.gossamer.index.Clause.All;
import dev.gossamer.index.Clause.Any;
import dev.gossamer.index.Clause.Fuzzy;
import dev.gossamer.index.Clause.Phrase;
import dev.gossamer.index.Clause.Prefix;
import dev.gossamer.index.Clause.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the query language, by recursive descent:
 *
 * <pre>
 *     all    = { [ "-" | "NOT" | "+" ] any }
 *     any    = unit { ( "OR" | "|" ) unit }
 *     unit   = [ FIELD ":" ] ( "(" all ")" | phrase | word )
 *     phrase = '"' ... '"' [ "~" SLOP ]
 *     word   = LETTERS [ "*" | "~" [ EDITS ] ]
 * </pre>
 *
 * So {@code OR} binds closer than the blank: {@code index btree OR hash} wants the first and one of
 * the others. {@code AND} may be written and means what the blank does.
 */
final class QueryParser {
    private static final Set<String> FIELDS =
            Set.of(
                    Fields.TITLE,
                    Fields.TEXT,
                    Fields.HEADING,
                    Fields.ANCHOR,
                    Fields.URL,
                    Fields.HOST,
                    Fields.TYPE,
                    Fields.LANGUAGE);
    private static final int MAX_SLOP = 100;
    private static final int MAX_EDITS = 2;

    /** Shorter words than this differ in one letter only. */
    private static final int LONG_WORD = 6;

    /** As {@link Words} cuts them; a run of a script without spaces is one. */
    private static final Pattern WORD =
            Pattern.compile("[\\p{L}\\p{Nd}][\\p{L}\\p{Nd}\\p{M}\\p{Cf}]*");

    private final String in;
    private int at;
    private int words;

    private QueryParser(String in) {
        this.in = in;
    }

    static All parse(String query) {
        if (query.length() > SearchLimits.QUERY_CHARS) {
            throw new BadQueryException(
                    "the search has %,d characters; at most %,d are read"
                            .formatted(query.length(), SearchLimits.QUERY_CHARS));
        }
        var parser = new QueryParser(query);
        All all = parser.all(Clause.ANY_FIELD, 0);
        if (parser.at < query.length()) {
            throw new BadQueryException(
                    "the ')' at character %d closes nothing".formatted(parser.at + 1));
        }
        if (all.wanted().isEmpty()) {
            throw new BadQueryException(
                    all.unwanted().isEmpty()
                            ? "the search has no words"
                            : "the search says only what is not wanted; add a word that is");
        }
        return all;
    }

    private All all(String field, int depth) {
        if (depth > SearchLimits.QUERY_DEPTH) {
            throw new BadQueryException(
                    "more than %d brackets in brackets".formatted(SearchLimits.QUERY_DEPTH));
        }
        var wanted = new ArrayList<Clause>();
        var unwanted = new ArrayList<Clause>();
        while (skipBlanks() && in.charAt(at) != ')') {
            if (takeWord("AND")) continue;
            boolean isUnwanted = takeWord("NOT") || take('-');
            if (!isUnwanted) take('+');
            any(field, depth, isUnwanted ? unwanted : wanted);
        }
        return new All(wanted, unwanted);
    }

    private void any(String field, int depth, List<Clause> to) {
        var choices = new ArrayList<Clause>();
        String operator = "'-', '+' or NOT";
        do {
            if (!skipBlanks() || in.charAt(at) == ')') throw nothingBehind(operator);
            unit(field, depth, choices);
            operator = "OR";
        } while (skipBlanks() && (takeWord("OR") || take('|')));
        if (choices.size() == 1) to.add(choices.getFirst());
        else if (!choices.isEmpty()) to.add(new Any(choices));
    }

    /** Adds one, or none where only signs stand that are in no word. */
    private void unit(String outerField, int depth, List<Clause> to) {
        if (!skipBlanks()) return;
        int before = at;
        String field = field(outerField);
        if (at < in.length() && in.charAt(at) == '(') {
            int open = at++;
            All inner = all(field, depth + 1);
            if (!take(')')) throw unclosed("bracket", open);
            if (inner.wanted().isEmpty()) {
                throw new BadQueryException(
                        "the brackets at character %d hold nothing that is wanted"
                                .formatted(open + 1));
            }
            to.add(inner);
        } else if (at < in.length() && in.charAt(at) == '"') {
            phrase(field, to);
        } else {
            word(field, to);
        }
        // Nothing was readable: a stray sign.
        if (at == before) at++;
    }

    private String field(String outer) {
        int colon = at;
        while (colon < in.length() && Character.isLetter(in.charAt(colon))) colon++;
        boolean isField = colon > at && colon + 1 < in.length() && in.charAt(colon) == ':';
        if (!isField || Character.isWhitespace(in.charAt(colon + 1))) return outer;
        // As in std::vec: two colons part the names of a programming language.
        if (in.charAt(colon + 1) == ':') return outer;
        String name = in.substring(at, colon).toLowerCase(Locale.ROOT);
        String field = name.equals("site") ? Fields.HOST : name;
        if (!FIELDS.contains(field)) {
            throw new BadQueryException(
                    "there is no field '%s'; fields are title, text, heading, anchor, url, host, type, lang (to search for the sign ':' itself, put it in quotes)"
                            .formatted(name));
        }
        at = colon + 1;
        return field;
    }

    private void phrase(String field, List<Clause> to) {
        int open = at++;
        int close = in.indexOf('"', at);
        if (close < 0) throw unclosed("quote", open);
        String text = in.substring(at, close);
        at = close + 1;
        int slop = take('~') ? number("the distance behind a phrase", MAX_SLOP, 1) : 0;
        if (hasLetters(text)) to.add(new Phrase(field, counted(text), slop));
    }

    private void word(String field, List<Clause> to) {
        int start = at;
        while (at < in.length() && isInWord(in.charAt(at))) at++;
        String text = in.substring(start, at);
        boolean isPrefix = take('*');
        boolean isFuzzy = !isPrefix && take('~');
        int usual = text.length() < LONG_WORD ? 1 : MAX_EDITS;
        int edits = isFuzzy ? number("the number of letters behind '~'", MAX_EDITS, usual) : 0;
        if (!hasLetters(text)) {
            if (isPrefix) {
                throw new BadQueryException(
                        "letters must stand before the '*' at character %d".formatted(at));
            }
            return;
        }
        counted(text);
        if (isPrefix) to.add(prefix(field, text));
        else if (edits > 0) to.add(new Fuzzy(field, text, edits));
        else to.add(new Word(field, text));
    }

    private static Prefix prefix(String field, String text) {
        boolean isAscii = text.chars().allMatch(c -> c < 128);
        long letters = text.chars().filter(Character::isLetterOrDigit).count();
        if (isAscii && letters < SearchLimits.PREFIX_LETTERS) {
            throw new BadQueryException(
                    "'%s*' fits too many words; write at least %d letters"
                            .formatted(text, SearchLimits.PREFIX_LETTERS));
        }
        return new Prefix(field, text);
    }

    /** Counts the words against the limit. */
    private String counted(String text) {
        words += (int) WORD.matcher(text).results().count();
        if (words > SearchLimits.QUERY_WORDS) {
            throw new BadQueryException(
                    "the search has more than %d words".formatted(SearchLimits.QUERY_WORDS));
        }
        return text;
    }

    private int number(String what, int max, int usual) {
        int start = at;
        while (at < in.length() && in.charAt(at) >= '0' && in.charAt(at) <= '9') at++;
        if (at == start) return usual;
        String digits = in.substring(start, at);
        if (digits.length() > 3 || Integer.parseInt(digits) > max) {
            throw new BadQueryException("%s is %s; at most %d".formatted(what, digits, max));
        }
        return Integer.parseInt(digits);
    }

    private BadQueryException nothingBehind(String operator) {
        return new BadQueryException(
                at == in.length()
                        ? "nothing stands behind the last " + operator
                        : "nothing stands behind the %s before character %d"
                                .formatted(operator, at + 1));
    }

    private BadQueryException unclosed(String what, int open) {
        return new BadQueryException(
                "the %s that opens at character %d is never closed".formatted(what, open + 1));
    }

    private static boolean hasLetters(String text) {
        return text.codePoints().anyMatch(Character::isLetterOrDigit);
    }

    private static boolean isInWord(char c) {
        return !Character.isWhitespace(c) && "()\"*~|".indexOf(c) < 0;
    }

    /** Whether something follows. */
    private boolean skipBlanks() {
        while (at < in.length() && Character.isWhitespace(in.charAt(at))) at++;
        return at < in.length();
    }

    private boolean take(char c) {
        if (at >= in.length() || in.charAt(at) != c) return false;
        at++;
        return true;
    }

    /** In capitals, with a blank behind it. */
    private boolean takeWord(String word) {
        if (!in.startsWith(word, at)) return false;
        int end = at + word.length();
        if (end < in.length() && !Character.isWhitespace(in.charAt(end))) return false;
        at = end;
        return true;
    }
}
