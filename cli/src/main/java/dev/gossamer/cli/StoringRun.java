package dev.gossamer.cli;

import dev.gossamer.cluster.ClusterAddress;
import dev.gossamer.cluster.StoringNode;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A storing node, through as many lives as it takes. */
final class StoringRun {
    private final ClusterAddress address;
    private final StoringNode.Options options;
    private final Consumer<String> told;
    private final AtomicReference<@Nullable StoringNode> current = new AtomicReference<>();
    private final CountDownLatch ending = new CountDownLatch(1);

    StoringRun(ClusterAddress address, StoringNode.Options options, Consumer<String> told) {
        this.address = address;
        this.options = options;
        this.told = told;
    }

    /** Stores until the crawl has ended and all its pages are stored; returns the exit status. */
    int run() throws IOException, InterruptedException {
        Interrupts.call(this::leave);
        var rest = new Rest();
        boolean hasJoined = false;
        while (true) {
            try (var node = StoringNode.join(address, options, told)) {
                current.set(node);
                if (ending.getCount() == 0) return Main.INTERRUPTED;
                hasJoined = true;
                rest.isOver();
                told.accept("stores the pages of " + address.name());
                boolean isAllStored = node.run();
                told.accept(isAllStored ? "all pages are stored" : "leaves; others go on");
                return ending.getCount() == 0 ? Main.INTERRUPTED : 0;
            } catch (UsageException e) {
                throw e;
            } catch (IOException e) {
                // A node that never joined says what is wrong; one that did tries again.
                if (!hasJoined) throw e;
                told.accept(String.valueOf(e.getMessage()));
            } finally {
                current.set(null);
            }
            if (rest.endsWith(ending)) return Main.INTERRUPTED;
        }
    }

    private void leave() {
        ending.countDown();
        var node = current.get();
        if (node != null) node.leave();
    }
}
