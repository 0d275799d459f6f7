package dev.gossamer.cli;

import dev.gossamer.crawl.EditDistance;
import dev.gossamer.crawl.Settings;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command {@code gossamer}: finds the subcommand, runs it, and turns what goes wrong into one
 * line and an exit status.
 */
@Command(
        name = "gossamer",
        description = "A polite, fast, recoverable web crawler.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.VersionText.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Environment:",
            "  GOSSAMER_JAVA_HOME      the JDK to use; else JAVA_HOME, else one that is found",
            "  GOSSAMER_JAVA_OPTIONS   options for the JVM, such as -Xmx4g for a larger heap",
            "  GOSSAMER_PROXY_PASSWORD the password for the user that --proxy names",
            "  NO_COLOR                if set, no colours are used",
            "",
            "Exit status: 0 finished or stopped by a limit, 1 failed or not one page fetched,",
            "2 wrong usage, 3 out of memory, 130 interrupted (the state is saved)."
        },
        subcommands = {
            DemoCommand.class,
            CrawlCommand.class,
            ResumeCommand.class,
            RetryCommand.class,
            StatusCommand.class,
            SearchCommand.class,
            IndexCommand.class,
            CheckpointCommand.class,
            WhyCommand.class,
            ShowCommand.class,
            ExportCommand.class,
            LinksCommand.class,
            DuplicatesCommand.class,
            SimwebCommand.class,
            BenchCommand.class
        })
public final class Main {
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int INTERRUPTED = 130;

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Show where in the code a failure happened.")
    private boolean debug;

    static final class VersionText implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"gossamer " + dev.gossamer.crawl.Version.TEXT};
        }
    }

    public static void main(String[] args) {
        int exit = run(args, writer(args, System.out), writer(args, System.err));
        ClassArchive.commandEnded(exit);
        System.exit(exit);
    }

    private static PrintWriter writer(String[] args, PrintStream stream) {
        return new PrintWriter(
                new OutputStreamWriter(stream, charset(args, stream.charset())), true);
    }

    /**
     * JSON is always UTF-8 (RFC 8259 section 8.1). So is everything else where the locale knows
     * only ASCII, as in cron jobs and most containers: a question mark helps nobody.
     */
    static Charset charset(String[] args, Charset locale) {
        boolean isUtf8 =
                List.of(args).contains("--json") || locale.equals(StandardCharsets.US_ASCII);
        return isUtf8 ? StandardCharsets.UTF_8 : locale;
    }

    /** What the crawl logs is one line each; with --debug also where it happened. */
    private static void oneLineALog(boolean isDebug) {
        System.setProperty("java.util.logging.SimpleFormatter.format", "gossamer: %5$s%6$s%n");
        if (!isDebug) return;
        DEBUG_LOGGER.setLevel(Level.FINE);
        for (var handler : Logger.getLogger("").getHandlers()) handler.setLevel(Level.FINE);
    }

    /** Held here, because the log manager forgets loggers that nobody holds. */
    private static final Logger DEBUG_LOGGER = Logger.getLogger("dev.gossamer");

    static int run(String[] args, PrintWriter out, PrintWriter err) {
        oneLineALog(List.of(args).contains("--debug"));
        var main = new Main();
        var line =
                new CommandLine(main)
                        .setOut(out)
                        .setErr(err)
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setUsageHelpAutoWidth(true)
                        .setParameterExceptionHandler((e, _) -> complain(err, e))
                        .setExecutionExceptionHandler((e, _, _) -> main.failed(e, err));
        CrawlHelp.addTo(
                spec(line, "crawl"),
                "URL...",
                "gossamer crawl https://example.org/ -o example --contact me@example.org",
                "gossamer crawl --seeds urls.txt --scope domain --max-pages 10000 --delay 2s");
        CrawlHelp.addTo(
                spec(line, "resume"),
                "DIR",
                "gossamer resume example",
                "gossamer resume example --max-pages 20000 --rate 10");
        CrawlHelp.addTo(
                spec(line, "retry"),
                "DIR",
                "gossamer retry example",
                "gossamer retry example --timeout 60s");
        if (args.length == 0) {
            line.usage(out);
            return USAGE;
        }
        try {
            return line.execute(args);
        } catch (Error e) { // such as a class that is missing or a stack that is full
            if (main.debug) e.printStackTrace(err);
            return main.unexpected(e, err);
        }
    }

    private static CommandSpec spec(CommandLine line, String command) {
        return Objects.requireNonNull(line.getSubcommands().get(command)).getCommandSpec();
    }

    private static int complain(PrintWriter err, ParameterException e) {
        err.println(
                "gossamer: %s (see '%s --help')"
                        .formatted(
                                mistake(e), e.getCommandLine().getCommandSpec().qualifiedName()));
        return USAGE;
    }

    private static String mistake(ParameterException e) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("wrong usage");
        if (!(e instanceof UnmatchedArgumentException unmatched)) return message;
        String argument = unmatched.getUnmatched().getFirst();
        String name = argument.replaceFirst("=.*", "");
        if (name.startsWith("--")) {
            var retired = Settings.retired(name.substring(2));
            if (retired.isPresent()) return "--" + retired.get();
        }
        var command = e.getCommandLine();
        var known =
                argument.startsWith("-")
                        ? command.getCommandSpec().optionsMap().keySet()
                        : command.getSubcommands().keySet();
        return EditDistance.nearest(name, known)
                .map(meant -> message + "; did you mean '" + meant + "'?")
                .orElse(message);
    }

    private static final Pattern DAMAGED =
            Pattern.compile("(?:(?:links|index): )?((.+)/(?:links|index))/.+ is damaged");

    /** With the way out where there is one. */
    static String told(IOException e) {
        String name = e.getClass().getSimpleName();
        String message = e.getMessage();
        if (message == null) return name;
        // The message of others is often only a path or the name of a host.
        boolean isOurs =
                e.getClass() == IOException.class
                        || e.getClass().getName().startsWith("dev.gossamer.");
        if (!isOurs) return name + ": " + message;
        var damaged = DAMAGED.matcher(message);
        if (!damaged.lookingAt()) return message;
        return "%s; delete %s, and 'gossamer index %s' builds it again"
                .formatted(message, damaged.group(1), damaged.group(2));
    }

    private int failed(Exception e, PrintWriter err) throws Exception {
        if (debug) e.printStackTrace(err);
        return switch (e) {
            case UsageException usage -> {
                err.println("gossamer: " + usage.getMessage());
                yield USAGE;
            }
            // Whoever reads our output has seen enough: head, less.
            case IOException io when String.valueOf(io.getMessage()).contains("Broken pipe") -> 0;
            case IOException io -> {
                err.println("gossamer: " + told(io));
                yield FAILED;
            }
            case InterruptedException _ -> INTERRUPTED;
            default -> unexpected(e, err);
        };
    }

    private int unexpected(Throwable e, PrintWriter err) {
        err.println(
                "gossamer: unexpected "
                        + e
                        + (debug ? "" : "; run again with --debug and report it"));
        return FAILED;
    }
}
