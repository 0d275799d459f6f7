package dev.gossamer.alike;

import dev.gossamer.url.Url;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The fingerprints of the texts of a crawl so far, by which a text that comes again in nearly the
 * same words is noticed. Used by all workers at once; what {@link NearDuplicates} says of that
 * holds here.
 */
public final class TextFingerprints {
    /** Texts to remember, the newest: 25 MB. */
    static final int MAX_TEXTS = 1 << 20;

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

    private TextFingerprints(Optional<NearDuplicates> texts) {
        this.texts = texts;
    }

    /** Returns fingerprints of no texts, which find nothing. */
    public static TextFingerprints none() {
        return new TextFingerprints(Optional.empty());
    }

    /** Returns fingerprints of no texts yet. */
    public static TextFingerprints empty() {
        return new TextFingerprints(Optional.of(new NearDuplicates(MAX_TEXTS)));
    }

    /** Adds a page of an earlier run, before any other method is called. */
    public void restore(Url url, Similarity similarity) {
        add(similarity);
        if (similarity.simhash() != 0) before.put(url.fingerprint(), similarity.simhash());
    }

    /** Returns whether texts are compared at all. */
    public boolean areKept() {
        return texts.isPresent();
    }

    /** Compares a text with the texts of other URLs before it. */
    public Similarity look(Url url, String text) {
        if (texts.isEmpty()) return Similarity.UNKNOWN;
        long simhash = SimHash.of(text);
        if (simhash == 0) return Similarity.UNKNOWN;
        var like = texts.get().find(simhash);
        var own = before.get(url.fingerprint());
        boolean isItself = own != null && like.isPresent() && like.getAsLong() == own;
        return new Similarity(simhash, isItself ? OptionalLong.empty() : like);
    }

    /** Remembers a text if it is like none before it. */
    public void add(Similarity similarity) {
        if (!similarity.isNear()) texts.ifPresent(known -> known.add(similarity.simhash()));
    }
}
