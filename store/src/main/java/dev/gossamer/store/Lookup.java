package dev.gossamer.store;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** The answer of an archive that was asked for a page. */
public sealed interface Lookup {
    /** The page, with its content. */
    record Found(ArchivedPage page) implements Lookup {}

    /** A page whose content is in an earlier archive that is not at hand. */
    record WithoutContent(ArchivedPage page) implements Lookup {}

    /** The archive has no such page. */
    record NotArchived() implements Lookup {}

    /** The index of the archive is gone, so that nothing can be found. */
    record NotIndexed() implements Lookup {}

    /** Asks for the newest capture of a URL. */
    static Lookup newest(Archive archive, Url url) throws IOException {
        return read(archive, archive.newest(url));
    }

    /** Asks for the capture of a URL that is nearest to a time. */
    static Lookup nearest(Archive archive, Url url, Instant at) throws IOException {
        return read(archive, archive.find(url, at));
    }

    private static Lookup read(Archive archive, Optional<IndexEntry> entry) throws IOException {
        if (entry.isEmpty()) return archive.isWithoutIndex() ? new NotIndexed() : new NotArchived();
        var page = archive.read(entry.get());
        boolean isWithoutContent = page.isRevisit() && page.body().length == 0;
        return isWithoutContent ? new WithoutContent(page) : new Found(page);
    }
}
