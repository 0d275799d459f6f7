package dev.gossamer.deflate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Deflate (RFC 1951) for speed: about 1.5 times as fast as level 1 of zlib on web pages, at nearly
 * its ratio. What it leaves out is what costs zlib its time: one candidate a hash instead of
 * chains, four bytes as the shortest match, no matches across blocks, no look at every byte of a
 * match. Symbols are gathered first and coded afterwards, with the code of the standard or one made
 * for the block, whichever is shorter; a block that would grow is stored.
 *
 * <p>A block is at most {@link #MAX_BLOCK} bytes. Owned by one writer; it allocates nothing after
 * its first blocks.
 */
final class FastDeflater {
    static final int MAX_BLOCK = 1 << 16;

    /** Bytes after a block that are read, whatever they are: matches are compared by eights. */
    static final int PADDING = 8;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int HASH_BITS = 13;
    private static final int MIN_MATCH = 4;
    private static final int MAX_MATCH = 258;
    private static final int MAX_DISTANCE = 1 << 15;

    /**
     * After this number of misses in a row (as a power of two) steps get longer: nothing repeats
     * here.
     */
    private static final int SKIP_BITS = 5;

    private static final int END_OF_BLOCK = 256;
    private static final int LITERALS = 286;
    private static final int DISTANCES = 30;

    /**
     * Symbol of each match length, and of each distance: up to 256 by itself, above by its 128s.
     */
    private static final byte[] LENGTH_SYMBOL = new byte[MAX_MATCH + 1];

    private static final byte[] DISTANCE_SYMBOL = new byte[512];
    private static final int[] LENGTH_BASE = new int[29];
    private static final int[] LENGTH_EXTRA = new int[29];
    private static final int[] DISTANCE_BASE = new int[DISTANCES];
    private static final int[] DISTANCE_EXTRA = new int[DISTANCES];
    private static final HuffmanCode FIXED_LITERALS;
    private static final HuffmanCode FIXED_DISTANCES;

    static {
        for (int symbol = 0, base = 3; symbol < 28; symbol++) {
            LENGTH_EXTRA[symbol] = symbol < 8 ? 0 : symbol / 4 - 1;
            LENGTH_BASE[symbol] = base;
            int next = base + (1 << LENGTH_EXTRA[symbol]);
            Arrays.fill(LENGTH_SYMBOL, base, Math.min(next, MAX_MATCH), (byte) symbol);
            base = next;
        }
        LENGTH_BASE[28] = MAX_MATCH;
        LENGTH_SYMBOL[MAX_MATCH] = 28;
        for (int symbol = 0, base = 1; symbol < DISTANCES; symbol++) {
            DISTANCE_EXTRA[symbol] = symbol < 4 ? 0 : symbol / 2 - 1;
            DISTANCE_BASE[symbol] = base;
            int next = base + (1 << DISTANCE_EXTRA[symbol]);
            for (int d = base; d < next; d++) DISTANCE_SYMBOL[distanceSlot(d)] = (byte) symbol;
            base = next;
        }
        byte[] lengths = new byte[288];
        Arrays.fill(lengths, 0, 144, (byte) 8);
        Arrays.fill(lengths, 144, 256, (byte) 9);
        Arrays.fill(lengths, 256, 280, (byte) 7);
        Arrays.fill(lengths, 280, 288, (byte) 8);
        FIXED_LITERALS = HuffmanCode.ofLengths(lengths);
        byte[] five = new byte[30];
        Arrays.fill(five, (byte) 5);
        FIXED_DISTANCES = HuffmanCode.ofLengths(five);
    }

    /** Where a hash was seen last: position plus {@link #base}, so that no block clears it. */
    private final int[] table = new int[1 << HASH_BITS];

    private int base = MAX_DISTANCE;

    /** Literal: the byte. Match: 1 in bit 31, length above distance. */
    private final int[] symbols = new int[MAX_BLOCK + 1];

    private int symbolCount;
    private final int[] literalFrequencies = new int[288];
    private final int[] distanceFrequencies = new int[DISTANCES];
    private final HuffmanCode literals = new HuffmanCode(LITERALS, 15);
    private final HuffmanCode distances = new HuffmanCode(DISTANCES, 15);
    private final CodeLengths lengths = new CodeLengths();
    private final DeflateBits out = new DeflateBits();

    /** Forgets the bits of a stream before. */
    void reset() {
        out.reset(MAX_BLOCK + 1024);
    }

    /**
     * Appends the bytes as one block. What is in {@link #output} must have been taken before.
     *
     * @param source up to {@link #MAX_BLOCK} bytes from 0 on, and {@link #PADDING} of anything
     */
    void block(byte[] source, int length, boolean isLast) {
        Arrays.fill(literalFrequencies, 0);
        Arrays.fill(distanceFrequencies, 0);
        match(source, length);
        literalFrequencies[END_OF_BLOCK] = 1;
        encode(source, length, isLast);
        base += length;
        if (base > Integer.MAX_VALUE - 2 * MAX_BLOCK) {
            Arrays.fill(table, 0);
            base = MAX_DISTANCE;
        }
    }

    /** The fields it uses all the time are in locals: the compiler then keeps them in registers. */
    private void match(byte[] source, int length) {
        int[] found = table;
        int[] tokens = symbols;
        int[] frequencies = literalFrequencies;
        int offset = base;
        int count = 0;
        int at = 0;
        int misses = 0;
        int last = length - MIN_MATCH;
        while (at <= last) {
            int four = (int) INT.get(source, at);
            int slot = hash(four);
            int candidate = found[slot] - offset;
            found[slot] = at + offset;
            if (candidate >= 0
                    && at - candidate <= MAX_DISTANCE
                    && (int) INT.get(source, candidate) == four) {
                int matched = matchLength(source, candidate, at, Math.min(MAX_MATCH, length - at));
                int distance = at - candidate;
                tokens[count++] = 1 << 31 | matched << 16 | (distance - 1);
                frequencies[257 + LENGTH_SYMBOL[matched]]++;
                distanceFrequencies[DISTANCE_SYMBOL[distanceSlot(distance)]]++;
                at += matched;
                misses = 0;
                if (at <= last) found[hash((int) INT.get(source, at - 2))] = at - 2 + offset;
            } else {
                int end = Math.min(at + 1 + (misses++ >>> SKIP_BITS), length);
                for (; at < end; at++) {
                    int literal = source[at] & 0xff;
                    tokens[count++] = literal;
                    frequencies[literal]++;
                }
            }
        }
        for (; at < length; at++) {
            int literal = source[at] & 0xff;
            tokens[count++] = literal;
            frequencies[literal]++;
        }
        symbolCount = count;
    }

    private static int hash(int four) {
        return (four * 0x9E3779B1) >>> (32 - HASH_BITS);
    }

    private static int matchLength(byte[] source, int a, int b, int limit) {
        int n = MIN_MATCH;
        while (n < limit) {
            long difference = (long) LONG.get(source, a + n) ^ (long) LONG.get(source, b + n);
            if (difference != 0) {
                return Math.min(limit, n + (Long.numberOfTrailingZeros(difference) >>> 3));
            }
            n += 8;
        }
        return limit;
    }

    private static int distanceSlot(int distance) {
        return distance <= 256 ? distance - 1 : 256 + ((distance - 1) >>> 7);
    }

    private void encode(byte[] source, int length, boolean isLast) {
        literals.build(literalFrequencies);
        distances.build(distanceFrequencies);
        lengths.build(literals.lengths, distances.lengths);
        long extra = extraBits();
        long own =
                lengths.cost()
                        + literals.cost(literalFrequencies)
                        + distances.cost(distanceFrequencies)
                        + extra;
        long fixed =
                FIXED_LITERALS.cost(literalFrequencies)
                        + FIXED_DISTANCES.cost(distanceFrequencies)
                        + extra;
        int last = isLast ? 1 : 0;
        if (8L * length + 40 < Math.min(own, fixed)) {
            store(source, length, last);
        } else if (fixed <= own) {
            out.put(1 << 1 | last, 3);
            emit(FIXED_LITERALS, FIXED_DISTANCES);
        } else {
            out.put(2 << 1 | last, 3);
            lengths.emit(out);
            emit(literals, distances);
        }
        if (isLast) out.align();
    }

    private long extraBits() {
        long bits = 0;
        for (int i = 0; i < 29; i++) bits += (long) literalFrequencies[257 + i] * LENGTH_EXTRA[i];
        for (int i = 0; i < DISTANCES; i++) {
            bits += (long) distanceFrequencies[i] * DISTANCE_EXTRA[i];
        }
        return bits;
    }

    /** Stored blocks hold at most 65,535 bytes, one less than ours. */
    private void store(byte[] source, int length, int last) {
        int first = Math.min(length, 0xffff);
        storeOne(source, 0, first, first == length ? last : 0);
        if (first < length) storeOne(source, first, length - first, last);
    }

    private void storeOne(byte[] source, int from, int length, int last) {
        out.put(last, 3);
        out.align();
        out.put((long) length | (long) (~length & 0xffff) << 16, 32);
        for (int i = from; i < from + length; i++) out.put(source[i] & 0xff, 8);
    }

    /** As many literals as surely fit are put together before they are put out. */
    private void emit(HuffmanCode literalCode, HuffmanCode distanceCode) {
        int[] tokens = symbols;
        int[] literalCodes = literalCode.codes;
        int[] distanceCodes = distanceCode.codes;
        DeflateBits bits = out;
        int count = symbolCount;
        for (int i = 0; i < count; i++) {
            int token = tokens[i];
            if (token >= 0) {
                int code = literalCodes[token];
                long together = (long) code >>> 4;
                int width = code & 15;
                while (width <= 33 && i + 1 < count && tokens[i + 1] >= 0) {
                    code = literalCodes[tokens[++i]];
                    together |= (long) (code >>> 4) << width;
                    width += code & 15;
                }
                bits.put(together, width);
                continue;
            }
            int length = token >>> 16 & 0x7fff;
            int lengthSymbol = LENGTH_SYMBOL[length];
            int code = literalCodes[257 + lengthSymbol];
            long together = (long) code >>> 4;
            int width = code & 15;
            together |= (long) (length - LENGTH_BASE[lengthSymbol]) << width;
            width += LENGTH_EXTRA[lengthSymbol];
            int distance = (token & 0xffff) + 1;
            int distanceSymbol = DISTANCE_SYMBOL[distanceSlot(distance)];
            code = distanceCodes[distanceSymbol];
            together |= (long) (code >>> 4) << width;
            width += code & 15;
            together |= (long) (distance - DISTANCE_BASE[distanceSymbol]) << width;
            bits.put(together, width + DISTANCE_EXTRA[distanceSymbol]);
        }
        bits.code(literalCodes[END_OF_BLOCK]);
    }

    /** An empty stored block: ends on a byte, so that others can write after it. */
    void flush() {
        storeOne(new byte[0], 0, 0, 0);
    }

    /** Its whole bytes are ready to be taken; call {@link DeflateBits#taken} then. */
    DeflateBits output() {
        return out;
    }
}
