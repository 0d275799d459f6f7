package dev.gossamer.crawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Values of settings in JSON, as programs on the other side of a socket or of HTTP send them. */
public final class SettingJson {
    /** More entries of one list are refused. */
    public static final int MOST_ENTRIES = 10_000;

    private SettingJson() {}

    /**
     * Returns what a user would write in {@code crawl.yaml}, for {@link Crawl#set}: a text, a list,
     * or a map of one name to its arguments. Null stands for the default.
     *
     * @throws UsageException if it is nested too deep, or too long
     */
    public static Object read(JsonNode value) {
        if (value.isNull()) return "";
        if (!value.isArray()) return entry(value);
        if (value.size() > MOST_ENTRIES)
            throw new UsageException("at most " + MOST_ENTRIES + " entries are taken");
        var all = new ArrayList<Object>();
        for (var each : value) all.add(entry(each));
        return all;
    }

    private static Object entry(JsonNode value) {
        if (value.isValueNode() && !value.isNull()) return value.asString("");
        if (!value.isObject() || value.size() != 1)
            throw new UsageException("expected a text, a number, true, false or a list of these");
        var only = value.properties().iterator().next();
        return Map.of(only.getKey(), arguments(only.getValue()));
    }

    private static Object arguments(JsonNode value) {
        if (!value.isArray()) return plain(value);
        List<String> all = new ArrayList<>();
        for (var each : value) all.add(plain(each));
        return all;
    }

    private static String plain(JsonNode value) {
        if (!value.isValueNode() || value.isNull()) throw new UsageException("nested too deep");
        return value.asString("");
    }
}
