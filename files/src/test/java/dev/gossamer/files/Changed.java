package dev.gossamer.files;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Optional;

/** Copies of records of options with some parts replaced, for tests. */
public final class Changed {
    private Changed() {}

    /**
     * Returns a copy in which each value stands in place of the one component of its type; a
     * component that is an {@link Optional} of that type takes it too.
     */
    public static <R extends Record> R with(R record, Object... values) {
        var components = record.getClass().getRecordComponents();
        var parts = parts(record);
        for (Object value : values) {
            int at = place(components, value);
            parts[at] = components[at].getType() == Optional.class ? Optional.of(value) : value;
        }
        return copy(record, parts);
    }

    /**
     * Returns a copy in which components have other values.
     *
     * @param changes name and value of each; {@code "pace.delay"} is a component of a component
     */
    public static <R extends Record> R set(R record, Object... changes) {
        var components = record.getClass().getRecordComponents();
        var parts = parts(record);
        for (int i = 0; i < changes.length; i += 2) {
            var path = ((String) changes[i]).split("\\.", 2);
            int at = named(components, path[0]);
            var value = changes[i + 1];
            parts[at] = path.length == 1 ? value : set((Record) parts[at], path[1], value);
        }
        return copy(record, parts);
    }

    private static Object[] parts(Record record) {
        var components = record.getClass().getRecordComponents();
        try {
            var parts = new Object[components.length];
            for (int i = 0; i < parts.length; i++)
                parts[i] = components[i].getAccessor().invoke(record);
            return parts;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("cannot copy " + record, e);
        }
    }

    private static <R extends Record> R copy(R record, Object[] parts) {
        var types =
                Arrays.stream(record.getClass().getRecordComponents())
                        .map(RecordComponent::getType);
        @SuppressWarnings("unchecked")
        var type = (Class<R>) record.getClass();
        try {
            return type.getDeclaredConstructor(types.toArray(Class<?>[]::new)).newInstance(parts);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("cannot copy " + record, e);
        }
    }

    private static int named(RecordComponent[] components, String name) {
        for (int i = 0; i < components.length; i++)
            if (components[i].getName().equals(name)) return i;
        throw new AssertionError("no component " + name);
    }

    private static int place(RecordComponent[] components, Object value) {
        int found = -1;
        for (int i = 0; i < components.length; i++) {
            if (!takes(components[i], value)) continue;
            if (found >= 0) throw new AssertionError("two components for a " + value.getClass());
            found = i;
        }
        if (found < 0) throw new AssertionError("no component for a " + value.getClass());
        return found;
    }

    private static boolean takes(RecordComponent component, Object value) {
        var type =
                component.getGenericType() instanceof ParameterizedType optional
                                && optional.getRawType() == Optional.class
                        ? (Class<?>) optional.getActualTypeArguments()[0]
                        : component.getType();
        return type.isInstance(value) || (type == boolean.class && value instanceof Boolean);
    }
}
