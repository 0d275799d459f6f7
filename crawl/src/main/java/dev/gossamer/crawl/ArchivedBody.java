package dev.gossamer.crawl;

import dev.gossamer.fetch.Body;
import dev.gossamer.http.DecodedBody;
import dev.gossamer.http.Truncation;
import dev.gossamer.store.ArchivedPage;
import java.util.Optional;

/** The body of an answer that is read back from the archive. */
record ArchivedBody(ArchivedPage page) implements Body {
    @Override
    public long wireBytes() {
        return page.body().length;
    }

    @Override
    public byte[] wire() {
        return page.body();
    }

    @Override
    public DecodedBody decode(int maxBytes) {
        return page.decode(maxBytes);
    }

    /** What was cut when it came has been judged then. */
    @Override
    public Optional<Truncation> truncation() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
