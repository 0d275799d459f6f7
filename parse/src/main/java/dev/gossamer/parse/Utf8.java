package dev.gossamer.parse;

/** Tells UTF-8 from what is not: text in another encoding hardly ever happens to be valid. */
final class Utf8 {
    private Utf8() {}

    /** A character that the end of the bytes cuts off is forgiven. */
    static boolean isValid(byte[] in) {
        int at = ByteSearch.indexOfNonAscii(in, 0, in.length);
        while (at < in.length) {
            byte lead = in[at];
            int length = length(lead);
            if (length == 0) return false;
            if (at + length > in.length) return areContinuations(in, at + 1, in.length);
            if (!areContinuations(in, at + 1, at + length)) return false;
            if (!isShortest(lead, in[at + 1] & 0xFF)) return false;
            at = ByteSearch.indexOfNonAscii(in, at + length, in.length);
        }
        return true;
    }

    private static int length(byte lead) {
        int b = lead & 0xFF;
        if (b >= 0xC2 && b <= 0xDF) return 2;
        if (b >= 0xE0 && b <= 0xEF) return 3;
        return b >= 0xF0 && b <= 0xF4 ? 4 : 0;
    }

    private static boolean areContinuations(byte[] in, int from, int end) {
        for (int i = from; i < end; i++) if ((in[i] & 0xC0) != 0x80) return false;
        return true;
    }

    /** Neither a longer form than needed, nor a surrogate, nor beyond U+10FFFF. */
    private static boolean isShortest(byte lead, int second) {
        return switch (lead & 0xFF) {
            case 0xE0 -> second >= 0xA0;
            case 0xED -> second <= 0x9F;
            case 0xF0 -> second >= 0x90;
            case 0xF4 -> second <= 0x8F;
            default -> true;
        };
    }
}
