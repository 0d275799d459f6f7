package dev.gossamer.crawl;

import dev.gossamer.files.ReplacedFile;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Option names with their values as people write them: the shape that the command line, {@code
 * crawl.yaml} and the API have in common. Later ones win. {@link CrawlOptions#read} turns them into
 * checked values; nothing else reads string keys.
 */
final class Settings {
    private static final Pattern DURATION =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m|h|d)?");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,3})?)([kmgt]?)i?b?");

    /**
     * Ten years: what is longer is a slip of the pen, and would not fit into nanoseconds some day.
     */
    private static final long MAX_MILLIS = 3650L * 86_400_000;

    /** Levels of lists and maps in a file; the settings need four. */
    private static final int MAX_DEPTH = 20;

    /** A million seeds are about 60 million characters. */
    private static final int MAX_CODE_POINTS = 1 << 28;

    private final Map<String, Object> values;

    private Settings(Map<String, Object> values) {
        this.values = values;
    }

    static Settings of(Map<String, Object> values) {
        return new Settings(new LinkedHashMap<>(values));
    }

    static Settings load(Path file) throws IOException {
        var form =
                LoadSettings.builder()
                        .setLabel(file.toString())
                        .setCodePointLimit(MAX_CODE_POINTS)
                        // A list that holds itself would be read for ever.
                        .setMaxAliasesForCollections(0)
                        .build();
        try {
            String text = Files.readString(file);
            refuseDeepNesting(file, new Parse(form).parseString(text));
            Object root = new Load(form).loadFromString(text);
            var values = new LinkedHashMap<String, Object>();
            if (root == null) return new Settings(values);
            if (!(root instanceof Map<?, ?> map)) {
                throw new UsageException(file + ": expected lines of the form 'key: value'");
            }
            map.forEach((key, value) -> values.put(String.valueOf(key), value));
            return new Settings(values);
        } catch (MalformedInputException e) {
            throw new UsageException(file + ": not a text in UTF-8");
        } catch (YamlEngineException e) {
            throw new UsageException(
                    file + ": " + String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
        }
    }

    /** The loader calls itself for each level, so this must be known before. */
    private static void refuseDeepNesting(Path file, Iterable<Event> events) {
        int depth = 0;
        for (var event : events) {
            depth +=
                    switch (event.getEventId()) {
                        case MappingStart, SequenceStart -> 1;
                        case MappingEnd, SequenceEnd -> -1;
                        default -> 0;
                    };
            if (depth > MAX_DEPTH) {
                throw new UsageException(
                        "%s: lists and maps are nested more than %d deep"
                                .formatted(file, MAX_DEPTH));
            }
        }
    }

    void save(Path file) throws IOException {
        var form =
                DumpSettings.builder()
                        .setDefaultFlowStyle(FlowStyle.BLOCK)
                        .setDereferenceAliases(true)
                        .build();
        // Passwords may be among them.
        byte[] yaml = new Dump(form).dumpToString(values).getBytes(StandardCharsets.UTF_8);
        ReplacedFile.write(file, yaml, "rw-------");
    }

    /** These, with those of {@code others} in their place where both have a key. */
    Settings with(Settings others) {
        var all = new LinkedHashMap<>(values);
        all.putAll(others.values);
        return new Settings(all);
    }

    void refuseOthersThan(Set<String> known) {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                throw new UsageException(
                        "unknown setting '"
                                + key
                                + "'; known are "
                                + String.join(", ", new TreeSet<>(known)));
            }
        }
    }

    Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key))
                .map(String::valueOf)
                .filter(text -> !text.isEmpty());
    }

    boolean flag(String key, boolean otherwise) {
        return switch (text(key).orElse(String.valueOf(otherwise))) {
            case "true" -> true;
            case "false" -> false;
            case String other -> throw wrong(key, other, "true or false");
        };
    }

    long number(String key, long otherwise, long least, long most) {
        String text = text(key).orElse("");
        if (text.isEmpty()) return otherwise;
        try {
            long number = Long.parseLong(text.replace("_", ""));
            if (number >= least && number <= most) return number;
        } catch (NumberFormatException e) {
            throw wrong(key, text, "a whole number");
        }
        throw wrong(
                key,
                text,
                most == Long.MAX_VALUE
                        ? "a number of at least " + least
                        : "a number from " + least + " to " + most);
    }

    double decimal(String key, double otherwise, double least, double most) {
        String text = text(key).orElse("");
        if (text.isEmpty()) return otherwise;
        try {
            double number = Double.parseDouble(text);
            if (number >= least && number <= most) return number;
        } catch (NumberFormatException e) {
            throw wrong(key, text, "a number");
        }
        throw wrong(key, text, "a number from %s to %s".formatted(least, most));
    }

    Duration duration(String key, Duration otherwise) {
        return text(key).map(text -> parseDuration(key, text)).orElse(otherwise);
    }

    private static Duration parseDuration(String key, String text) {
        var match = DURATION.matcher(text.toLowerCase(Locale.ROOT));
        if (!match.matches() || (match.group(2) == null && !match.group(1).equals("0"))) {
            throw wrong(key, text, "a duration such as 500ms, 1s, 2m or 0");
        }
        long unitMillis =
                switch (match.group(2)) {
                    case "ms" -> 1;
                    case "s" -> 1_000;
                    case "m" -> 60_000;
                    case "h" -> 3_600_000;
                    case "d" -> 86_400_000;
                    case null, default -> 0;
                };
        long millis = Math.round(Double.parseDouble(match.group(1)) * unitMillis);
        if (millis > MAX_MILLIS) throw wrong(key, text, "no more than 3650d");
        return Duration.ofMillis(millis);
    }

    /** A duration that may not be zero: nothing comes in no time. */
    Duration positive(String key, Duration otherwise) {
        var wait = duration(key, otherwise);
        if (wait.isZero()) throw wrong(key, "0", "a duration above 0, such as 500ms or 20s");
        return wait;
    }

    long bytes(String key, long otherwise, long least, long most) {
        long bytes = bytes(key, otherwise);
        if (bytes < least || bytes > most) {
            throw wrong(
                    key,
                    text(key).orElse(""),
                    "a size from " + sizeText(least) + " to " + sizeText(most));
        }
        return bytes;
    }

    private static String sizeText(long bytes) {
        if (bytes == 0 || bytes % 1024 != 0) return String.valueOf(bytes);
        return bytes % (1 << 30) == 0
                ? (bytes >> 30) + "g"
                : bytes % (1 << 20) == 0 ? (bytes >> 20) + "m" : (bytes >> 10) + "k";
    }

    long bytes(String key, long otherwise) {
        String text = text(key).orElse("");
        if (text.isEmpty()) return otherwise;
        var match = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!match.matches()) throw wrong(key, text, "a size such as 500k, 10m or 1g");
        int shift = 10 * " kmgt".indexOf(match.group(2).isEmpty() ? " " : match.group(2));
        return Math.round(Double.parseDouble(match.group(1)) * (1L << shift));
    }

    /** A list as YAML has it, or one text, which is split at commas. */
    List<String> list(String key) {
        return values.get(key) instanceof List<?>
                ? texts(key)
                : texts(key).stream()
                        .flatMap(text -> Arrays.stream(text.split("\\s*,\\s*")))
                        .toList();
    }

    /**
     * A list as YAML has it, or one text, whole: commas have a meaning of their own in URLs and
     * patterns.
     */
    List<String> texts(String key) {
        return switch (values.get(key)) {
            case null -> List.of();
            case List<?> list -> list.stream().map(String::valueOf).toList();
            case Object one -> List.of(String.valueOf(one));
        };
    }

    /** A list whose entries are names, or names with arguments ({@code - length: 2000}). */
    List<Named> named(String key, List<Named> otherwise) {
        if (!(values.get(key) instanceof List<?> list)) {
            if (values.get(key) == null) return otherwise;
            return list(key).stream().map(name -> new Named(name, List.of())).toList();
        }
        var all = new ArrayList<Named>();
        for (Object entry : list) {
            if (!(entry instanceof Map<?, ?> map)) {
                all.add(new Named(String.valueOf(entry), List.of()));
                continue;
            }
            map.forEach(
                    (name, arguments) ->
                            all.add(
                                    new Named(
                                            String.valueOf(name),
                                            arguments instanceof List<?> several
                                                    ? several.stream().map(String::valueOf).toList()
                                                    : List.of(String.valueOf(arguments)))));
        }
        return List.copyOf(all);
    }

    record Named(String name, List<String> arguments) {}

    static UsageException wrong(String key, String value, String expected) {
        return new UsageException(key + " is '" + value + "'; expected " + expected);
    }
}
