package dev.gossamer.crawl;

import dev.gossamer.store.Capture;
import dev.gossamer.store.DnsCapture;
import dev.gossamer.store.Store;
import java.io.IOException;

/**
 * A store that waits for room. Each of a chain has its own, so that none is given a capture twice.
 */
record PatientStore(Store store, Patience patience) implements Store {
    @Override
    public void write(Capture capture) throws IOException {
        patience.insist(() -> store.write(capture));
    }

    @Override
    public void write(DnsCapture answer) throws IOException {
        patience.insist(() -> store.write(answer));
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
