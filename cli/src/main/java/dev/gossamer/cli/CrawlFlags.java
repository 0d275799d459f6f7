package dev.gossamer.cli;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.Setting;
import dev.gossamer.crawl.Settings;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * The options that crawl and resume have in common: one for each setting that is not for files
 * alone, made from the table of {@link Settings}, and those that name files.
 */
final class CrawlFlags {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings from a YAML file; the command line wins.")
    private Path config = Path.of("");

    @Option(
            names = "--seeds",
            paramLabel = "FILE",
            description = "More URLs to start from, one per line; '-' reads standard input.")
    private List<String> seedFiles = List.of();

    @Mixin private SiteFlags sites = new SiteFlags();

    /** Adds an option for each setting to a command. */
    static void addTo(CommandSpec command) {
        for (var setting : Settings.all()) {
            if (!setting.isFileOnly()) command.addOption(option(setting));
        }
    }

    private static OptionSpec option(Setting<?> setting) {
        var option = OptionSpec.builder("--" + setting.name()).description(description(setting));
        if (setting.isFlag()) {
            // A value is optional and must be attached or be a truth value: '--cookies URL' has
            // none.
            return option.type(Boolean.class)
                    .arity("0..1")
                    .negatable(true)
                    .defaultValue("true")
                    .fallbackValue("true")
                    .build();
        }
        option.paramLabel(setting.label()).arity("1");
        return setting.isRepeatable()
                ? option.type(List.class).auxiliaryTypes(String.class).build()
                : option.type(String.class).build();
    }

    private static String description(Setting<?> setting) {
        // A percent sign would be a format.
        return (setting.help()
                        + setting.usualText().map(text -> " Default: " + text + ".").orElse(""))
                .replace("%", "%%");
    }

    /** Hands over what was given on the command line. */
    void apply(ParseResult given, List<String> urls, Crawl crawl) throws IOException {
        if (!config.toString().isEmpty()) {
            if (Files.isDirectory(config)) {
                throw new UsageException(
                        "--config is %s, which is a folder; name a file".formatted(config));
            }
            if (!Files.isReadable(config)) {
                throw new UsageException("cannot read the configuration file " + config);
            }
            crawl.configure(config);
        }
        for (var setting : Settings.all()) {
            var option = given.matchedOption("--" + setting.name());
            if (option != null && !setting.isFileOnly()) set(setting, option, given, crawl);
        }
        var seeds = new ArrayList<>(urls);
        for (String file : seedFiles) seeds.addAll(SeedFile.read(file));
        if (!seeds.isEmpty()) crawl.set("seeds", seeds);
        var err = given.commandSpec().commandLine().getErr();
        sites.apply(crawl, line -> err.println("gossamer: " + line));
    }

    private static void set(Setting<?> setting, OptionSpec option, ParseResult given, Crawl crawl) {
        Object value = option.getValue();
        if (!setting.isRepeatable() && option.stringValues().size() > 1) {
            throw new UsageException(option.longestName() + " was given more than once");
        }
        // An empty text is what a variable of a shell leaves that is not set.
        if (value.equals("") && setting.usualText().isPresent()) {
            throw new UsageException(
                    "%s is empty; leave it out for the default, %s"
                            .formatted(option.longestName(), setting.usualText().get()));
        }
        if (setting == Settings.PROXY) value = withPassword(given, String.valueOf(value));
        crawl.set(setting.name(), value);
    }

    private static String withPassword(ParseResult given, String proxy) {
        // An argument that came out of a file (@FILE) is not among the original ones.
        boolean isVisible = given.originalArgs().stream().anyMatch(arg -> arg.endsWith(proxy));
        if (isVisible && ProxyPassword.isIn(proxy)) {
            given.commandSpec()
                    .commandLine()
                    .getErr()
                    .println(
                            "gossamer: every user of this machine can see the password of --proxy; leave it out and set "
                                    + ProxyPassword.VARIABLE);
        }
        return ProxyPassword.added(proxy, System.getenv());
    }
}
