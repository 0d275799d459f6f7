package dev.gossamer.crawl;

import dev.gossamer.store.Capture;
import dev.gossamer.store.DnsCapture;
import dev.gossamer.store.Store;
import java.io.IOException;

/**
 * A store of the user's. A mistake in it costs it that capture, and neither the site another
 * request nor the other stores anything. An {@link IOException} is no mistake: it says that there
 * is no room, and the crawl waits for it.
 */
record ForgivingStore(Store own, Mistakes mistakes) implements Store {
    @Override
    public void write(Capture capture) throws IOException {
        forgive(capture.url(), () -> own.write(capture));
    }

    @Override
    public void write(DnsCapture answer) throws IOException {
        forgive(answer.host(), () -> own.write(answer));
    }

    @Override
    public void sync() throws IOException {
        forgive("sync", own::sync);
    }

    @Override
    public void close() throws IOException {
        forgive("close", own::close);
    }

    private void forgive(Object work, Step step) throws IOException {
        try {
            step.run();
        } catch (RuntimeException | LinkageError e) {
            mistakes.tell(work, e);
        }
    }

    private interface Step {
        void run() throws IOException;
    }
}
