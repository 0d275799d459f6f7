package dev.gossamer.frontier;

import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.Disk;
import java.io.IOException;

/**
 * Finds out whether the machine was started anew since a journal was written, and where the journal
 * must then be cut: behind what was synced the disk may hold any part of it, in any order, and the
 * archive may lack what it calls fetched.
 */
final class PowerCut {
    private static final long NOWHERE = Long.MAX_VALUE;

    private long syncedBytes;
    private String boot = "";

    private PowerCut() {}

    /**
     * Where to stop reading the journal; {@code Long.MAX_VALUE} when the machine has been on ever
     * since it was written, or nobody knows.
     */
    static long cutAt(Disk disk, String journal, String bootNow) throws IOException {
        if (bootNow.isEmpty()) return NOWHERE;
        var found = new PowerCut();
        try (var in = RecordReader.open(disk, journal, RecordReader.Kind.JOURNAL)) {
            boolean isFirst = true;
            while (in.next()) {
                if (in.type() == RecordType.SYNCED) found.synced(in.body());
                if (isFirst && found.boot.equals(bootNow)) return NOWHERE;
                isFirst = false;
            }
        } catch (DamagedFileException | IllegalStateException | IndexOutOfBoundsException e) {
            // Behind what was synced that is to be expected; before it, reading will tell.
        }
        boolean isSameBoot = found.boot.isEmpty() || found.boot.equals(bootNow);
        return isSameBoot ? NOWHERE : found.syncedBytes;
    }

    private void synced(Bytes body) {
        syncedBytes = body.getLong();
        boot = body.getText();
    }
}
