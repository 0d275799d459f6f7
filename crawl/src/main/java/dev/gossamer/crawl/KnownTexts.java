package dev.gossamer.crawl;

import dev.gossamer.crawl.CrawlOptions.NearDuplicatePages;
import dev.gossamer.store.NearDuplicates;
import dev.gossamer.store.SimHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The texts of the pages so far, by simhash, so that one which comes again in nearly the same words
 * is noticed. Used by all workers at once; what {@link NearDuplicates} says of that holds here.
 */
final class KnownTexts {
    /** Texts to remember, the newest: 25 MB. */
    static final int MAX_TEXTS = 1 << 20;

    /** Of the log of a crawl that goes on, as much is read as can hold so many. */
    private static final long MAX_LOG_BYTES = 1L << 28;

    private final Optional<NearDuplicates> texts;

    private KnownTexts(Optional<NearDuplicates> texts) {
        this.texts = texts;
    }

    /**
     * @param log of the crawl so far, if there is one
     */
    static KnownTexts open(NearDuplicatePages rule, Path log) throws IOException {
        if (rule == NearDuplicatePages.OFF) return new KnownTexts(Optional.empty());
        var known = new KnownTexts(Optional.of(new NearDuplicates(MAX_TEXTS)));
        if (Files.exists(log)) {
            CrawlLog.read(
                    log,
                    Math.max(0, Files.size(log) - MAX_LOG_BYTES),
                    line -> known.add(Likeness.ofNote(line.note())));
        }
        return known;
    }

    boolean areKept() {
        return texts.isPresent();
    }

    /** Compares a text with those before it. */
    Likeness look(String text) {
        if (texts.isEmpty()) return Likeness.UNKNOWN;
        long simhash = SimHash.of(text);
        if (simhash == 0) return Likeness.UNKNOWN;
        return new Likeness(simhash, texts.get().find(simhash));
    }

    /** Remembers a text if it is like none before it. */
    void add(Likeness likeness) {
        if (!likeness.isNear()) texts.ifPresent(known -> known.add(likeness.simhash()));
    }
}
