package dev.gossamer.files;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A disk that can fail and does not is a disk like any other. */
final class FailingDiskContractTest extends DiskContract {
    @TempDir Path folder = Path.of("");

    @Override
    protected Disk disk() throws IOException {
        return new FailingDisk(1).at(folder);
    }
}
