package dev.gossamer.crawl;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Regular expressions in RE2 syntax. They match in linear time, but the library sets no limit to
 * what one compiles to: {@code ((a{1000}){1000}){1000}} takes all memory, and parentheses in
 * parentheses all of the stack. So both are counted before.
 */
final class Patterns {
    static final SettingType<Pattern> TYPE =
            SettingType.parsed(
                    "REGEX",
                    "a regular expression in RE2 syntax",
                    Patterns::compile,
                    Pattern::pattern);

    /** Letters and the like once all repetitions are written out. */
    private static final int MAX_SIZE = 20_000;

    private static final int MAX_DEPTH = 100;

    private static final java.util.regex.Pattern REPETITION =
            java.util.regex.Pattern.compile("\\{(\\d{1,9})(?:,(\\d{0,9}))?\\}");

    private final String text;

    /** The sizes of the groups around, the innermost last. */
    private final ArrayDeque<Long> around = new ArrayDeque<>();

    /** The size of the innermost group so far, without {@link #last}. */
    private long size;

    /** The size of what a repetition would repeat. */
    private long last;

    private Patterns(String text) {
        this.text = text;
    }

    static Pattern compile(String text) {
        try {
            if (new Patterns(text).isTooLarge()) throw wrong(text, "it is too large");
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw wrong(text, String.valueOf(e.getMessage()));
        }
    }

    private static UsageException wrong(String text, String why) {
        return new UsageException(
                "'%s' cannot be used as a regular expression in RE2 syntax: %s"
                        .formatted(Settings.line(text), Settings.line(why)));
    }

    /** A rough count: what the library refuses need not be counted right. */
    private boolean isTooLarge() {
        var repetition = REPETITION.matcher(text);
        int at = 0;
        while (at < text.length() && size + last <= MAX_SIZE && around.size() <= MAX_DEPTH) {
            char letter = text.charAt(at);
            if (letter == '{' && repetition.region(at, text.length()).lookingAt()) {
                last *= times(repetition.group(1), repetition.group(2));
                at = repetition.end();
                continue;
            }
            switch (letter) {
                case '(' -> begin();
                case ')' -> end();
                default -> item();
            }
            at = letter == '[' ? afterClass(at) : at + (letter == '\\' ? 2 : 1);
        }
        return at < text.length() || size + last > MAX_SIZE;
    }

    private static long times(String least, @Nullable String most) {
        boolean isOpen = most == null || most.isEmpty();
        return Math.max(1, Math.max(Long.parseLong(least), isOpen ? 0 : Long.parseLong(most)));
    }

    private void item() {
        size += last;
        last = 1;
    }

    private void begin() {
        around.addLast(size + last);
        size = 0;
        last = 0;
    }

    private void end() {
        last = Math.max(1, size + last);
        size = around.isEmpty() ? 0 : around.removeLast();
    }

    /** Finds the end of a class such as {@code [a-z]}; a bracket at its start is a member. */
    private int afterClass(int start) {
        int at = start + (text.startsWith("[^", start) ? 2 : 1);
        if (text.startsWith("]", at)) at++;
        while (at < text.length() && text.charAt(at) != ']') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }
}
