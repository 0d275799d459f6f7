package dev.gossamer.files;

final class MemoryDiskContractTest extends DiskContract {

    @Override
    protected Disk disk() {
        return new MemoryDisk();
    }
}
