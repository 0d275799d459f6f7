package dev.gossamer.store;

import java.io.IOException;

/**
 * A place where captures are kept. Called by many workers at once.
 *
 * <p>A write that fails throws and leaves nothing behind: the files hold whole captures only. The
 * same capture can be written again, and the next one too, when there is room.
 */
public interface Store extends AutoCloseable {
    /** When this returns the capture is written, if not yet {@link #sync synced}. */
    void write(Capture capture) throws IOException;

    /** Name look-ups; most stores do not keep them. */
    default void write(DnsCapture answer) throws IOException {}

    /** When this returns, all that was written before it survives a crash of the machine. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
}
