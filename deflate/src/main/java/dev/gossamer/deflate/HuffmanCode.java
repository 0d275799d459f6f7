package dev.gossamer.deflate;

import java.util.Arrays;

/**
 * A canonical Huffman code (RFC 1951 section 3.2.2) for the frequencies of one block, with no code
 * longer than a limit. Reused from block to block.
 */
final class HuffmanCode {
    private final int symbols;
    private final int maxLength;
    final byte[] lengths;

    /** Of each symbol: its bits in the order in which they are sent, above its length in 4 bits. */
    final int[] codes;

    private final int[] sorted;
    private final int[] weights;
    private final int[] parents;
    private final int[] countOfLength;

    HuffmanCode(int symbols, int maxLength) {
        this.symbols = symbols;
        this.maxLength = maxLength;
        lengths = new byte[symbols];
        codes = new int[symbols];
        sorted = new int[symbols];
        weights = new int[2 * symbols];
        parents = new int[2 * symbols];
        countOfLength = new int[2 * symbols + 1];
    }

    /** Frequencies below 2^22. A code of one symbol gets one bit, as decoders expect. */
    void build(int[] frequencies) {
        Arrays.fill(lengths, (byte) 0);
        int n = 0;
        for (int symbol = 0; symbol < symbols; symbol++) {
            if (frequencies[symbol] > 0) sorted[n++] = frequencies[symbol] << 9 | symbol;
        }
        if (n == 0) return;
        if (n == 1) {
            lengths[sorted[0] & 511] = 1;
        } else {
            Arrays.sort(sorted, 0, n);
            countLengths(n);
            limitLengths();
            int next = 0;
            for (int length = maxLength; length > 0; length--) {
                for (int i = countOfLength[length]; i > 0; i--) {
                    lengths[sorted[next++] & 511] = (byte) length;
                }
            }
        }
        assign();
    }

    /**
     * Joins the two lightest nodes until one is left. Leaves and joined nodes each come in the
     * order of their weight, so the lightest is always at the head of one of two queues.
     */
    private void countLengths(int n) {
        for (int i = 0; i < n; i++) weights[i] = sorted[i] >>> 9;
        int leaf = 0;
        int joined = n;
        for (int node = n; node < 2 * n - 1; node++) {
            int weight = 0;
            for (int child = 0; child < 2; child++) {
                boolean isLeaf = leaf < n && (joined >= node || weights[leaf] <= weights[joined]);
                int lightest = isLeaf ? leaf++ : joined++;
                weight += weights[lightest];
                parents[lightest] = node;
            }
            weights[node] = weight;
        }
        // From the root down a weight is of no more use: its place takes the depth.
        Arrays.fill(countOfLength, 0);
        weights[2 * n - 2] = 0;
        for (int node = 2 * n - 3; node >= 0; node--) {
            weights[node] = weights[parents[node]] + 1;
            if (node < n) countOfLength[weights[node]]++;
        }
    }

    /**
     * Codes beyond the limit are shortened to it; for that others must grow, until the sum of
     * 2^-length is one again (Kraft).
     */
    private void limitLengths() {
        for (int length = maxLength + 1; length < countOfLength.length; length++) {
            countOfLength[maxLength] += countOfLength[length];
            countOfLength[length] = 0;
        }
        int sum = 0;
        for (int length = 1; length <= maxLength; length++) {
            sum += countOfLength[length] << (maxLength - length);
        }
        for (; sum > 1 << maxLength; sum--) {
            int shorter = maxLength - 1;
            while (countOfLength[shorter] == 0) shorter--;
            countOfLength[shorter]--;
            countOfLength[shorter + 1] += 2;
            countOfLength[maxLength]--;
        }
    }

    private void assign() {
        int[] next = new int[maxLength + 2];
        for (int symbol = 0; symbol < symbols; symbol++) next[lengths[symbol] + 1]++;
        next[1] = 0;
        for (int length = 1; length <= maxLength; length++) {
            next[length + 1] = (next[length] + next[length + 1]) << 1;
        }
        for (int symbol = 0; symbol < symbols; symbol++) {
            int length = lengths[symbol];
            if (length == 0) continue;
            int bits = Integer.reverse(next[length]++) >>> (32 - length);
            codes[symbol] = bits << 4 | length;
        }
    }

    /** The code whose lengths are given. */
    static HuffmanCode ofLengths(byte[] lengths) {
        var code = new HuffmanCode(lengths.length, 15);
        System.arraycopy(lengths, 0, code.lengths, 0, lengths.length);
        code.assign();
        return code;
    }

    /** Bits that the frequencies take in this code. */
    long cost(int[] frequencies) {
        long bits = 0;
        for (int symbol = 0; symbol < symbols; symbol++) {
            bits += (long) frequencies[symbol] * lengths[symbol];
        }
        return bits;
    }
}
