package dev.gossamer.cli;

import java.io.Console;
import java.util.Map;
import java.util.Optional;

/**
 * What can be shown where the output goes.
 *
 * @param isInteractive whether it is a terminal on which a line can be redrawn
 * @param hasColours whether colours are wanted there (no-color.org)
 */
record Terminal(boolean isInteractive, boolean hasColours) {
    static Terminal here() {
        return of(
                Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent(),
                System.getenv());
    }

    static Terminal of(boolean isTerminal, Map<String, String> environment) {
        boolean isInteractive = isTerminal && !"dumb".equals(environment.get("TERM"));
        return new Terminal(
                isInteractive, isInteractive && environment.getOrDefault("NO_COLOR", "").isEmpty());
    }
}
