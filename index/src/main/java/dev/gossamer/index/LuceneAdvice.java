package dev.gossamer.index;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Lucene advises at each start that a module of the JDK would help vector search, which we do not
 * do.
 */
final class LuceneAdvice {
    /** Held, because loggers that nobody holds forget their level. */
    private static final Logger ADVICE =
            Logger.getLogger("org.apache.lucene.internal.vectorization.VectorizationProvider");

    private LuceneAdvice() {}

    static void silence() {
        ADVICE.setLevel(Level.SEVERE);
    }
}
