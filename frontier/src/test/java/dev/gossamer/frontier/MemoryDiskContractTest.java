package dev.gossamer.frontier;

final class MemoryDiskContractTest extends DiskContract {

    @Override
    Disk disk() {
        return new MemoryDisk();
    }
}
