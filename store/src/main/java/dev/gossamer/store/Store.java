package dev.gossamer.store;

import java.io.IOException;

/** Keeps captures. Called by many workers at once. */
public interface Store extends AutoCloseable {
    /** When this returns the capture is written, if not yet {@link #sync synced}. */
    void write(Capture capture) throws IOException;

    /** When this returns, all that was written before it survives a crash of the machine. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
}
