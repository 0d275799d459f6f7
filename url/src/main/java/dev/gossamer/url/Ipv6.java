package dev.gossamer.url;

/** IPv6 addresses as the standard reads (section 3.5) and writes them. */
final class Ipv6 {
    private final String text;
    private final int[] pieces = new int[8];
    private int piece;
    private int compress = -1;
    private int at;

    private Ipv6(String text) {
        this.text = text;
    }

    /** Appends the address in brackets, its longest run of zeros compressed; false for failure. */
    static boolean parse(String text, AsciiBuffer out) {
        var address = new Ipv6(text);
        if (!address.read()) return false;
        address.write(out);
        return true;
    }

    private boolean read() {
        if (peek() == ':') {
            if (!text.startsWith("::")) return false;
            at = 2;
            compress = ++piece;
        }
        while (at < text.length()) {
            if (piece == 8) return false;
            if (peek() == ':') {
                if (compress >= 0) return false;
                at++;
                compress = ++piece;
                continue;
            }
            int start = at;
            int value = 0;
            for (; at - start < 4 && hex() >= 0; at++) value = 16 * value + hex();
            if (peek() == '.') {
                at = start;
                return piece <= 6 && ipv4() && expand();
            }
            if (peek() == ':') {
                if (++at == text.length()) return false;
            } else if (at < text.length()) {
                return false;
            }
            pieces[piece++] = value;
        }
        return expand();
    }

    /** The last 32 bits may be written as four decimal numbers, strictly. */
    private boolean ipv4() {
        for (int seen = 0; seen < 4; seen++) {
            if (seen > 0 && (peek() != '.' || ++at == 0)) return false;
            int value = -1;
            for (; at < text.length() && UrlParser.isDigit(text.charAt(at)); at++) {
                if (value == 0) return false;
                value = 10 * Math.max(value, 0) + text.charAt(at) - '0';
                if (value > 255) return false;
            }
            if (value < 0) return false;
            pieces[piece] = 256 * pieces[piece] + value;
            if (seen % 2 == 1) piece++;
        }
        return at == text.length();
    }

    /** Moves what was read after {@code ::} to the end. */
    private boolean expand() {
        if (compress < 0) return piece == 8;
        int moved = piece - compress;
        for (int i = 1; i <= moved; i++) {
            int value = pieces[piece - i];
            pieces[piece - i] = 0;
            pieces[8 - i] = value;
        }
        return true;
    }

    private void write(AsciiBuffer out) {
        int run = longestZeroRun();
        out.append('[');
        for (int i = 0; i < 8; i++) {
            if (i == run) {
                out.append(i == 0 ? "::" : ":");
                while (i < 8 && pieces[i] == 0) i++;
                if (i == 8) break;
            }
            out.append(Integer.toHexString(pieces[i]));
            if (i < 7) out.append(':');
        }
        out.append(']');
    }

    /** Where the first of the longest runs of two or more zeros starts, or -1. */
    private int longestZeroRun() {
        int best = -1;
        int bestLength = 1;
        for (int i = 0; i < 8; i++) {
            int start = i;
            while (i < 8 && pieces[i] == 0) i++;
            if (i - start > bestLength) {
                best = start;
                bestLength = i - start;
            }
        }
        return best;
    }

    private int peek() {
        return at < text.length() ? text.charAt(at) : -1;
    }

    private int hex() {
        return at < text.length() && text.charAt(at) < 0x80
                ? Character.digit(text.charAt(at), 16)
                : -1;
    }
}
