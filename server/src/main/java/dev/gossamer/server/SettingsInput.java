package dev.gossamer.server;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.Seed;
import dev.gossamer.crawl.Settings;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.fetch.AddressLiteral;
import dev.gossamer.fetch.Guard;
import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Settings as clients send them: read, and held against what clients of this server may set. They
 * may not name code to run, nor files of the machine, nor, unless the server allows it, addresses
 * that are not public.
 */
final class SettingsInput {
    private static final int MOST_ENTRIES = 10_000;

    /** These run code or read files that the server's user can read. */
    private static final Set<String> CODE_AND_FILES = Set.of("plugin", "use", "known");

    /** These open the way to addresses that are not public, or past the rules of name servers. */
    private static final Set<String> PRIVATE = Set.of("allow-private", "admitted", "dns", "proxy");

    private final boolean arePrivateAllowed;

    SettingsInput(boolean arePrivateAllowed) {
        this.arePrivateAllowed = arePrivateAllowed;
    }

    /**
     * Reads settings; null stands for the default.
     *
     * @param pointer where they stand in the body
     */
    Map<String, Object> read(JsonNode settings, String pointer) {
        if (!settings.isObject()) throw Problem.bad(pointer, "settings must be an object");
        var all = new LinkedHashMap<String, Object>();
        for (var each : settings.properties()) {
            String at = pointer + "/" + escaped(each.getKey());
            check(each.getKey(), each.getValue(), at);
            Object value = value(each.getValue(), at);
            all.put(each.getKey(), value);
            try {
                // One by one, so that the mistake can be told by its place.
                Crawl.of().set(each.getKey(), value);
            } catch (UsageException e) {
                throw invalid(at, e);
            }
        }
        return all;
    }

    static Problem invalid(String pointer, UsageException e) {
        return Problem.at(Problem.Kind.INVALID_SETTING, pointer, String.valueOf(e.getMessage()));
    }

    /** A mistake that shows when all settings are seen together. */
    static Problem invalid(UsageException e) {
        String message = String.valueOf(e.getMessage());
        String word = message.split("[ ;:]", 2)[0];
        boolean isNamed = Settings.all().stream().anyMatch(each -> each.name().equals(word));
        return invalid(isNamed ? "/settings/" + word : "/settings", e);
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private void check(String name, JsonNode value, String at) {
        if (CODE_AND_FILES.contains(name))
            throw forbidden(at, name + " cannot be set over HTTP; write it to crawl.yaml");
        if (name.equals("filters"))
            for (var entry : value)
                for (String filter : filterNames(entry))
                    if (filter.contains("."))
                        throw forbidden(at, "filters of one's own cannot be set over HTTP");
        if (arePrivateAllowed) return;
        if (PRIVATE.contains(name))
            throw forbidden(at, name + " can be set where the server runs with --allow-private");
        if (name.equals("seeds")) for (var seed : value) checkSeed(seed.asString(""), at);
    }

    private static Set<String> filterNames(JsonNode entry) {
        return entry.isObject()
                ? new LinkedHashMap<>(toMap(entry)).keySet()
                : Set.of(entry.asString(""));
    }

    private static Map<String, Object> toMap(JsonNode object) {
        var map = new LinkedHashMap<String, Object>();
        for (var each : object.properties()) map.put(each.getKey(), each.getValue());
        return map;
    }

    private static Problem forbidden(String at, String detail) {
        return Problem.at(Problem.Kind.FORBIDDEN_SETTING, at, detail);
    }

    /**
     * Refuses an address that is not public. A name that has only such addresses needs no word: the
     * crawl admits none by a name when it is begun by a resume, as all of the server's are.
     */
    void checkSeed(String text, String at) {
        if (arePrivateAllowed) return;
        Url seed;
        try {
            seed = Seed.parse(text);
        } catch (UsageException e) {
            throw invalid(at, e);
        }
        AddressLiteral.parse(seed.host())
                .filter(address -> !Guard.isPublic(address))
                .ifPresent(
                        _ -> {
                            throw forbidden(
                                    at,
                                    "%s is not a public address; the server must run with --allow-private to crawl it"
                                            .formatted(seed.host()));
                        });
    }

    /** What a user would write in crawl.yaml. */
    private static Object value(JsonNode value, String at) {
        if (value.isNull()) return "";
        if (value.isArray()) {
            if (value.size() > MOST_ENTRIES)
                throw Problem.bad(at, "at most " + MOST_ENTRIES + " entries are taken");
            var all = new ArrayList<Object>();
            for (var each : value) all.add(entry(each, at));
            return all;
        }
        return entry(value, at);
    }

    private static Object entry(JsonNode value, String at) {
        if (value.isValueNode() && !value.isNull()) return value.asString("");
        if (!value.isObject() || value.size() != 1)
            throw Problem.bad(at, "expected a text, a number, true, false or a list of these");
        var only = value.properties().iterator().next();
        return Map.of(only.getKey(), arguments(only.getValue(), at));
    }

    private static Object arguments(JsonNode value, String at) {
        if (value.isArray()) {
            List<String> all = new ArrayList<>();
            for (var each : value) all.add(plain(each, at));
            return all;
        }
        return plain(value, at);
    }

    private static String plain(JsonNode value, String at) {
        if (!value.isValueNode() || value.isNull()) throw Problem.bad(at, "nested too deep");
        return value.asString("");
    }
}
