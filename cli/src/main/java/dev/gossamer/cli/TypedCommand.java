package dev.gossamer.cli;

/** Commands as the user can type them, for advice. */
final class TypedCommand {
    private TypedCommand() {}

    /** Returns the command with these arguments, by the name under which it was called. */
    static String with(Object... arguments) {
        var text = new StringBuilder(System.getProperty("gossamer.command", "gossamer"));
        for (Object argument : arguments) text.append(' ').append(argument);
        return text.toString();
    }
}
