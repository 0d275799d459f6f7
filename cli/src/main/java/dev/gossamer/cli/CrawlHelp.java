package dev.gossamer.cli;

import dev.gossamer.crawl.Setting;
import dev.gossamer.crawl.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of commands that take the settings of a crawl: a synopsis of one line, examples, the
 * options that most people use; with {@code --help-all} every option, by group, in the order of
 * {@code docs/configuration.md}.
 */
final class CrawlHelp {
    static final String ALL = "--help-all";

    private CrawlHelp() {}

    /** Adds the options of all settings, and this help, to a command. */
    static void addTo(CommandSpec command, String arguments, String... examples) {
        command.addOption(
                OptionSpec.builder(ALL)
                        .usageHelp(true)
                        .description("Show all options.")
                        .type(boolean.class)
                        .build());
        CrawlFlags.addTo(command);
        var usage = command.usageMessage();
        usage.customSynopsis(command.qualifiedName() + " [OPTIONS] " + arguments);
        usage.sectionMap().put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING, _ -> "");
        usage.sectionMap()
                .put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, _ -> examples(examples));
        usage.sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, CrawlHelp::options);
    }

    private static String examples(String[] examples) {
        return "%nExamples:%n  ".formatted() + String.join("%n  ".formatted(), examples) + "\n";
    }

    private static String options(Help help) {
        boolean isAll = isAsked(help.commandSpec());
        var general = new ArrayList<OptionSpec>();
        for (var option : help.commandSpec().options()) {
            if (setting(option).isEmpty() && !option.hidden()) general.add(option);
        }
        var text = new StringBuilder();
        if (isAll) {
            text.append(section(help, "General", general));
            for (var group : Setting.Group.values()) {
                text.append(section(help, group.title(), ofGroup(help, group)));
            }
            return text.append(
                            "\nA duration is 500ms, 1s, 2m, 3h or 0; a size is 500k, 10m or 1g.\n")
                    .toString();
        }
        var common = new ArrayList<OptionSpec>();
        for (var option : help.commandSpec().options()) {
            if (setting(option).filter(Setting::isCommon).isPresent()) common.add(option);
        }
        common.addAll(general);
        return text.append(section(help, "Options", common))
                .append(
                        "\n%d more options: %s %s\n"
                                .formatted(others(help), help.commandSpec().qualifiedName(), ALL))
                .toString();
    }

    private static boolean isAsked(CommandSpec command) {
        var result = command.commandLine().getParseResult();
        return result != null && result.hasMatchedOption(ALL);
    }

    private static long others(Help help) {
        return help.commandSpec().options().stream()
                .filter(option -> setting(option).filter(each -> !each.isCommon()).isPresent())
                .count();
    }

    private static List<OptionSpec> ofGroup(Help help, Setting.Group group) {
        var options = new ArrayList<OptionSpec>();
        for (var setting : Settings.all()) {
            if (setting.group() == group && !setting.isFileOnly()) {
                options.add(
                        Objects.requireNonNull(
                                help.commandSpec().findOption("--" + setting.name())));
            }
        }
        return options;
    }

    private static Optional<Setting<?>> setting(OptionSpec option) {
        return Settings.all().stream()
                .filter(each -> !each.isFileOnly())
                .<Setting<?>>map(each -> each)
                .filter(each -> option.longestName().equals("--" + each.name()))
                .findFirst();
    }

    private static String section(Help help, String title, List<OptionSpec> options) {
        return "\n%s:\n".formatted(title)
                + help.optionListExcludingGroups(
                        options,
                        help.createDefaultLayout(),
                        null,
                        new Labels(help.parameterLabelRenderer()));
    }

    /** The labels of values; that of a flag is left out, because hardly anybody needs it. */
    private record Labels(Help.IParamLabelRenderer usual) implements Help.IParamLabelRenderer {
        @Override
        public Help.Ansi.Text renderParameterLabel(
                ArgSpec argument, Help.Ansi ansi, List<Help.Ansi.IStyle> styles) {
            return argument.type() == Boolean.class
                    ? ansi.text("")
                    : usual.renderParameterLabel(argument, ansi, styles);
        }

        @Override
        public String separator() {
            return usual.separator();
        }
    }
}
