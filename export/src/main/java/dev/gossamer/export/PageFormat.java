package dev.gossamer.export;

import java.io.IOException;

/** A format that pages are written in, one after another. Closing it makes the file whole. */
interface PageFormat extends AutoCloseable {
    void write(ExportedPage page) throws IOException;

    @Override
    void close() throws IOException;
}
