package dev.gossamer.frontier;

import java.io.IOException;
import java.util.List;

final class MeasuredDiskContractTest extends DiskContract {

    @Override
    Disk disk() throws IOException {
        return MeasuredDisk.of(new MemoryDisk(), List.of("journal-"));
    }
}
