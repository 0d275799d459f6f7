package dev.gossamer.files;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryDiskContractTest extends DiskContract {
    @TempDir Path folder = Path.of("");

    @Override
    protected Disk disk() throws IOException {
        return new DirectoryDisk(folder);
    }
}
