package dev.gossamer.server;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON schema (draft 2020-12) of a value of the API. Objects have the members that are named and
 * no others, so that an answer with a member that nobody described fails its test.
 *
 * @param json the schema itself
 */
record Schema(Map<String, Object> json) {
    static final Schema TEXT = type("string");
    static final Schema WHOLE = type("integer");
    static final Schema NUMBER = type("number");
    static final Schema TRUTH = type("boolean");
    static final Schema ANY = new Schema(Map.of());

    private static Schema type(String name) {
        return new Schema(Map.of("type", name));
    }

    static Schema list(Schema of) {
        return new Schema(ApiJson.map("type", "array", "items", of.json));
    }

    /** An object with any names, and values of one kind. */
    static Schema map(Schema of) {
        return new Schema(ApiJson.map("type", "object", "additionalProperties", of.json));
    }

    static Schema choice(String... values) {
        return new Schema(ApiJson.map("type", "string", "enum", List.of(values)));
    }

    static Schema nothing() {
        return object();
    }

    /** The same, or null. */
    Schema orNull() {
        return new Schema(Map.of("anyOf", List.of(json, Map.of("type", "null"))));
    }

    static Schema anyOf(Schema... some) {
        return new Schema(Map.of("anyOf", Arrays.stream(some).map(Schema::json).toList()));
    }

    /**
     * An object.
     *
     * @param members names and schemas in turn; a name with a question mark behind it may be absent
     */
    static Schema object(Object... members) {
        var properties = new LinkedHashMap<String, Object>();
        var required = new ArrayList<String>();
        for (int i = 0; i < members.length; i += 2) {
            String name = members[i].toString();
            boolean isOptional = name.endsWith("?");
            if (isOptional) name = name.substring(0, name.length() - 1);
            else required.add(name);
            properties.put(name, ((Schema) members[i + 1]).json);
        }
        return closed(properties, required);
    }

    /** An object with these members and no others. */
    private static Schema closed(Map<String, Object> properties, Collection<?> required) {
        return new Schema(
                ApiJson.map(
                        "type",
                        "object",
                        "properties",
                        properties,
                        "required",
                        required,
                        "additionalProperties",
                        false));
    }

    /** An object with all members of this one and those. */
    Schema with(Object... members) {
        return with(object(members));
    }

    /** An object with all members of both. */
    Schema with(Schema more) {
        var properties = new LinkedHashMap<String, Object>(members(json));
        properties.putAll(members(more.json));
        var required = new LinkedHashSet<Object>((Collection<?>) required(json));
        required.addAll((Collection<?>) required(more.json));
        return closed(properties, required);
    }

    @SuppressWarnings("unchecked") // object() made it
    private static Map<String, Object> members(Map<String, Object> object) {
        return (Map<String, Object>) object.getOrDefault("properties", Map.of());
    }

    private static Object required(Map<String, Object> object) {
        return object.getOrDefault("required", List.of());
    }

    /** The schema of a record as Jackson writes it. */
    static Schema of(Class<? extends Record> type) {
        var members = new ArrayList<Object>();
        for (var component : type.getRecordComponents()) {
            members.add(name(component));
            members.add(of(component.getGenericType()));
        }
        return object(members.toArray());
    }

    private static String name(RecordComponent component) {
        var other = component.getAccessor().getAnnotation(JsonProperty.class);
        return other == null ? component.getName() : other.value();
    }

    private static Schema of(Type type) {
        if (type instanceof ParameterizedType generic) {
            var arguments = generic.getActualTypeArguments();
            var last = of(arguments[arguments.length - 1]);
            if (generic.getRawType() == Optional.class) return last.orNull();
            if (generic.getRawType() == Map.class) return map(last);
            return list(last);
        }
        return type instanceof Class<?> simple ? ofClass(simple) : ANY;
    }

    private static Schema ofClass(Class<?> type) {
        if (type.isRecord()) return of(type.asSubclass(Record.class));
        if (type.isEnum())
            return choice(
                    Arrays.stream(type.getEnumConstants())
                            .map(Object::toString)
                            .toArray(String[]::new));
        if (type == boolean.class || type == Boolean.class) return TRUTH;
        if (type == double.class || type == Double.class) return NUMBER;
        boolean isWhole =
                type == int.class
                        || type == long.class
                        || type == Integer.class
                        || type == Long.class;
        return isWhole ? WHOLE : TEXT;
    }
}
