package dev.gossamer.frontier;

import dev.gossamer.files.DamagedFileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;

/** The failure of a background thread, as the thread that waits for it reports it. */
final class BackgroundFailure {
    private BackgroundFailure() {}

    /**
     * Returns what to throw. A {@link DamagedFileException} is passed on unchanged; any other
     * failure is wrapped with the operation that it prevented.
     */
    static IOException of(String prevented, CompletionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof UncheckedIOException unchecked) cause = unchecked.getCause();
        return cause instanceof DamagedFileException damaged
                ? damaged
                : new IOException(prevented, cause);
    }
}
