package dev.gossamer.crawl;

import dev.gossamer.files.ReplacedFile;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A file of settings in YAML: {@code crawl.yaml}, or what {@code --config} names.
 *
 * <p>It is read from the parser's events, because every value is a text until its setting reads it,
 * and because events know their lines. An alias is refused: it can make a small file a large value,
 * or one that holds itself.
 */
final class SettingsFile {
    /** Levels of lists and maps; the settings need four. Each is a call of {@link #value}. */
    private static final int MAX_DEPTH = 20;

    /** A million seeds are about 60 million characters. */
    private static final int MAX_CODE_POINTS = 1 << 28;

    /** Words that readers of YAML 1.1 take for true or false, though they stand for themselves. */
    private static final Pattern TRUTH = Pattern.compile("(?m)^([a-z-]+: )(on|off|yes|no)$");

    private final String label;
    private final Consumer<String> onRetired;
    private final Iterator<Event> events;

    /** The line of each entry of the list that was read last. */
    private final List<Integer> entryLines = new ArrayList<>();

    private SettingsFile(String label, Iterator<Event> events, Consumer<String> onRetired) {
        this.label = label;
        this.events = events;
        this.onRetired = onRetired;
    }

    /**
     * Reads a file.
     *
     * @param onRetired told of each name that was a setting once, in a line for the user; it may
     *     throw
     */
    static SettingValues read(Path file, Consumer<String> onRetired) throws IOException {
        try {
            return parse(file.toString(), Files.readString(file), onRetired);
        } catch (MalformedInputException e) {
            throw new UsageException(file + ": not a text in UTF-8");
        }
    }

    static SettingValues parse(String label, String text, Consumer<String> onRetired) {
        var form =
                LoadSettings.builder().setLabel(label).setCodePointLimit(MAX_CODE_POINTS).build();
        try {
            var events = new Parse(form).parseString(text).iterator();
            return new SettingsFile(label, events, onRetired).settings();
        } catch (YamlEngineException e) {
            throw new UsageException(label + ": " + Settings.line(String.valueOf(e.getMessage())));
        }
    }

    private SettingValues settings() {
        var all = SettingValues.NONE;
        for (var event = next(); event.getEventId() != Event.ID.StreamEnd; event = next()) {
            switch (event.getEventId()) {
                case StreamStart, DocumentStart, DocumentEnd -> {}
                case MappingStart -> all = all.with(top());
                default -> {
                    if (value(event, 0) != null) {
                        throw new UsageException(
                                label + ": expected lines of the form 'key: value'");
                    }
                }
            }
        }
        return all;
    }

    private SettingValues top() {
        var all = SettingValues.NONE;
        var lines = new LinkedHashMap<String, Integer>();
        for (var key = next(); !(key instanceof MappingEndEvent); key = next()) {
            String name = key(key);
            Integer before = lines.putIfAbsent(name, line(key));
            if (before != null) throw wrong(key, name + " is set twice, first in line " + before);
            entryLines.clear();
            Object written = value(next(), 1);
            if (Settings.retired(name).isPresent()) {
                onRetired.accept(label + ":" + line(key) + ": " + Settings.retired(name).get());
            } else if (written != null) {
                all = read(all, key, name, written);
            }
        }
        return all;
    }

    private SettingValues read(SettingValues all, Event key, String name, Object written) {
        try {
            return all.withWritten(Settings.named(name), written);
        } catch (UsageException e) {
            throw new UsageException(
                    label + ":" + lineOfMistake(line(key), name, written) + ": " + e.getMessage());
        }
    }

    /** Finds the entry of a list that cannot be read. */
    private int lineOfMistake(int keyLine, String name, Object written) {
        if (!(written instanceof List<?> list)) return keyLine;
        for (int i = 0; i < list.size(); i++) {
            try {
                Settings.named(name).read(List.of(list.get(i)));
            } catch (UsageException e) {
                return entryLines.get(i);
            }
        }
        return keyLine;
    }

    /** Returns a text, a list, a map, or null for a value that is left out. */
    private @Nullable Object value(Event event, int depth) {
        if (depth > MAX_DEPTH) {
            throw wrong(event, "lists and maps are nested more than " + MAX_DEPTH + " deep");
        }
        return switch (event) {
            case ScalarEvent scalar -> scalar(scalar);
            case SequenceStartEvent _ -> list(depth);
            case MappingStartEvent _ -> map(depth);
            default -> throw wrong(event, "an alias has no place here; write the value itself");
        };
    }

    private static @Nullable String scalar(ScalarEvent scalar) {
        boolean isNull = scalar.isPlain() && List.of("", "~", "null").contains(scalar.getValue());
        return isNull ? null : scalar.getValue();
    }

    private List<Object> list(int depth) {
        var list = new ArrayList<Object>();
        for (var event = next(); !(event instanceof SequenceEndEvent); event = next()) {
            Object entry = value(event, depth + 1);
            if (entry == null) throw wrong(event, "an entry of a list is empty");
            list.add(entry);
            if (depth == 1) entryLines.add(line(event));
        }
        return list;
    }

    private Map<String, Object> map(int depth) {
        var map = new LinkedHashMap<String, Object>();
        for (var key = next(); !(key instanceof MappingEndEvent); key = next()) {
            String name = key(key);
            var event = next();
            Object value = value(event, depth + 1);
            if (value == null)
                throw wrong(event, "there is nothing behind '" + Settings.line(name) + ":'");
            if (map.put(name, value) != null) {
                throw wrong(key, "'" + Settings.line(name) + "' is there twice");
            }
        }
        return map;
    }

    private String key(Event event) {
        if (event instanceof ScalarEvent scalar) return scalar.getValue();
        throw wrong(event, "expected a name before the colon");
    }

    private Event next() {
        return events.next();
    }

    private static int line(Event event) {
        return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    private UsageException wrong(Event event, String what) {
        return new UsageException(label + ":" + line(event) + ": " + what);
    }

    /** Writes settings; only the owner may read the file, because passwords may be among them. */
    static void write(Path file, Map<String, Object> settings) throws IOException {
        ReplacedFile.write(file, text(settings).getBytes(StandardCharsets.UTF_8), "rw-------");
    }

    static String text(Map<String, Object> settings) {
        var form =
                DumpSettings.builder()
                        .setDefaultFlowStyle(FlowStyle.BLOCK)
                        .setDereferenceAliases(true)
                        .build();
        String text = new Dump(form).dumpToString(settings);
        return TRUTH.matcher(text).replaceAll("$1'$2'");
    }
}
