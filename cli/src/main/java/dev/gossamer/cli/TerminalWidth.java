package dev.gossamer.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** How many columns the terminal has, also after its window was resized. */
final class TerminalWidth {
    private static final int USUAL = 80;
    private static final Pattern SIZE = Pattern.compile("\\d+ (\\d+)\\s*");

    private volatile int columns = USUAL;

    private TerminalWidth() {}

    /** Asks for the width now, and again whenever the terminal says that it has changed. */
    static TerminalWidth watched() {
        var width = new TerminalWidth();
        width.ask();
        if (File.separatorChar == '/') Interrupts.handle("WINCH", width::ask);
        return width;
    }

    int columns() {
        return columns;
    }

    private void ask() {
        try {
            var process =
                    new ProcessBuilder("stty", "size")
                            .redirectInput(new File("/dev/tty"))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            columns =
                    parse(
                            new String(
                                    process.getInputStream().readAllBytes(),
                                    StandardCharsets.US_ASCII));
        } catch (IOException _) {
            // There is no stty, or no terminal to ask: the usual width does.
        }
    }

    /** Reads rows and columns as stty prints them. */
    static int parse(String size) {
        var match = SIZE.matcher(size);
        int columns = match.matches() ? Integer.parseInt(match.group(1)) : 0;
        return columns > 0 ? columns : USUAL;
    }
}
