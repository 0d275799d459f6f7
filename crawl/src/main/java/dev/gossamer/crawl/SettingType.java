package dev.gossamer.crawl;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The values that a setting can have: how they are read from what people write, checked, written
 * back and described. What people write is a text, a number, a truth value, a list of these, or (in
 * lists) a map from a name to its arguments; a value of type {@code T} itself is taken as it is.
 *
 * @param label the word for a value in the synopsis of an option
 * @param shape what an option of this type looks like
 * @param reader reads what people write
 * @param check refuses a value that is not allowed
 * @param writer returns a value as {@code crawl.yaml} shows it; empty if it is left out there
 * @param schema what a value looks like, as a JSON schema
 */
record SettingType<T>(
        String label,
        Shape shape,
        Step<Object, T> reader,
        Step<T, T> check,
        Function<T, Optional<Object>> writer,
        Map<String, Object> schema) {

    /** What an option on the command line looks like. */
    enum Shape {
        VALUE,
        FLAG,
        REPEATABLE
    }

    /** A step that needs the name of the setting for its message. */
    interface Step<A, B> {
        B apply(String name, A value);
    }

    private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m|h|d)?");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,3})?)([kmgt]?)i?b?");

    /** A longer time is a slip of the pen, and nanoseconds would not fit into a long. */
    static final Duration LONGEST = Duration.ofDays(3650);

    private static final Map<String, Long> UNIT_MILLIS = unitMillis();

    private static Map<String, Long> unitMillis() {
        var units = new LinkedHashMap<String, Long>();
        units.put("d", 86_400_000L);
        units.put("h", 3_600_000L);
        units.put("m", 60_000L);
        units.put("s", 1_000L);
        units.put("ms", 1L);
        return units;
    }

    T read(String name, Object written) {
        return check.apply(name, reader.apply(name, written));
    }

    /** Returns the name of a constant in files and on the command line. */
    static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A type whose values are texts with a meaning. */
    private static <T> SettingType<T> plain(
            String label,
            Step<Object, T> reader,
            Function<T, Object> writer,
            Map<String, Object> schema) {
        return new SettingType<>(
                label,
                Shape.VALUE,
                reader,
                (_, value) -> value,
                value -> Optional.of(writer.apply(value)),
                schema);
    }

    private SettingType<T> checked(Step<T, T> newCheck) {
        return new SettingType<>(label, shape, reader, newCheck, writer, schema);
    }

    static SettingType<String> text(String label) {
        return parsed(label, "a text", Function.identity(), Function.identity());
    }

    static SettingType<Boolean> flag() {
        return new SettingType<>(
                "true|false",
                Shape.FLAG,
                (name, written) ->
                        switch (String.valueOf(written)) {
                            case "true" -> true;
                            case "false" -> false;
                            case String other -> throw Settings.wrong(name, other, "true or false");
                        },
                (_, value) -> value,
                Optional::of,
                Map.of("type", "boolean"));
    }

    static SettingType<Integer> integer(int least, int most) {
        return whole(least, most, Long::intValue, Integer::longValue);
    }

    /** A whole number; {@link Long#MAX_VALUE} is "no limit". */
    static SettingType<Long> count(long least, long most) {
        return whole(least, most, Function.identity(), Function.identity());
    }

    private static <N> SettingType<N> whole(
            long least, long most, Function<Long, N> to, Function<N, Long> from) {
        boolean isOpen = most == Long.MAX_VALUE;
        Step<Long, Long> bounds =
                (name, number) -> {
                    if (number >= least && number <= most) return number;
                    String range =
                            isOpen ? "of at least " + least : "from " + least + " to " + most;
                    throw Settings.wrong(name, number.toString(), "a number " + range);
                };
        var range = new LinkedHashMap<String, Object>(Map.of("type", "integer", "minimum", least));
        if (!isOpen) range.put("maximum", most);
        return new SettingType<>(
                "N",
                Shape.VALUE,
                (name, written) -> to.apply(bounds.apply(name, number(name, written))),
                (name, value) -> to.apply(bounds.apply(name, from.apply(value))),
                value -> Optional.<Object>of(from.apply(value)).filter(each -> !isNoLimit(each)),
                range);
    }

    private static boolean isNoLimit(Object number) {
        return number.equals(Long.MAX_VALUE);
    }

    private static long number(String name, Object written) {
        try {
            return Long.parseLong(String.valueOf(written).replace("_", ""));
        } catch (NumberFormatException e) {
            throw Settings.wrong(name, String.valueOf(written), "a whole number");
        }
    }

    static SettingType<Double> decimal(double least, double most) {
        return plain(
                        "K",
                        (name, written) -> {
                            try {
                                return Double.valueOf(String.valueOf(written));
                            } catch (NumberFormatException e) {
                                throw Settings.wrong(name, String.valueOf(written), "a number");
                            }
                        },
                        (Double value) -> value % 1 == 0 ? (Object) value.longValue() : value,
                        Map.of("type", "number", "minimum", least, "maximum", most))
                .checked(
                        (name, value) -> {
                            if (value >= least && value <= most) return value;
                            String range = "a number from %s to %s".formatted(least, most);
                            throw Settings.wrong(name, value.toString(), range);
                        });
    }

    /**
     * A time such as {@code 500ms}, {@code 1s}, {@code 2m}, {@code 3h}, {@code 4d} or {@code 0}.
     */
    static SettingType<Duration> time(boolean isZeroAllowed) {
        return plain(
                        "DURATION",
                        SettingType::readTime,
                        (Duration value) -> timeText(value),
                        eitherTextOr(TIME.pattern(), Map.of("const", 0)))
                .checked(
                        (name, value) -> {
                            if (value.isNegative() || (value.isZero() && !isZeroAllowed)) {
                                String above = "a duration above 0, such as 500ms or 20s";
                                throw Settings.wrong(name, timeText(value), above);
                            }
                            if (value.compareTo(LONGEST) <= 0) return value;
                            throw Settings.wrong(name, timeText(value), "no more than 3650d");
                        });
    }

    /** The same, where the longest time is "no limit" and is not written. */
    SettingType<T> unlessLongest() {
        return new SettingType<>(
                label,
                shape,
                reader,
                check,
                value -> writer.apply(value).filter(_ -> !value.equals(LONGEST)),
                schema);
    }

    private static Duration readTime(String name, Object written) {
        if (written instanceof Duration duration) return duration;
        String text = String.valueOf(written);
        var match = TIME.matcher(text.toLowerCase(Locale.ROOT));
        if (!match.matches() || (match.group(2) == null && !match.group(1).equals("0"))) {
            throw Settings.wrong(name, text, "a duration such as 500ms, 1s, 2m or 0");
        }
        long unit = match.group(2) == null ? 0 : UNIT_MILLIS.getOrDefault(match.group(2), 0L);
        return Duration.ofMillis(Math.round(Double.parseDouble(match.group(1)) * unit));
    }

    static String timeText(Duration value) {
        long millis = value.toMillis();
        for (var unit : UNIT_MILLIS.entrySet()) {
            boolean isWhole = millis != 0 && millis % unit.getValue() == 0;
            if (isWhole) return millis / unit.getValue() + unit.getKey();
        }
        return "0";
    }

    /** A number of bytes such as {@code 500k}, {@code 10m} or {@code 1g}. */
    static SettingType<Long> size(long least, long most) {
        return plain(
                        "SIZE",
                        SettingType::readSize,
                        (Long value) -> sizeText(value),
                        eitherTextOr(
                                "\\d{1,12}(\\.\\d{1,3})?[kmgtKMGT]?[iI]?[bB]?",
                                Map.of("type", "integer", "minimum", 0)))
                .checked(
                        (name, value) -> {
                            if (value >= least && value <= most) return value;
                            String range =
                                    "a size from " + sizeText(least) + " to " + sizeText(most);
                            throw Settings.wrong(name, sizeText(value), range);
                        });
    }

    private static Long readSize(String name, Object written) {
        var match = SIZE.matcher(String.valueOf(written).toLowerCase(Locale.ROOT));
        if (!match.matches()) {
            throw Settings.wrong(name, String.valueOf(written), "a size such as 500k, 10m or 1g");
        }
        int unit = match.group(2).isEmpty() ? 0 : 1 + "kmgt".indexOf(match.group(2));
        return Math.round(Double.parseDouble(match.group(1)) * (1L << (10 * unit)));
    }

    static String sizeText(long bytes) {
        int unit = 0;
        long number = bytes;
        for (; unit < 3 && number != 0 && number % 1024 == 0; unit++) number /= 1024;
        return number + (unit == 0 ? "" : "kmg".substring(unit - 1, unit));
    }

    /** One of the constants of an enum, in small letters. */
    static <E extends Enum<E>> SettingType<E> choice(Class<E> type, String label) {
        var constants = List.of(type.getEnumConstants());
        var names = constants.stream().map(SettingType::name).sorted().toList();
        return plain(
                label,
                (setting, written) -> {
                    if (type.isInstance(written)) return type.cast(written);
                    String text = String.valueOf(written).toLowerCase(Locale.ROOT);
                    return constants.stream()
                            .filter(each -> name(each).equals(text))
                            .findFirst()
                            .orElseThrow(
                                    () ->
                                            Settings.wrong(
                                                    setting,
                                                    text,
                                                    "one of " + String.join(", ", names)));
                },
                (E value) -> name(value),
                Map.of("enum", names));
    }

    /**
     * What a text means.
     *
     * @param expected says what {@code parse} takes
     * @param parse throws {@link IllegalArgumentException} for a text without a meaning
     */
    static <T> SettingType<T> parsed(
            String label, String expected, Function<String, T> parse, Function<T, String> print) {
        return plain(
                label,
                (name, written) -> {
                    try {
                        return parse.apply(String.valueOf(written));
                    } catch (IllegalArgumentException e) {
                        throw Settings.wrong(name, String.valueOf(written), expected);
                    }
                },
                print::apply,
                Map.of("type", "string"));
    }

    /** What a name with its arguments means. */
    static <T> SettingType<T> entry(
            String label, Function<NamedArguments, T> parse, Function<T, NamedArguments> print) {
        var text = Map.of("type", List.of("string", "number"));
        var arguments = Map.of("anyOf", List.of(text, Map.of("type", "array", "items", text)));
        return plain(
                label,
                (_, written) -> parse.apply(NamedArguments.read(written)),
                value -> print.apply(value).written(),
                Map.of(
                        "anyOf",
                        List.of(
                                text,
                                Map.of("type", "object", "additionalProperties", arguments))));
    }

    /** A value that may be missing. */
    SettingType<Optional<T>> orNone() {
        return new SettingType<>(
                label,
                shape,
                (name, written) -> Optional.of(reader.apply(name, written)),
                (name, value) -> value.map(some -> check.apply(name, some)),
                value -> value.flatMap(writer),
                schema);
    }

    /** A list whose entries may hold commas, as URLs and patterns do; its option is repeatable. */
    SettingType<List<T>> lines() {
        return list(Shape.REPEATABLE, SettingType::entries, schema);
    }

    /** A list that may also be written as one text with commas. */
    SettingType<List<T>> words() {
        return list(
                Shape.VALUE,
                written -> written instanceof String text ? split(text) : entries(written),
                Map.of("type", "string"));
    }

    private SettingType<List<T>> list(
            Shape newShape, Function<Object, List<Object>> entries, Map<String, Object> one) {
        return new SettingType<>(
                label,
                newShape,
                (name, written) ->
                        entries.apply(written).stream()
                                .map(each -> reader.apply(name, each))
                                .distinct()
                                .toList(),
                (name, value) -> value.stream().map(each -> check.apply(name, each)).toList(),
                value ->
                        Optional.of(
                                value.stream()
                                        .flatMap(each -> writer.apply(each).stream())
                                        .toList()),
                Map.of("anyOf", List.of(Map.of("type", "array", "items", schema), one)));
    }

    private static List<Object> split(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .<Object>map(part -> part)
                .toList();
    }

    /** A map is one entry for each of its keys. */
    private static List<Object> entries(Object written) {
        return switch (written) {
            case List<?> list -> list.stream().flatMap(each -> entries(each).stream()).toList();
            case Map<?, ?> map -> {
                var entries = new ArrayList<Object>();
                map.forEach((key, value) -> entries.add(Map.of(key, value)));
                yield entries;
            }
            default -> List.of(written);
        };
    }

    private static Map<String, Object> eitherTextOr(String pattern, Map<String, Object> other) {
        var text = Map.of("type", "string", "pattern", "^(?:" + pattern + ")$");
        return Map.of("anyOf", List.of(text, other));
    }
}
