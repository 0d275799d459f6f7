package dev.gossamer.cluster;

import dev.gossamer.files.Disk;
import dev.gossamer.files.DiskContract;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class ClusterDiskContractIT extends DiskContract {
    @TempDir Path dir;
    private @Nullable TestNode node;

    @Override
    protected Disk disk() throws IOException {
        var started = TestNode.on(TestCluster.topics(1), dir);
        node = started;
        return started.take(0).disk();
    }

    @AfterEach
    void end() {
        if (node != null) node.close();
    }
}
