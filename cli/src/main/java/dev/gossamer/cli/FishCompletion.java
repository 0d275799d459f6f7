package dev.gossamer.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The script that completes commands and options in the shell fish. */
final class FishCompletion {
    private static final String COMMAND = "complete -c gossamer";

    private FishCompletion() {}

    static String of(CommandSpec gossamer) {
        var lines = new ArrayList<String>();
        lines.add("# Completion of gossamer in fish.");
        for (var option : gossamer.options()) lines.add(option("__fish_use_subcommand", option));
        gossamer.subcommands()
                .forEach((name, command) -> add(name, command.getCommandSpec(), lines));
        return String.join("\n", lines) + "\n";
    }

    private static void add(String name, CommandSpec command, List<String> lines) {
        lines.add(
                "%s -f -n __fish_use_subcommand -a %s -d %s"
                        .formatted(COMMAND, name, quoted(command.usageMessage().description())));
        for (var option : command.options())
            lines.add(option("'__fish_seen_subcommand_from " + name + "'", option));
    }

    private static String option(String condition, OptionSpec option) {
        var line = new StringBuilder(COMMAND).append(" -n ").append(condition);
        for (String name : option.names())
            line.append(name.startsWith("--") ? " -l " : " -s ")
                    .append(name.replaceFirst("-+", ""));
        if (option.arity().min() > 0) line.append(" -r");
        return line.append(" -d ").append(quoted(option.description())).toString();
    }

    /** The first sentence, which is as much as a shell shows. */
    private static String quoted(String[] description) {
        String text = String.join(" ", description).replace("%%", "%");
        int end = text.indexOf(". ");
        String first = end < 0 ? text : text.substring(0, end + 1);
        return "'" + first.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
