package dev.gossamer.frontier;

import dev.gossamer.files.Checksum;
import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A file of fingerprints in ascending order. Blocks of one disk page, each with its count and
 * checksum; then the first fingerprint of each block, which is also kept in memory; then a trailer.
 * A sorted batch of questions reads each block at most once, front to back.
 */
final class Run {
    private static final int BLOCK_BYTES = 4096;
    private static final int PER_BLOCK = (BLOCK_BYTES - 8) / Long.BYTES;
    private static final int SPAN_BLOCKS = 64;
    private static final int TRAILER_BYTES = 24;
    private static final byte[] MAGIC = "GSMRRUN1".getBytes(StandardCharsets.US_ASCII);

    final String name;
    private final String place;
    private final Disk.File file;
    private final long[] firsts;
    private final long size;

    private Run(String name, String place, Disk.File file, long[] firsts, long size) {
        this.name = name;
        this.place = place;
        this.file = file;
        this.firsts = firsts;
        this.size = size;
    }

    long size() {
        return size;
    }

    void close() throws IOException {
        file.close();
    }

    static Run open(Disk disk, String name) throws IOException {
        var file = disk.open(name);
        long bytes = file.bytes();
        var trailer = new byte[TRAILER_BYTES];
        long at = bytes - TRAILER_BYTES;
        if (at < 0 || file.read(at, trailer, 0, TRAILER_BYTES) < TRAILER_BYTES)
            throw damaged(disk.place(name), 0);
        long size = Bytes.longAt(trailer, 0);
        int blocks = Bytes.intAt(trailer, 8);
        if (!Arrays.equals(trailer, 16, 24, MAGIC, 0, 8)
                || blocks < 0
                || (long) blocks * (BLOCK_BYTES + Long.BYTES) + TRAILER_BYTES != bytes)
            throw damaged(disk.place(name), at);
        var index = new byte[blocks * Long.BYTES + 12];
        long indexAt = (long) blocks * BLOCK_BYTES;
        file.read(indexAt, index, 0, index.length);
        if (Checksum.of(index, 0, index.length) != Bytes.intAt(trailer, 12))
            throw damaged(disk.place(name), indexAt);
        var firsts = new long[blocks];
        for (int i = 0; i < blocks; i++) firsts[i] = Bytes.longAt(index, i * Long.BYTES);
        return new Run(name, disk.place(name), file, firsts, size);
    }

    /** Adds to {@code known} those of the first {@code count} questions that are in this run. */
    void find(long[] sorted, int count, FingerprintSet known) throws IOException {
        if (firsts.length == 0) return;
        var cursor = new Cursor(count > firsts.length / 4 ? SPAN_BLOCKS : 1);
        int block = 0;
        for (int i = 0; i < count; i++) {
            while (block + 1 < firsts.length && firsts[block + 1] <= sorted[i]) {
                if (block + 32 < firsts.length && firsts[block + 32] <= sorted[i]) block += 32;
                else block++;
            }
            cursor.load(block);
            if (cursor.has(sorted[i])) known.add(sorted[i]);
        }
    }

    Cursor cursor() {
        return new Cursor(SPAN_BLOCKS);
    }

    /** Reads blocks in ascending order. */
    final class Cursor {
        private final byte[] span;
        private int spanFirst;
        private int spanBlocks;
        private int block = -1;
        private int start;
        private int count;
        private int at;

        private Cursor(int spanBlocks) {
            span = new byte[Math.min(spanBlocks, firsts.length) * BLOCK_BYTES];
        }

        /** For reading all in order: whether there is one more. */
        boolean hasNext() throws IOException {
            if (at < count) return true;
            if (block + 1 >= firsts.length) return false;
            load(block + 1);
            return true;
        }

        long next() {
            return get(at++);
        }

        private void load(int wanted) throws IOException {
            if (wanted == block) return;
            if (wanted >= spanFirst + spanBlocks || wanted < spanFirst) {
                spanFirst = wanted;
                spanBlocks = Math.min(span.length / BLOCK_BYTES, firsts.length - wanted);
                int bytes = spanBlocks * BLOCK_BYTES;
                if (file.read((long) wanted * BLOCK_BYTES, span, 0, bytes) < bytes)
                    throw damaged(place, (long) wanted * BLOCK_BYTES);
            }
            block = wanted;
            start = (wanted - spanFirst) * BLOCK_BYTES;
            count = Bytes.intAt(span, start + BLOCK_BYTES - 8);
            at = 0;
            if (Bytes.intAt(span, start + BLOCK_BYTES - 4)
                    != Checksum.of(span, start, BLOCK_BYTES - 4))
                throw damaged(place, (long) wanted * BLOCK_BYTES);
        }

        private long get(int i) {
            return Bytes.longAt(span, start + i * Long.BYTES);
        }

        private boolean has(long fingerprint) {
            int low = at;
            int high = count - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                long value = get(middle);
                if (value == fingerprint) return true;
                if (value < fingerprint) low = middle + 1;
                else high = middle - 1;
            }
            at = low;
            return false;
        }
    }

    /** Writes a run, one fingerprint after the other in ascending order. */
    static final class Writer {
        private final Disk disk;
        private final String name;
        private final Disk.File file;
        private final byte[] span;
        private long[] firsts = new long[64];
        private int blocks;
        private long written;
        private int spanBlocks;
        private int inBlock;
        private long size;

        /** At most so many are to come. */
        Writer(Disk disk, String name, long most) throws IOException {
            span = new byte[(int) Math.min(SPAN_BLOCKS, most / PER_BLOCK + 1) * BLOCK_BYTES];
            this.disk = disk;
            this.name = name;
            file = disk.create(name);
        }

        void add(long fingerprint) throws IOException {
            int start = spanBlocks * BLOCK_BYTES;
            if (inBlock == 0) {
                if (blocks == firsts.length) firsts = Arrays.copyOf(firsts, blocks * 2);
                firsts[blocks] = fingerprint;
            }
            Bytes.longAt(span, start + inBlock * Long.BYTES, fingerprint);
            size++;
            if (++inBlock == PER_BLOCK) endBlock();
        }

        /** All that was added is on disk afterwards. */
        Run finish() throws IOException {
            if (inBlock > 0) endBlock();
            flush();
            var index = new Bytes(blocks * Long.BYTES + TRAILER_BYTES);
            for (int i = 0; i < blocks; i++) index.putFixed(firsts[i]);
            index.putFixed(size);
            index.putFixed((long) blocks << 32);
            Bytes.intAt(index.array, index.end - 4, Checksum.of(index.array, 0, index.end - 4));
            index.putRaw(MAGIC, 0, MAGIC.length);
            file.write(written, index.array, 0, index.end);
            file.sync();
            return new Run(name, disk.place(name), file, Arrays.copyOf(firsts, blocks), size);
        }

        void abandon() throws IOException {
            file.close();
            disk.delete(name);
        }

        private void endBlock() throws IOException {
            int start = spanBlocks * BLOCK_BYTES;
            Arrays.fill(span, start + inBlock * Long.BYTES, start + BLOCK_BYTES - 8, (byte) 0);
            Bytes.intAt(span, start + BLOCK_BYTES - 8, inBlock);
            Bytes.intAt(span, start + BLOCK_BYTES - 4, Checksum.of(span, start, BLOCK_BYTES - 4));
            blocks++;
            inBlock = 0;
            if (++spanBlocks * BLOCK_BYTES == span.length) flush();
        }

        private void flush() throws IOException {
            file.write(written, span, 0, spanBlocks * BLOCK_BYTES);
            written += (long) spanBlocks * BLOCK_BYTES;
            spanBlocks = 0;
        }
    }

    private static IOException damaged(String place, long offset) {
        return new DamagedFileException(place, offset);
    }
}
