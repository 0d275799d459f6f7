package dev.gossamer.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The list of commands in the help, by what people want to do. */
final class CommandGroups {
    private static final String OTHERS = "Other";

    private static final Map<String, List<String>> GROUPS = groups();

    private static Map<String, List<String>> groups() {
        var groups = new LinkedHashMap<String, List<String>>();
        groups.put("Crawl", List.of("crawl", "resume", "retry", "import", "demo"));
        groups.put(
                "Look at a crawl",
                List.of(
                        "status",
                        "search",
                        "show",
                        "links",
                        "why",
                        "duplicates",
                        "report",
                        "export"));
        groups.put(
                "Steer a running crawl",
                List.of("ps", "set", "add", "block", "unblock", "pause", "stop", "checkpoint"));
        groups.put("Serve", List.of("serve"));
        groups.put("Crawl on several machines", List.of("cluster", "node"));
        groups.put("Repair", List.of("index"));
        groups.put("Test", List.of("simweb", "bench"));
        groups.put(OTHERS, List.of("completion", "help"));
        return groups;
    }

    private CommandGroups() {}

    static void addTo(CommandSpec spec) {
        var sections = spec.usageMessage().sectionMap();
        sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
        sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroups::list);
    }

    private static String list(Help help) {
        var left = new LinkedHashMap<>(help.subcommands());
        var text = new StringBuilder();
        GROUPS.forEach(
                (title, names) -> {
                    var rows = new LinkedHashMap<String, Help>();
                    for (String name : names) if (left.containsKey(name)) move(name, left, rows);
                    // A new command is listed even if nobody thought of a group for it.
                    if (title.equals(OTHERS)) rows.putAll(left);
                    text.append("\n").append(title).append(":\n").append(table(help, rows));
                });
        return text.toString();
    }

    private static void move(String name, Map<String, Help> from, Map<String, Help> to) {
        to.put(name, Objects.requireNonNull(from.remove(name)));
    }

    private static String table(Help help, Map<String, Help> commands) {
        int widest = help.subcommands().keySet().stream().mapToInt(String::length).max().orElse(0);
        int width = help.commandSpec().usageMessage().width();
        return commands.entrySet().stream()
                .map(each -> row(each.getKey(), description(each.getValue()), widest, width))
                .collect(Collectors.joining());
    }

    private static String description(Help command) {
        return String.join(" ", command.commandSpec().usageMessage().description());
    }

    private static String row(String name, String description, int widest, int width) {
        String indent = " ".repeat(widest + 4);
        var row =
                new StringBuilder("  ").append(name).append(" ".repeat(widest + 2 - name.length()));
        int column = indent.length();
        for (String word : description.split(" ")) {
            if (column > indent.length() && column + 1 + word.length() > width) {
                row.append("\n").append(indent);
                column = indent.length();
            }
            if (column > indent.length()) row.append(' ');
            column += word.length() + (column > indent.length() ? 1 : 0);
            row.append(word);
        }
        return row.append("\n").toString();
    }
}
