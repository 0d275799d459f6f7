package dev.gossamer.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One command of a {@code console} block of a page, with the output that the page shows for it. A
 * line that begins with {@code "$ "} is a command, and lines directly below it that begin with
 * {@code "> "} continue it. The lines up to the next command are its output. There {@code …} stands
 * for any text, and a line that is nothing but {@code …} for any number of lines.
 *
 * @param line where in the page the command stands, counted from 1
 */
record ConsoleStep(int line, String command, List<String> shown) {
    private static final String ANYTHING = "…";

    /** The steps of all console blocks of a page, in order. */
    static List<ConsoleStep> in(String page) {
        var steps = new ArrayList<ConsoleStep>();
        boolean isInside = false;
        int number = 0;
        for (String line : page.lines().toList()) {
            number++;
            if (line.startsWith("```")) isInside = line.equals("```console");
            else if (isInside && line.startsWith("$ "))
                steps.add(new ConsoleStep(number, line.substring(2), new ArrayList<>()));
            else if (isInside && !steps.isEmpty()) add(line, steps);
        }
        return steps;
    }

    private static void add(String line, List<ConsoleStep> steps) {
        var last = steps.getLast();
        boolean isContinued = last.shown.isEmpty() && (line.startsWith("> ") || line.equals(">"));
        if (isContinued) {
            String command = last.command + "\n" + line.substring(Math.min(2, line.length()));
            steps.set(steps.size() - 1, new ConsoleStep(last.line, command, last.shown));
        } else last.shown.add(line);
    }

    boolean isInBackground() {
        return command.endsWith("&");
    }

    /** Whether the page itself shows the exit status of the step before it. */
    boolean asksForStatus() {
        return command.equals("echo $?");
    }

    /** Whether this is the output that the page shows. */
    boolean isShown(List<String> output) {
        var pattern = shown.stream().map(ConsoleStep::regex).collect(Collectors.joining());
        var text = output.stream().map(each -> each.stripTrailing() + "\n");
        return Pattern.matches(pattern, text.collect(Collectors.joining()));
    }

    private static String regex(String line) {
        if (line.strip().equals(ANYTHING)) return "(?:[^\n]*\n)*";
        return Stream.of(line.stripTrailing().split(ANYTHING, -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining("[^\n]*"))
                + "\n";
    }
}
