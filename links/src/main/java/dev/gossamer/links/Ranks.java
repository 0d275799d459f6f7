package dev.gossamer.links;

import dev.gossamer.files.ReplacedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The importance of URLs as it was last computed: sorted fingerprints, and a float for each. It
 * knows nothing of segments, so their merging leaves it alone.
 */
final class Ranks implements AutoCloseable {
    static final String NAME = "ranks";
    private static final long MAGIC = 0x474f5353_524e4b01L; // "GOSSRNK", version 1
    private static final int COUNT = 0;
    private static final int FOOTER = 1;

    private final @Nullable CheckedFile file;
    private final long count;

    private Ranks(@Nullable CheckedFile file, long count) {
        this.file = file;
        this.count = count;
    }

    /** Empty where none were computed. */
    static Ranks open(Path dir) throws IOException {
        if (!Files.exists(dir.resolve(NAME))) return new Ranks(null, 0);
        var file = CheckedFile.open(dir.resolve(NAME), FOOTER);
        try {
            file.check(0, Long.BYTES);
            if (file.longAt(0) != MAGIC) throw file.damaged(0, "not ranks that this version reads");
            return new Ranks(file, file.footer(COUNT));
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /**
     * Replaces what was there.
     *
     * @param fingerprints ascending as signed numbers
     */
    static void write(Path dir, long[] fingerprints, float[] ranks) throws IOException {
        var fresh = dir.resolve(NAME + ".new");
        try (var out = BlockWriter.create(fresh)) {
            out.writeLong(MAGIC);
            for (long fingerprint : fingerprints) out.writeLong(fingerprint);
            for (float rank : ranks) {
                int bits = Float.floatToIntBits(rank);
                for (int shift = 24; shift >= 0; shift -= 8) out.write(bits >>> shift);
            }
            out.finish(new long[] {fingerprints.length});
        }
        ReplacedFile.rename(fresh, dir.resolve(NAME));
    }

    double of(long fingerprint) throws IOException {
        if (file == null) return 0;
        long low = 0;
        long high = count - 1;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            long at = Long.BYTES * (1 + middle);
            file.check(at, Long.BYTES);
            long found = file.longAt(at);
            if (found == fingerprint) return rank(middle);
            if (found < fingerprint) low = middle + 1;
            else high = middle - 1;
        }
        return 0;
    }

    private double rank(long i) throws IOException {
        if (file == null) return 0;
        long at = Long.BYTES * (1 + count) + Float.BYTES * i;
        file.check(at, Float.BYTES);
        return Float.intBitsToFloat((int) (file.longAt(at) >>> 32));
    }

    @Override
    public void close() {
        if (file != null) file.close();
    }
}
