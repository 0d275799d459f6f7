package dev.gossamer.parse;

/** Tells the references that cannot become links before any work is done on them. */
final class Schemes {
    private Schemes() {}

    /**
     * Whether the raw value is of a scheme that names no host: {@code mailto:}, {@code
     * javascript:}, {@code data:} and others. One that is written in an odd way is not recognised
     * here; the resolved URL tells it.
     */
    static boolean isHostless(byte[] in, int start, int stop) {
        int at = start;
        while (at < stop && ByteSearch.isSpace(in[at])) at++;
        int from = at;
        if (at == stop || !ByteSearch.isLetter(in[at])) return false;
        while (at < stop && isSchemeByte(in[at])) at++;
        if (at == stop || in[at] != ':') return false;
        boolean hasSlash = at + 1 < stop && in[at + 1] == '/';
        return !hasSlash
                && !ByteSearch.is(in, from, at, "http")
                && !ByteSearch.is(in, from, at, "https");
    }

    private static boolean isSchemeByte(byte b) {
        return ByteSearch.isLetter(b) || (b >= '0' && b <= '9') || b == '+' || b == '-' || b == '.';
    }
}
