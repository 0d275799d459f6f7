package dev.gossamer.derive;

import dev.gossamer.store.ArchivePosition;
import java.io.IOException;

/**
 * Data that is built from the archive at its own pace, such as a link graph or a search index. It
 * is owned by one thread, except for {@link #read}. Captures read since the last commit are read
 * again after a crash, so reading one twice must do no harm.
 */
interface Derivation extends AutoCloseable {
    /** Returns the kind of data that this builds. */
    DerivedData kind();

    /** Returns the position in the archive up to which everything was read and is durable. */
    ArchivePosition position();

    /**
     * Adds a capture. Called by several threads at once; captures of one URL come one after the
     * other, in the order of the archive.
     */
    void read(ReadCapture capture) throws IOException;

    /** Makes everything that was read durable, together with the position. */
    void commit(ArchivePosition position) throws IOException;

    /**
     * Prepares for reading the rest of the archive without the other derivations. What those before
     * it in the order of {@link DerivedData} build is complete now.
     */
    default void beginAlone() throws IOException {}

    /**
     * Does the work that needs a look at everything read so far, such as ranking. Called right
     * after a commit, when much was read since the last time.
     */
    void settle() throws IOException;

    @Override
    void close() throws IOException;
}
