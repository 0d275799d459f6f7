package dev.gossamer.deflate;

import java.util.Arrays;

/**
 * The description of the code that a block uses (RFC 1951 section 3.2.7): the lengths of the
 * literal and distance codes in a row, runs shortened, themselves in a Huffman code.
 */
final class CodeLengths {
    private static final int[] ORDER = {
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
    };
    private static final int COPY = 16;
    private static final int ZEROS = 17;
    private static final int MANY_ZEROS = 18;
    private static final int[] EXTRA = {2, 3, 7};

    private final byte[] row = new byte[286 + 30];
    private final int[] symbols = new int[286 + 30];
    private final int[] frequencies = new int[19];
    private final HuffmanCode code = new HuffmanCode(19, 7);
    private int literalCount;
    private int distanceCount;
    private int symbolCount;
    private int lengthCount;

    void build(byte[] literals, byte[] distances) {
        literalCount = Math.max(257, used(literals));
        distanceCount = Math.max(1, used(distances));
        System.arraycopy(literals, 0, row, 0, literalCount);
        System.arraycopy(distances, 0, row, literalCount, distanceCount);
        Arrays.fill(frequencies, 0);
        symbolCount = 0;
        runs(literalCount + distanceCount);
        code.build(frequencies);
        lengthCount = 19;
        while (lengthCount > 4 && code.lengths[ORDER[lengthCount - 1]] == 0) lengthCount--;
    }

    private static int used(byte[] lengths) {
        int used = lengths.length;
        while (used > 0 && lengths[used - 1] == 0) used--;
        return used;
    }

    private void runs(int end) {
        for (int at = 0; at < end; ) {
            byte length = row[at];
            int run = 1;
            while (at + run < end && row[at + run] == length) run++;
            at += run;
            if (length == 0) {
                for (; run >= 11; run -= Math.min(run, 138)) {
                    add(MANY_ZEROS, Math.min(run, 138) - 11);
                }
                if (run >= 3) {
                    add(ZEROS, run - 3);
                    run = 0;
                }
            } else {
                add(length, 0);
                for (run--; run >= 3; run -= Math.min(run, 6)) add(COPY, Math.min(run, 6) - 3);
            }
            for (; run > 0; run--) add(length, 0);
        }
    }

    private void add(int symbol, int extra) {
        symbols[symbolCount++] = extra << 5 | symbol;
        frequencies[symbol]++;
    }

    long cost() {
        long extra = 0;
        for (int i = COPY; i <= MANY_ZEROS; i++) extra += (long) frequencies[i] * EXTRA[i - COPY];
        return 14 + 3L * lengthCount + code.cost(frequencies) + extra;
    }

    void emit(DeflateBits out) {
        out.put(literalCount - 257, 5);
        out.put(distanceCount - 1, 5);
        out.put(lengthCount - 4, 4);
        for (int i = 0; i < lengthCount; i++) out.put(code.lengths[ORDER[i]], 3);
        for (int i = 0; i < symbolCount; i++) {
            int symbol = symbols[i] & 31;
            out.code(code.codes[symbol]);
            if (symbol >= COPY) out.put(symbols[i] >>> 5, EXTRA[symbol - COPY]);
        }
    }
}
