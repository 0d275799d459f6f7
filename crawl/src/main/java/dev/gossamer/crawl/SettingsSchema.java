package dev.gossamer.crawl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings as a JSON schema (draft 2020-12), for programs that make a form of them or check a
 * file. Members that begin with {@code x-} are ours.
 */
public final class SettingsSchema {
    private SettingsSchema() {}

    /** Returns the schema of a whole {@code crawl.yaml}, as maps, lists, texts and numbers. */
    public static Map<String, Object> of(List<Setting<?>> settings) {
        var properties = new LinkedHashMap<String, Object>();
        for (var setting : settings) properties.put(setting.name(), property(setting));
        var schema = new LinkedHashMap<String, Object>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Settings of a crawl");
        schema.put("type", "object");
        schema.put("additionalProperties", false);
        schema.put("properties", properties);
        return schema;
    }

    private static <T> Map<String, Object> property(Setting<T> setting) {
        var type = setting.type();
        var property = new LinkedHashMap<String, Object>(type.schema());
        property.put("description", setting.help());
        type.writer().apply(setting.usual()).ifPresent(written -> property.put("default", written));
        if (setting.isSecret()) property.put("writeOnly", true);
        property.put("x-group", setting.group().title());
        property.put("x-marks", marks(setting));
        return property;
    }

    private static List<String> marks(Setting<?> setting) {
        var marks = new ArrayList<String>();
        if (setting.isCommon()) marks.add("common");
        if (setting.isLive()) marks.add("live");
        return marks;
    }
}
