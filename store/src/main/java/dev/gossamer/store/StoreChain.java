package dev.gossamer.store;

import java.io.IOException;
import java.util.List;

/**
 * Several stores as one. Each is given every capture, also when one before it failed; the first
 * failure is thrown with the others attached to it.
 */
public final class StoreChain implements Store {
    private final List<Store> stores;

    public StoreChain(List<? extends Store> stores) {
        this.stores = List.copyOf(stores);
    }

    @Override
    public void write(Capture capture) throws IOException {
        each(store -> store.write(capture));
    }

    @Override
    public void write(DnsAnswer answer) throws IOException {
        each(store -> store.write(answer));
    }

    @Override
    public void sync() throws IOException {
        each(Store::sync);
    }

    @Override
    public void close() throws IOException {
        each(Store::close);
    }

    private void each(Step step) throws IOException {
        IOException failure = null;
        for (var store : stores) {
            try {
                step.on(store);
            } catch (IOException e) {
                if (failure == null) failure = e;
                else failure.addSuppressed(e);
            }
        }
        if (failure != null) throw failure;
    }

    private interface Step {
        void on(Store store) throws IOException;
    }
}
