package dev.gossamer.crawl;

import java.util.OptionalLong;

/**
 * What a page's text is like.
 *
 * @param simhash of the text; 0 where it is too short, or nobody looked
 * @param like the simhash of a text that was seen before and is nearly this one
 */
record Likeness(long simhash, OptionalLong like) {
    static final Likeness UNKNOWN = new Likeness(0, OptionalLong.empty());

    /** Before the 16 digits of a simhash in {@code crawl.log}. */
    static final String SIMHASH = "simhash:";

    static final String NEAR = "near:";

    /** Whether the text was seen before, nearly or exactly. */
    boolean isNear() {
        return like.isPresent();
    }

    /** For {@code crawl.log}, from which a resumed crawl and {@link Duplicates} read it again. */
    String note() {
        if (simhash == 0) return "";
        String note = SIMHASH + hex(simhash);
        return like.isPresent() ? note + "," + NEAR + hex(like.getAsLong()) : note;
    }

    private static String hex(long hash) {
        return java.util.HexFormat.of().toHexDigits(hash);
    }

    /** The note read back; {@link #UNKNOWN} where it says nothing of this. */
    static Likeness ofNote(String note) {
        long simhash = 0;
        var like = OptionalLong.empty();
        for (String part : note.split(",")) {
            if (part.startsWith(SIMHASH)) simhash = parse(part.substring(SIMHASH.length()));
            if (part.startsWith(NEAR)) like = OptionalLong.of(parse(part.substring(NEAR.length())));
        }
        return simhash == 0 ? UNKNOWN : new Likeness(simhash, like);
    }

    private static long parse(String hex) {
        try {
            return Long.parseUnsignedLong(hex, 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
