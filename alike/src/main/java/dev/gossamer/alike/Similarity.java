package dev.gossamer.alike;

import java.util.HexFormat;
import java.util.OptionalLong;

/**
 * The similarity of the text of a page to that of an earlier one.
 *
 * @param simhash of the text; 0 where the text is too short, or was not looked at
 * @param like the simhash of a text that was seen before and is nearly this one
 */
public record Similarity(long simhash, OptionalLong like) {
    public static final Similarity UNKNOWN = new Similarity(0, OptionalLong.empty());

    /** Before the 16 digits of a simhash in {@code crawl.log}. */
    private static final String SIMHASH = "simhash:";

    private static final String NEAR = "near:";

    /** Returns whether the text was seen before, nearly or exactly. */
    public boolean isNear() {
        return like.isPresent();
    }

    /** Returns whether a later page was found to be like this one, the first of its kind. */
    boolean isFirstOf(Similarity later) {
        return later.isNear() && !isNear() && later.like.getAsLong() == simhash;
    }

    /** Returns a note for {@code crawl.log}, which {@link #ofNote} reads. */
    public String note() {
        if (simhash == 0) return "";
        String note = SIMHASH + hex(simhash);
        return like.isPresent() ? note + "," + NEAR + hex(like.getAsLong()) : note;
    }

    private static String hex(long hash) {
        return HexFormat.of().toHexDigits(hash);
    }

    /** Reads a note; returns {@link #UNKNOWN} where it says nothing of this. */
    public static Similarity ofNote(String note) {
        long simhash = 0;
        var like = OptionalLong.empty();
        for (String part : note.split(",")) {
            if (part.startsWith(SIMHASH)) simhash = parse(part.substring(SIMHASH.length()));
            if (part.startsWith(NEAR)) like = OptionalLong.of(parse(part.substring(NEAR.length())));
        }
        return simhash == 0 ? UNKNOWN : new Similarity(simhash, like);
    }

    private static long parse(String hex) {
        try {
            return Long.parseUnsignedLong(hex, 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
