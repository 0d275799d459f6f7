package dev.gossamer.frontier;

import dev.gossamer.files.Disk;
import dev.gossamer.files.DiskContract;
import dev.gossamer.files.MemoryDisk;
import java.io.IOException;
import java.util.List;

final class MeasuredDiskContractTest extends DiskContract {

    @Override
    protected Disk disk() throws IOException {
        return MeasuredDisk.of(new MemoryDisk(), List.of("journal-"));
    }
}
