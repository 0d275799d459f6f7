package dev.gossamer.store;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Several stores as one. Each is given every capture, also when one before it failed; the first
 * failure is thrown with the others attached to it. A capture that is written again after a failure
 * goes only to the stores that have not taken it.
 */
public final class StoreChain implements Store {
    /** Captures to remember that only some stores took; of more, those stores get copies. */
    static final int MAX_HALF_WRITTEN = 4096;

    private final List<Store> stores;
    private final Map<Asked, Set<Store>> halfWritten = new ConcurrentHashMap<>();

    /** What tells one capture from another. */
    private record Asked(Url url, Instant at) {}

    public StoreChain(List<? extends Store> stores) {
        this.stores = List.copyOf(stores);
    }

    @Override
    public void write(Capture capture) throws IOException {
        var asked = new Asked(capture.url(), capture.at());
        var before = halfWritten.remove(asked);
        Set<Store> takenBy = Collections.newSetFromMap(new IdentityHashMap<>(4));
        if (before != null) takenBy.addAll(before);
        boolean isDone = false;
        try {
            each(
                    store -> {
                        if (takenBy.contains(store)) return;
                        store.write(capture);
                        takenBy.add(store);
                    });
            isDone = true;
        } finally {
            boolean isHalf = !isDone && !takenBy.isEmpty();
            if (isHalf && halfWritten.size() < MAX_HALF_WRITTEN) halfWritten.put(asked, takenBy);
        }
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

    /** A mistake in one store is no reason to leave out the others either. */
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
