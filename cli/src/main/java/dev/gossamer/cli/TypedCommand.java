package dev.gossamer.cli;

import picocli.CommandLine.Model.CommandSpec;

/** Commands as the user can type them, for advice. */
final class TypedCommand {
    private TypedCommand() {}

    /** Returns a command, and the command that it belongs to. */
    static String of(CommandSpec command) {
        String name = command.qualifiedName();
        int rest = name.indexOf(' ');
        return rest < 0 ? with() : with(name.substring(rest + 1));
    }

    /** Returns the command with these arguments, by the name under which it was called. */
    static String with(Object... arguments) {
        var text = new StringBuilder(System.getProperty("gossamer.command", "gossamer"));
        for (Object argument : arguments) text.append(' ').append(argument);
        return text.toString();
    }
}
