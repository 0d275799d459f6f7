package dev.gossamer.crawl;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The settings as tables in Markdown: the part of {@code docs/configuration.md} that is printed.
 */
final class SettingsPage {
    private static final Pattern PAGE = Pattern.compile("docs/([a-z-]+\\.md)");

    /** A longer default is told by the page that the setting links to. */
    private static final int LONGEST_DEFAULT = 30;

    private SettingsPage() {}

    static String of(List<Setting<?>> settings) {
        var page = new StringBuilder();
        for (var group : Setting.Group.values()) {
            page.append("### ").append(group.title()).append("\n\n");
            page.append("| name | default | meaning |\n|---|---|---|\n");
            settings.stream()
                    .filter(each -> each.group() == group)
                    .forEach(each -> row(each, page));
            page.append('\n');
        }
        return page.toString();
    }

    private static void row(Setting<?> setting, StringBuilder page) {
        String usual = setting.usualText().orElse("");
        String help = PAGE.matcher(setting.help()).replaceAll("[$1]($1)").replace("|", "\\|");
        page.append("| `").append(setting.name()).append("` | ");
        if (usual.length() > LONGEST_DEFAULT) page.append("a list");
        else if (!usual.isEmpty()) page.append('`').append(usual).append('`');
        page.append(" | ").append(help);
        if (setting.isFileOnly()) page.append(" File only.");
        page.append(" |\n");
    }
}
