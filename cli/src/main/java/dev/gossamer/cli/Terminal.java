package dev.gossamer.cli;

import java.io.Console;
import java.util.Map;
import java.util.Optional;

/**
 * What can be shown where a stream goes.
 *
 * @param isInteractive whether it is a terminal on which a line can be redrawn
 * @param hasColours whether colours are wanted there (no-color.org)
 */
record Terminal(boolean isInteractive, boolean hasColours) {
    /**
     * Holds the numbers of the standard streams that are terminals, such as "012"; set by the
     * launcher, because the JVM tells only of input and output together.
     */
    private static final String PROPERTY = "gossamer.terminals";

    /** Where standard output goes. */
    static Terminal ofOutput() {
        return of(isTerminal("1"), System.getenv());
    }

    /** Where standard error goes. */
    static Terminal ofError() {
        return of(isTerminal("2"), System.getenv());
    }

    /** Whether somebody may press keys. */
    static boolean isInputTerminal() {
        return isTerminal("0");
    }

    static Terminal of(boolean isTerminal, Map<String, String> environment) {
        boolean isInteractive = isTerminal && !"dumb".equals(environment.get("TERM"));
        return new Terminal(
                isInteractive, isInteractive && environment.getOrDefault("NO_COLOR", "").isEmpty());
    }

    private static boolean isTerminal(String stream) {
        String known = System.getProperty(PROPERTY);
        if (known != null) return known.contains(stream);
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
}
