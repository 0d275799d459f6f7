package dev.gossamer.crawl;

import dev.gossamer.store.Capture;
import dev.gossamer.store.DnsCapture;
import dev.gossamer.store.Store;
import java.io.IOException;

/**
 * A store that waits for room. Each of a chain has its own, so that none is given a capture twice.
 */
record RetryingStore(Store store, DiskRetry diskRetry) implements Store {
    @Override
    public void write(Capture capture) throws IOException {
        diskRetry.insist(() -> store.write(capture));
    }

    @Override
    public void write(DnsCapture answer) throws IOException {
        diskRetry.insist(() -> store.write(answer));
    }

    @Override
    public void sync() throws IOException {
        store.sync();
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
