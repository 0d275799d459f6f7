package dev.gossamer.parse;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the constant of an enum by its name in a page, in whatever case, without making a string. A
 * hash of the first eight bytes and the length chooses the slot; the few constants live in a table
 * with many empty ones, so a name that means nothing to us is mostly told by one look.
 */
final class NameTable<E extends Enum<E>> {
    private static final int SLOTS = 512;

    private final Object[] constants = new Object[SLOTS];
    private final String[] names = new String[SLOTS];
    private final long[] keys = new long[SLOTS];

    NameTable(Class<E> type) {
        for (E constant : type.getEnumConstants()) {
            String name = name(constant);
            byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
            long key = key(bytes, 0, bytes.length);
            int slot = slot(key);
            while (constants[slot] != null) slot = (slot + 1) % SLOTS;
            constants[slot] = constant;
            names[slot] = name;
            keys[slot] = key;
        }
    }

    /** {@code HTTP_EQUIV} is http-equiv and {@code XLINK$HREF} xlink:href. */
    static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-').replace('$', ':');
    }

    @SuppressWarnings("unchecked") // only constants of the type are ever put in
    @Nullable E find(byte[] in, int from, int end) {
        long key = key(in, from, end);
        for (int slot = slot(key); constants[slot] != null; slot = (slot + 1) % SLOTS) {
            if (keys[slot] == key && Bytes.is(in, from, end, names[slot])) {
                return (E) constants[slot];
            }
        }
        return null;
    }

    private static long key(byte[] in, int from, int end) {
        long key = (long) end - from;
        int stop = Math.min(end, from + 8);
        for (int i = from; i < stop; i++) key = Long.rotateLeft(key, 8) ^ Bytes.lower(in[i]);
        return key;
    }

    private static int slot(long key) {
        return (int) ((key * 0x9E3779B97F4A7C15L) >>> 55);
    }
}
