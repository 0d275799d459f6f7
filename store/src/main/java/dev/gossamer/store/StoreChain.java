package dev.gossamer.store;

import java.io.IOException;
import java.util.List;

/**
 * Several stores as one. Each gets every capture, also when one before it failed; the first failure
 * is thrown with the others attached to it.
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
    public void write(DnsCapture answer) throws IOException {
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

    /** Runs a step on each store, also after a failure or a mistake in one of them. */
    private void each(Step step) throws IOException {
        Exception failure = null;
        for (var store : stores) {
            try {
                step.on(store);
            } catch (IOException | RuntimeException e) {
                if (failure == null) failure = e;
                else failure.addSuppressed(e);
            }
        }
        switch (failure) {
            case null -> {}
            case IOException ours -> throw ours;
            case RuntimeException mistake -> throw mistake;
            default -> throw new IllegalStateException(failure);
        }
    }

    private interface Step {
        void on(Store store) throws IOException;
    }
}
