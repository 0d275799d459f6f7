package dev.gossamer.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A body without its codings, decoded while it is read. What the server did wrong is no exception:
 * the stream ends there, and {@link #flaw} says why. An exception comes from the source alone.
 */
public final class DecodedStream extends BlockInputStream {
    /** The outermost decoder; closing it closes those inside, and with them native memory. */
    private final InputStream decoder;

    private final Source source;
    private Optional<DecodedBody.Flaw> flaw;
    private boolean isBroken;

    private DecodedStream(InputStream decoder, Source source, Optional<DecodedBody.Flaw> flaw) {
        this.decoder = decoder;
        this.source = source;
        this.flaw = flaw;
    }

    /** Puts decoders around the bytes as stored, and closes them where it fails. */
    interface Decoders {
        InputStream around(InputStream wire) throws IOException;
    }

    /**
     * @param flaw what is known to be wrong before anything is read
     */
    static DecodedStream of(InputStream wire, Decoders decoders, Optional<DecodedBody.Flaw> flaw)
            throws IOException {
        var source = new Source(wire);
        try {
            return new DecodedStream(decoders.around(source), source, flaw);
        } catch (IOException broken) {
            // The start of a gzip stream is read, and may be wrong, before there is a stream.
            source.throwOwnFault();
            var nothing = new DecodedStream(InputStream.nullInputStream(), source, flaw);
            nothing.flaw = Optional.of(DecodedBody.Flaw.CORRUPT);
            return nothing;
        }
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (isBroken) return -1;
        try {
            return decoder.read(into, offset, length);
        } catch (TooDense bomb) {
            flaw = Optional.of(DecodedBody.Flaw.TOO_DENSE);
        } catch (IOException broken) {
            source.throwOwnFault();
            flaw = Optional.of(DecodedBody.Flaw.CORRUPT);
        }
        isBroken = true;
        return -1;
    }

    /** Returns why the bytes read until now are not what the server meant. */
    public Optional<DecodedBody.Flaw> flaw() {
        return flaw;
    }

    @Override
    public void close() {
        closeQuietly(decoder);
    }

    /** What a decoder has to say when it is closed changes nothing of what was read. */
    static void closeQuietly(InputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            return;
        }
    }

    static final class TooDense extends IOException {
        TooDense() {
            super("grows too much", null);
        }
    }

    /** The bytes as stored. Tells faults of our disk from faults in what the web sent. */
    private static final class Source extends FilterInputStream {
        private @Nullable IOException fault;

        Source(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            try {
                return in.read(into, offset, length);
            } catch (IOException e) {
                fault = e;
                throw e;
            }
        }

        void throwOwnFault() throws IOException {
            if (fault != null) throw fault;
        }
    }
}
