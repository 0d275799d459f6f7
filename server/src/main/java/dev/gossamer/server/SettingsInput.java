package dev.gossamer.server;

import static java.util.stream.Collectors.toSet;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.NamedArguments;
import dev.gossamer.crawl.Seed;
import dev.gossamer.crawl.SettingJson;
import dev.gossamer.crawl.Settings;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.fetch.AddressLiteral;
import dev.gossamer.fetch.Guard;
import dev.gossamer.url.Url;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Settings as clients send them: read, and held against what clients of this server may set. They
 * may not name code to run, nor files of the machine, nor, unless the server allows it, addresses
 * that are not public.
 */
final class SettingsInput {
    /** These run code or read files that the server's user can read. */
    private static final Set<String> CODE_AND_FILES = Set.of("plugin", "use", "known");

    /** These open the way to addresses that are not public, or past the rules of name servers. */
    private static final Set<String> PRIVATE = Set.of("allow-private", "admitted", "dns", "proxy");

    /** All others are classes. */
    private static final Set<String> FILTERS =
            Settings.FILTERS.usual().stream().map(NamedArguments::name).collect(toSet());

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
            checkName(each.getKey(), at);
            try {
                // One by one, so that the mistake can be told by its place.
                Object value = SettingJson.read(each.getValue());
                Crawl.of().set(each.getKey(), value);
                checkValue(each.getKey(), value, at);
                all.put(each.getKey(), value);
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

    private void checkName(String name, String at) {
        if (CODE_AND_FILES.contains(name))
            throw forbidden(at, name + " cannot be set over HTTP; write it to crawl.yaml");
        if (!arePrivateAllowed && PRIVATE.contains(name))
            throw forbidden(at, name + " can be set where the server runs with --allow-private");
    }

    /** The value as the crawl reads it: there are several ways to write one. */
    private void checkValue(String name, Object value, String at) {
        if (name.equals(Settings.FILTERS.name()))
            for (var filter : Settings.FILTERS.read(value))
                if (!FILTERS.contains(filter.name()))
                    throw forbidden(at, "filters of one's own cannot be set over HTTP");
        if (name.equals(Settings.SEEDS.name()))
            for (var seed : Settings.SEEDS.read(value)) checkSeed(seed, at);
    }

    private static Problem forbidden(String at, String detail) {
        return Problem.at(Problem.Kind.FORBIDDEN_SETTING, at, detail);
    }

    /**
     * Refuses an address that is not public. A name that has only such addresses needs no word: the
     * crawl admits none by a name when it is begun by a resume, as all of the server's are.
     */
    void checkSeed(String text, String at) {
        try {
            checkSeed(Seed.parse(text), at);
        } catch (UsageException e) {
            throw invalid(at, e);
        }
    }

    private void checkSeed(Url seed, String at) {
        if (arePrivateAllowed) return;
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
}
