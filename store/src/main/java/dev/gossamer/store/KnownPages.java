package dev.gossamer.store;

import dev.gossamer.files.HeapShare;
import dev.gossamer.http.ResponseHead;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The pages that earlier crawls have archived, by URL. Only whole answers with status 200 count: a
 * redirect or a part of a page has nothing that a server could confirm. Holds nothing open between
 * calls; may be used by many threads.
 */
public final class KnownPages {
    private static final int OK = 200;

    /** Captures of one URL to try, from the newest on. */
    private static final int MAX_TRIES = 4;

    /** Of a record in its file; several workers read one each at a time. */
    private static final int MAX_BYTES = HeapShare.KNOWN_RECORD.count();

    private final Archive archive;
    private final DamageListener listener;

    private KnownPages(Archive archive, DamageListener listener) {
        this.archive = archive;
        this.listener = listener;
    }

    /** Hears of what cannot be read any more and is therefore treated as unknown. */
    @FunctionalInterface
    public interface DamageListener {
        /**
         * @param payload the digest of the content that is lost, as far as the index has one
         */
        void lost(Optional<PayloadDigest> payload, IOException cause);
    }

    /**
     * @param folders of crawls or of WARC files; at least one
     */
    public static KnownPages in(List<Path> folders, DamageListener listener) throws IOException {
        var archive = Archive.ofEarlier(folders, cause -> listener.lost(Optional.empty(), cause));
        return new KnownPages(archive, listener);
    }

    /**
     * Returns the newest page of this URL whose content is at hand. A 304 is passed over: it says
     * that the page before it was still the same.
     */
    public Optional<KnownPage> find(Url url) {
        int tries = 0;
        for (var capture : captures(url)) {
            if (capture.entry().status() != OK) continue;
            if (++tries > MAX_TRIES) break;
            var known = known(url, capture);
            if (known.isPresent()) return known;
        }
        return Optional.empty();
    }

    private List<Archive.Located> captures(Url url) {
        try {
            return archive.captures(url);
        } catch (IOException e) {
            listener.lost(Optional.empty(), e);
            return List.of();
        }
    }

    private Optional<KnownPage> known(Url url, Archive.Located capture) {
        try (var records = capture.open()) {
            var record = Archive.answer(records, capture.dir(), capture.entry());
            byte[] head = ResponseHead.in(record.block().readNBytes(Archive.MAX_HEAD_BYTES));
            if (ResponseHead.parse(head).status() != OK) return Optional.empty();
            boolean isRevisit = record.type().equals("revisit");
            if (!isRevisit && !record.field("WARC-Truncated").isEmpty()) return Optional.empty();
            var payload = isRevisit ? archive.located(record) : Optional.of(capture);
            return payload.filter(KnownPages::isSmall)
                    .map(each -> new KnownPage(url, record.at(), head, each.dir(), each.entry()));
        } catch (IOException e) {
            listener.lost(capture.entry().payloadDigest(), e);
            return Optional.empty();
        }
    }

    /** It is read into memory when it has not changed; a larger one is downloaded again. */
    private static boolean isSmall(Archive.Located payload) {
        return payload.entry().bytes() <= MAX_BYTES;
    }

    /** Reads the page with its content; empty where that is not any more what was archived. */
    public Optional<Capture.Unchanged> read(KnownPage known) {
        var digest = known.original().payloadDigest();
        try {
            var original = archive.read(known.directory(), known.original());
            // Archives of other programs may have digests of other kinds, or none.
            if (digest.isPresent() && !original.digest().equals(digest))
                throw new IOException(
                        "%s at %d: the content is damaged"
                                .formatted(
                                        known.directory().resolve(known.original().file()),
                                        known.original().offset()));
            var page =
                    new ArchivedPage(
                            known.url().toString(),
                            known.at(),
                            OK,
                            false,
                            known.head(),
                            original.bodyFramedAs(known.head()));
            return Optional.of(new Capture.Unchanged(page, known.original()));
        } catch (IOException e) {
            listener.lost(digest, e);
            return Optional.empty();
        }
    }
}
