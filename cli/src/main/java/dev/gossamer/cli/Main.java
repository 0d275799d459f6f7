package dev.gossamer.cli;

import dev.gossamer.crawl.EditDistance;
import dev.gossamer.crawl.Settings;
import dev.gossamer.crawl.StateLostException;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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
            "  GOSSAMER_PASSWORD       the password for the user that --login names",
            "  GOSSAMER_PROXY_PASSWORD the password for the user that --proxy names",
            "  NO_COLOR                if set, no colours are used",
            "",
            "Exit status: 0 finished or stopped by a limit, 1 failed or not one page fetched,",
            "2 wrong usage, 3 out of memory, 130 interrupted (the state is saved)."
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
                Commands.addTo(new CommandLine(main), args)
                        .setOut(out)
                        .setErr(err)
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setUsageHelpAutoWidth(true)
                        .registerConverter(Duration.class, new DurationText())
                        .setParameterExceptionHandler((e, _) -> complain(err, e))
                        .setExecutionExceptionHandler((e, _, _) -> main.failed(e, err));
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

    private static int complain(PrintWriter err, ParameterException e) {
        err.println(
                "gossamer: %s (see '%s --help')"
                        .formatted(
                                mistake(e), TypedCommand.of(e.getCommandLine().getCommandSpec())));
        return USAGE;
    }

    private static String mistake(ParameterException e) {
        String message =
                plain(String.valueOf(e.getMessage()).lines().findFirst().orElse("wrong usage"));
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

    private static final Pattern CHOICES =
            Pattern.compile("expected one of \\[(.*)] \\(case-insensitive\\) but was (.*)");
    private static final Pattern NO_PATH =
            Pattern.compile("cannot convert ('.*') to interface java\\.nio\\.file\\.Path.*");

    /** Says in our users' words what picocli says in those of Java. */
    private static String plain(String message) {
        var choices = CHOICES.matcher(message);
        if (choices.find())
            return choices.replaceFirst(
                    match ->
                            Matcher.quoteReplacement(
                                    "%s is none of %s"
                                            .formatted(
                                                    match.group(2),
                                                    match.group(1).toLowerCase(Locale.ROOT))));
        return NO_PATH.matcher(message)
                .replaceFirst("$1 cannot be the name of a file")
                .replaceFirst(" is not an? (?:int|long|double)$", " is not a number")
                .replaceFirst(
                        "^Unmatched arguments? (?:at|from) index \\d+: ",
                        "unknown command or argument ");
    }

    private static final Pattern DAMAGED =
            Pattern.compile("(?:(?:links|index): )?((.+)/(?:links|index))/.+ is damaged");

    /** One sentence, with the way out where there is one. */
    static String told(IOException e) {
        if (e instanceof StateLostException lost) return told(lost);
        String message = e.getMessage();
        if (e instanceof FileSystemException file) return told(file);
        if (message == null) return "reading or writing failed (" + e.getClass().getName() + ")";
        // The message of others is often only the name of a host.
        boolean isOurs =
                e.getClass() == IOException.class
                        || e.getClass().getName().startsWith("dev.gossamer.");
        if (!isOurs) return e.getClass().getSimpleName() + ": " + message;
        var damaged = DAMAGED.matcher(message);
        if (!damaged.lookingAt()) return message;
        return "%s; delete %s, and '%s' builds it again"
                .formatted(message, damaged.group(1), TypedCommand.with("index", damaged.group(2)));
    }

    /** What is wrong, and the command that helps as the user can type it. */
    private static String told(StateLostException e) {
        var again =
                TypedCommand.with(
                        "crawl",
                        "--config",
                        e.folder().resolve("crawl.yaml"),
                        "--known",
                        e.folder(),
                        "-o",
                        "OTHER");
        return "%s; the archive is not touched: '%s' crawls again, and archives only what is new"
                .formatted(e.damage(), again);
    }

    private static String told(UsageException e) {
        String message = String.valueOf(e.getMessage());
        return e.command().isEmpty()
                ? message
                : message + ": " + TypedCommand.with(e.command().toArray());
    }

    private static String told(FileSystemException e) {
        String file = e.getFile();
        return switch (e) {
            case NoSuchFileException _ -> "there is no file or folder " + file;
            case AccessDeniedException _ -> "no permission to use " + file;
            case FileAlreadyExistsException _ -> file + " is there already";
            case NotDirectoryException _ -> file + " is not a folder";
            default -> file + (e.getReason() == null ? " cannot be used" : ": " + e.getReason());
        };
    }

    private int failed(Exception e, PrintWriter err) throws Exception {
        if (debug) e.printStackTrace(err);
        return switch (e) {
            case UsageException usage -> {
                err.println("gossamer: " + told(usage));
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
