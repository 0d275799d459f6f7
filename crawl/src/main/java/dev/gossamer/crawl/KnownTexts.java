package dev.gossamer.crawl;

import dev.gossamer.crawl.CrawlOptions.NearDuplicatePages;
import dev.gossamer.store.NearDuplicates;
import dev.gossamer.store.SimHash;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The texts of the pages so far, by simhash, so that one which comes again in nearly the same words
 * is noticed. Used by all workers at once; what {@link NearDuplicates} says of that holds here.
 */
final class KnownTexts {
    /** Texts to remember, the newest: 25 MB. */
    static final int MAX_TEXTS = 1 << 20;

    /** Of the log of a crawl that goes on, as much is read as can hold so many. */
    private static final long MAX_LOG_BYTES = 1L << 28;

    /** Pages of an earlier process that may be fetched again: more than can be under way. */
    private static final int MAX_REPEATED = 1 << 16;

    private final Optional<NearDuplicates> texts;

    /**
     * Texts by the URL they came from, of the last pages before this process: a page whose answer
     * was logged when the process was killed is fetched again, and must not be taken for a copy of
     * itself. Only read once it is filled.
     */
    private final Map<Long, Long> before =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
                    return size() > MAX_REPEATED;
                }
            };

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
                    line -> {
                        var likeness = Likeness.ofNote(line.note());
                        known.add(likeness);
                        if (likeness.simhash() != 0)
                            known.before.put(line.url().fingerprint(), likeness.simhash());
                    });
        }
        return known;
    }

    boolean areKept() {
        return texts.isPresent();
    }

    /** Compares a text with those of other URLs before it. */
    Likeness look(Url url, String text) {
        if (texts.isEmpty()) return Likeness.UNKNOWN;
        long simhash = SimHash.of(text);
        if (simhash == 0) return Likeness.UNKNOWN;
        var like = texts.get().find(simhash);
        var own = before.get(url.fingerprint());
        boolean isItself = own != null && like.isPresent() && like.getAsLong() == own;
        return new Likeness(simhash, isItself ? OptionalLong.empty() : like);
    }

    /** Remembers a text if it is like none before it. */
    void add(Likeness likeness) {
        if (!likeness.isNear()) texts.ifPresent(known -> known.add(likeness.simhash()));
    }
}
