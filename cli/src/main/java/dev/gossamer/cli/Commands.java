package dev.gossamer.cli;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The commands of {@code gossamer}. One that is named by the first word of the line is prepared
 * alone: to read the options of all others would take longer than most commands run.
 */
final class Commands {
    /** Each is called like its class, as {@code StatusCommand} is {@code status}. */
    static final List<Class<?>> ALL =
            List.of(
                    CrawlCommand.class,
                    ResumeCommand.class,
                    RetryCommand.class,
                    DemoCommand.class,
                    ImportCommand.class,
                    StatusCommand.class,
                    SearchCommand.class,
                    ShowCommand.class,
                    LinksCommand.class,
                    WhyCommand.class,
                    DuplicatesCommand.class,
                    ReportCommand.class,
                    ExportCommand.class,
                    IndexCommand.class,
                    CheckpointCommand.class,
                    PsCommand.class,
                    SetCommand.class,
                    AddCommand.class,
                    BlockCommand.class,
                    UnblockCommand.class,
                    PauseCommand.class,
                    StopCommand.class,
                    ServeCommand.class,
                    ClusterCommand.class,
                    NodeCommand.class,
                    SimwebCommand.class,
                    BenchCommand.class,
                    CompletionCommand.class,
                    HelpCommand.class);

    private static final String SUFFIX = "Command";

    /** They tell of all others. */
    private static final List<Class<?>> OF_ALL =
            List.of(HelpCommand.class, CompletionCommand.class);

    private Commands() {}

    static String name(Class<?> command) {
        String simple = command.getSimpleName();
        return simple.substring(0, simple.length() - SUFFIX.length()).toLowerCase(Locale.ROOT);
    }

    /**
     * Adds what a line of words needs.
     *
     * @param words that were typed behind {@code gossamer}
     */
    static CommandLine addTo(CommandLine line, String[] words) {
        ALL.stream()
                .filter(each -> words.length > 0 && name(each).equals(words[0]))
                .filter(each -> !OF_ALL.contains(each))
                .findFirst()
                .ifPresentOrElse(line::addSubcommand, () -> ALL.forEach(line::addSubcommand));
        describe(line);
        return line;
    }

    private static void describe(CommandLine line) {
        crawlHelp(
                spec(line, "crawl"),
                "URL...",
                "gossamer crawl https://example.org/ -o example --contact me@example.org",
                "gossamer crawl --seeds urls.txt --scope domain --max-pages 10000 --delay 2s");
        crawlHelp(
                spec(line, "resume"),
                "DIR",
                "gossamer resume example",
                "gossamer resume example --max-pages 20000 --rate 10");
        crawlHelp(
                spec(line, "retry"),
                "DIR",
                "gossamer retry example",
                "gossamer retry example --timeout 60s");
        crawlHelp(
                Optional.ofNullable(line.getSubcommands().get("cluster"))
                        .flatMap(cluster -> spec(cluster, "create")),
                "NAME --kafka HOST:PORT URL...",
                "gossamer cluster create news --kafka kafka1:9092 --shards 32 https://example.org/");
        // A word to search for may begin with a dash: -hash.
        spec(line, "search")
                .ifPresent(
                        spec ->
                                spec.parser()
                                        .unmatchedOptionsArePositionalParams(true)
                                        .posixClusteredShortOptionsAllowed(false));
        withVersion(line);
        CommandGroups.addTo(line.getCommandSpec());
    }

    private static void crawlHelp(
            Optional<CommandSpec> command, String arguments, String... examples) {
        command.ifPresent(spec -> CrawlHelp.addTo(spec, arguments, examples));
    }

    private static Optional<CommandSpec> spec(CommandLine line, String command) {
        return Optional.ofNullable(line.getSubcommands().get(command))
                .map(CommandLine::getCommandSpec);
    }

    /** Every command tells the version, not only the first. */
    private static void withVersion(CommandLine line) {
        for (var command : line.getSubcommands().values()) {
            command.getCommandSpec().versionProvider(new Main.VersionText());
            withVersion(command);
        }
    }
}
