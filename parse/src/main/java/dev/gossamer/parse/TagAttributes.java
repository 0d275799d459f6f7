package dev.gossamer.parse;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The attributes of one tag that mean something to us, as ranges of the page. Of several with one
 * name the first counts, as the standard says.
 */
@SuppressWarnings("EnumOrdinal") // the ordinal only chooses a slot
final class TagAttributes {
    private final int[] starts = new int[Attribute.values().length];
    private final int[] stops = new int[Attribute.values().length];
    private int present;
    private byte[] in = new byte[0];
    private Encoding encoding = Encoding.UTF_8;
    private boolean truncated;

    void reset(byte[] input, Encoding encodingOfInput) {
        in = input;
        encoding = encodingOfInput;
        present = 0;
        truncated = false;
    }

    /** Reads the rest of the tag at hand; false if the page ends in it, and so there is no tag. */
    boolean read(Tokenizer tokenizer) {
        present = 0;
        while (tokenizer.nextAttribute()) {
            var attribute = Attribute.BY_NAME.find(in, tokenizer.nameStart(), tokenizer.nameStop());
            if (attribute == null || has(attribute)) continue;
            present |= 1 << attribute.ordinal();
            starts[attribute.ordinal()] = tokenizer.valueStart();
            stops[attribute.ordinal()] = tokenizer.valueStop();
        }
        return tokenizer.isTagComplete();
    }

    boolean has(Attribute attribute) {
        return (present & (1 << attribute.ordinal())) != 0;
    }

    int start(Attribute attribute) {
        return starts[attribute.ordinal()];
    }

    int stop(Attribute attribute) {
        return stops[attribute.ordinal()];
    }

    boolean is(Attribute attribute, String word) {
        return has(attribute) && ByteSearch.is(in, start(attribute), stop(attribute), word);
    }

    /** What the value means; empty when there is none or it is too long. */
    String value(Attribute attribute) {
        return has(attribute) ? value(start(attribute), stop(attribute)) : "";
    }

    String value(int start, int stop) {
        if (stop - start > ParseLimits.ATTRIBUTE_BYTES) {
            truncated = true;
            return "";
        }
        if (ByteSearch.isPlain(in, start, stop)) {
            return new String(in, start, stop - start, StandardCharsets.ISO_8859_1);
        }
        return CharacterReferences.decodeAttribute(encoding.decode(in, start, stop));
    }

    /** The tokens of the value in lower case, separated by one space. */
    String tokens(Attribute attribute) {
        return has(attribute) ? tokens(start(attribute), stop(attribute)) : "";
    }

    String tokens(int start, int stop) {
        String value = value(start, stop).strip().toLowerCase(Locale.ROOT);
        boolean isOneToken = true;
        for (int i = 0; i < value.length() && isOneToken; i++) isOneToken = value.charAt(i) > ' ';
        return isOneToken ? value : value.replaceAll("[ \t\n\f\r]+", " ");
    }

    /** Whether a value was left out since the page began. */
    boolean isTruncated() {
        return truncated;
    }
}
