package dev.gossamer.parse;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the constant of an enum by its name in a page, in whatever case, without making a string.
 *
 * <p>Most names in a page mean nothing to us, so the first look is at whether any of ours has that
 * first letter and that length. Then the first eight bytes are taken as one word. Setting the bit
 * 0x20 in each of them makes upper and lower case hash alike; for a hit, which must be exact, the
 * bit is only set where the wanted name has a letter.
 */
final class NameTable<E extends Enum<E>> {
    private static final int SLOT_BITS = 8;
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;
    private static final long CASE_BITS = 0x2020202020202020L;

    /** For the low five bits of a first letter, the lengths of the names that begin so, as bits. */
    private final int[] lengths = new int[32];

    /** Two for each slot: the name's word, zero if the slot is empty, and where it has letters. */
    private final long[] words = new long[2 << SLOT_BITS];

    private final String[] names = new String[1 << SLOT_BITS];
    private final Object[] constants = new Object[1 << SLOT_BITS];

    NameTable(Class<E> type) {
        for (E constant : type.getEnumConstants()) add(name(constant), constant);
    }

    private void add(String name, E constant) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        lengths[bytes[0] & 31] |= 1 << bytes.length;
        long word = word(bytes, 0, bytes.length);
        int slot = slot(word);
        while (words[2 * slot] != 0) slot = (slot + 1) & SLOT_MASK;
        words[2 * slot] = word;
        for (int i = Math.min(bytes.length, 8) - 1; i >= 0; i--) {
            words[2 * slot + 1] = words[2 * slot + 1] << 8 | (bytes[i] >= 'a' ? 0x20 : 0);
        }
        names[slot] = name;
        constants[slot] = constant;
    }

    /** {@code HTTP_EQUIV} is http-equiv and {@code XLINK$HREF} xlink:href. */
    static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-').replace('$', ':');
    }

    @SuppressWarnings("unchecked") // only constants of the type are ever put in
    @Nullable E find(byte[] in, int from, int end) {
        int length = end - from;
        if (length > 31 || (lengths[in[from] & 31] & (1 << length)) == 0) return null;
        long word = word(in, from, end);
        int slot = slot(word);
        for (long wanted = words[2 * slot]; wanted != 0; wanted = words[2 * slot]) {
            if ((word | words[2 * slot + 1]) == wanted && isName(in, from, end, names[slot])) {
                return (E) constants[slot];
            }
            slot = (slot + 1) & SLOT_MASK;
        }
        return null;
    }

    /** Of two names with the same word, one may be longer. */
    private static boolean isName(byte[] in, int from, int end, String name) {
        int length = end - from;
        return length == name.length() && (length <= 8 || ByteSearch.is(in, from, end, name));
    }

    private static long word(byte[] in, int from, int end) {
        long word = ByteSearch.word(in, from);
        return end - from >= 8 ? word : word & ~(-1L << (8 * (end - from)));
    }

    private static int slot(long word) {
        return (int) (((word | CASE_BITS) * 0x9E3779B97F4A7C15L) >>> (64 - SLOT_BITS));
    }
}
