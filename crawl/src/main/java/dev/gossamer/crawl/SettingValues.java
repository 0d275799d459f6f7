package dev.gossamer.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Values of settings, each of the type of its setting. What was not given has its default.
 * Immutable.
 */
public final class SettingValues {
    static final SettingValues NONE = new SettingValues(Map.of());

    private final Map<Setting<?>, Object> given;

    private SettingValues(Map<Setting<?>, Object> given) {
        this.given = given;
    }

    /** Returns the value that was given, or the default. */
    @SuppressWarnings("unchecked") // with() puts in only values of the type of their setting
    public <T> T get(Setting<T> setting) {
        return (T) given.getOrDefault(setting, setting.usual());
    }

    /** Returns these values with one of them replaced. */
    <T> SettingValues with(Setting<T> setting, T value) {
        return replaced(Map.of(setting, setting.type().check().apply(setting.name(), value)));
    }

    /** Returns these values, with those of {@code later} in their place where both have one. */
    SettingValues with(SettingValues later) {
        return replaced(later.given);
    }

    /**
     * Returns these values with one that is read from what a user wrote; an empty text stands for
     * the default.
     */
    SettingValues withWritten(Setting<?> setting, Object written) {
        if (!written.equals("")) return replaced(Map.of(setting, setting.read(written)));
        var all = new LinkedHashMap<>(given);
        all.remove(setting);
        return new SettingValues(all);
    }

    private SettingValues replaced(Map<Setting<?>, ?> later) {
        var all = new LinkedHashMap<>(given);
        all.putAll(later);
        return new SettingValues(all);
    }

    /** Returns these values, with the live ones of others in their place. */
    SettingValues withLive(SettingValues others) {
        var all = new LinkedHashMap<>(given);
        for (var setting : Settings.all()) {
            if (!setting.isLive()) continue;
            all.remove(setting);
            if (others.given.containsKey(setting)) all.put(setting, others.given.get(setting));
        }
        return new SettingValues(all);
    }

    /** Returns all settings by name with their values as a user would write them. */
    Map<String, Object> written() {
        var all = new LinkedHashMap<String, Object>();
        for (var setting : Settings.all()) write(setting, all);
        return all;
    }

    private <T> void write(Setting<T> setting, Map<String, Object> all) {
        setting.type()
                .writer()
                .apply(get(setting))
                .ifPresent(written -> all.put(setting.name(), written));
    }

    /** Writes all settings to a file, defaults too, so that it says everything. */
    void save(Path file) throws IOException {
        SettingsFile.write(file, written());
    }
}
