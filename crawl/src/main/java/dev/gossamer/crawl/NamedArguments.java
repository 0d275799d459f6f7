package dev.gossamer.crawl;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A name with its arguments: an entry of a list in {@code crawl.yaml} such as {@code - length:
 * 2000} or {@code - scope}.
 */
public record NamedArguments(String name, List<String> arguments) {
    static final SettingType<NamedArguments> TYPE =
            SettingType.entry("NAME", Function.identity(), Function.identity());

    public NamedArguments {
        arguments = List.copyOf(arguments);
    }

    static NamedArguments of(String name, String... arguments) {
        return new NamedArguments(name, List.of(arguments));
    }

    /** Reads a text, or a map with one entry whose value is a text or a list of them. */
    static NamedArguments read(Object written) {
        if (!(written instanceof Map<?, ?> map) || map.isEmpty()) {
            return of(String.valueOf(written));
        }
        var entry = map.entrySet().iterator().next();
        var arguments =
                switch (entry.getValue()) {
                    case null -> List.<String>of();
                    case List<?> several -> several.stream().map(String::valueOf).toList();
                    case Object one -> List.of(String.valueOf(one));
                };
        return new NamedArguments(String.valueOf(entry.getKey()), arguments);
    }

    Object written() {
        if (arguments.isEmpty()) return name;
        return Map.of(name, arguments.size() == 1 ? arguments.getFirst() : arguments);
    }
}
