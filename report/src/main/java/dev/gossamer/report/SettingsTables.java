package dev.gossamer.report;

import dev.gossamer.crawl.ChangeLog;
import dev.gossamer.crawl.Control;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The settings in force, and what was changed while the crawl ran. */
final class SettingsTables {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MOST_CHANGES = 1_000;

    /** A longer value, such as a list of seeds, is cut. */
    private static final int MOST_CHARS = 2_000;

    private SettingsTables() {}

    static List<Table> of(Path folder, TableSink sink) throws IOException {
        var settings =
                new TableRows(
                        "settings",
                        "Settings in force",
                        "Those that are not named here have their defaults; passwords are left out.",
                        sink,
                        Column.text("setting"),
                        Column.text("value"));
        Control.ofStopped(folder)
                .settings()
                .forEach((name, value) -> settings.add(Cell.of(name), Cell.of(text(value))));
        var changes =
                new TableRows(
                        "changes",
                        "Changes made while it ran",
                        "The newest first.",
                        sink,
                        Column.text("time"),
                        Column.text("who"),
                        Column.text("what"),
                        Column.text("details"));
        for (String line : ChangeLog.last(folder, MOST_CHANGES)) add(line, changes);
        return List.of(settings.table(), changes.table());
    }

    private static String text(Object value) {
        String text = value instanceof String word ? word : JSON.writeValueAsString(value);
        return text.length() > MOST_CHARS ? text.substring(0, MOST_CHARS) + "…" : text;
    }

    /** A line that is being written at this moment is passed over. */
    private static void add(String line, TableRows changes) {
        JsonNode change;
        try {
            change = JSON.readTree(line);
        } catch (JacksonException e) {
            return;
        }
        var details = new ArrayList<String>();
        for (var each : change.properties())
            if (!List.of("at", "who", "what").contains(each.getKey()))
                details.add(each.getKey() + ": " + text(JSON.writeValueAsString(each.getValue())));
        changes.add(
                Cell.of(change.path("at").asString("")),
                Cell.of(change.path("who").asString("")),
                Cell.of(change.path("what").asString("")),
                Cell.of(String.join(", ", details)));
    }
}
