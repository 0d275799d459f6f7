package dev.gossamer.server;

import dev.gossamer.crawl.Setting;
import dev.gossamer.crawl.Settings;
import dev.gossamer.crawl.SettingsSchema;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The table of settings for programs that make a form of it. */
final class SettingsTable {
    static final Schema SETTING =
            Schema.object(
                    "name", Schema.TEXT,
                    "group", Schema.TEXT,
                    "type",
                            Schema.choice(
                                    "duration",
                                    "size",
                                    "int",
                                    "decimal",
                                    "flag",
                                    "choice",
                                    "lines",
                                    "text"),
                    "label", Schema.TEXT,
                    "default", Schema.ANY,
                    "help", Schema.TEXT,
                    "common", Schema.TRUTH,
                    "live", Schema.TRUTH,
                    "secret", Schema.TRUTH,
                    "fileOnly", Schema.TRUTH,
                    "flag", Schema.TRUTH,
                    "repeatable", Schema.TRUTH,
                    "choices?", Schema.list(Schema.TEXT));

    private SettingsTable() {}

    static Map<String, Object> all() {
        var schema = SettingsSchema.of(Settings.all());
        var properties = (Map<?, ?>) schema.getOrDefault("properties", Map.of());
        var settings =
                Settings.all().stream()
                        .map(
                                setting ->
                                        one(
                                                setting,
                                                Objects.requireNonNull(
                                                        (Map<?, ?>)
                                                                properties.get(setting.name()))))
                        .toList();
        return ApiJson.map("settings", settings, "schema", schema);
    }

    private static Map<String, Object> one(Setting<?> setting, Map<?, ?> schema) {
        var json =
                ApiJson.map(
                        "name", setting.name(),
                        "group", setting.group().title(),
                        "type", type(setting, schema),
                        "label", setting.label(),
                        "default", schema.containsKey("default") ? schema.get("default") : "",
                        "help", setting.help(),
                        "common", setting.isCommon(),
                        "live", setting.isLive(),
                        "secret", setting.isSecret(),
                        "fileOnly", setting.isFileOnly(),
                        "flag", setting.isFlag(),
                        "repeatable", setting.isRepeatable());
        if (schema.get("enum") instanceof List<?> choices) json.put("choices", choices);
        return json;
    }

    private static String type(Setting<?> setting, Map<?, ?> schema) {
        if (setting.isFlag()) return "flag";
        if (schema.containsKey("enum")) return "choice";
        if ("array".equals(schema.get("type"))) return "lines";
        return switch (setting.label()) {
            case "DURATION" -> "duration";
            case "SIZE" -> "size";
            case "N" -> "int";
            case "K" -> "decimal";
            default -> "text";
        };
    }
}
