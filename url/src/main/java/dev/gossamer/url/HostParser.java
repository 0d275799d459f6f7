package dev.gossamer.url;

/**
 * The host parser of the standard (section 3.5): domains, addresses of both kinds, opaque hosts.
 */
final class HostParser {
    private static final String FORBIDDEN_IN_HOST = "\0\t\n\r #/:<>?@[\\]^|";
    private static final boolean[] FORBIDDEN_IN_DOMAIN = new boolean[128];

    static {
        for (int c = 0; c < 128; c++) {
            FORBIDDEN_IN_DOMAIN[c] =
                    c < ' ' || c == '%' || c == 0x7F || FORBIDDEN_IN_HOST.indexOf(c) >= 0;
        }
    }

    private HostParser() {}

    /** Appends the host, serialised; false, with anything appended, for failure. */
    static boolean parse(String text, boolean special, AsciiBuffer out) {
        if (text.startsWith("[")) {
            return text.endsWith("]") && Ipv6.parse(text.substring(1, text.length() - 1), out);
        }
        if (!special) return opaque(text, out);
        var domain = Idna.toAscii(PercentEncoding.decode(text));
        if (domain == null || domain.isEmpty()) return false;
        for (int i = 0; i < domain.length(); i++) {
            if (FORBIDDEN_IN_DOMAIN[domain.charAt(i)]) return false;
        }
        if (endsInNumber(domain)) return ipv4(domain, out);
        out.append(domain);
        return true;
    }

    private static boolean opaque(String text, AsciiBuffer out) {
        for (int i = 0; i < text.length(); i++) {
            if (FORBIDDEN_IN_HOST.indexOf(text.charAt(i)) >= 0) return false;
        }
        PercentEncoding.encode(text, 0, text.length(), PercentEncoding.C0_CONTROL, out);
        return true;
    }

    /** Then it is an IPv4 address, or nothing. */
    static boolean endsInNumber(String domain) {
        int end = domain.endsWith(".") ? domain.length() - 1 : domain.length();
        int start = domain.lastIndexOf('.', end - 1) + 1;
        if (start == end) return false;
        return domain.substring(start, end).chars().allMatch(c -> UrlParser.isDigit((char) c))
                || number(domain, start, end) >= 0;
    }

    private static boolean ipv4(String domain, AsciiBuffer out) {
        int end = domain.endsWith(".") ? domain.length() - 1 : domain.length();
        long address = 0;
        for (int part = 0, start = 0; ; part++) {
            if (part == 4) return false;
            int dot = domain.indexOf('.', start, end);
            long number = number(domain, start, dot < 0 ? end : dot);
            if (number < 0) return false;
            if (dot < 0) {
                // The last number fills what the ones before have left.
                if (number >= 1L << (8 * (4 - part))) return false;
                address |= number;
                break;
            }
            if (number > 255) return false;
            address |= number << (8 * (3 - part));
            start = dot + 1;
        }
        out.append(
                (address >> 24)
                        + "."
                        + (address >> 16 & 255)
                        + "."
                        + (address >> 8 & 255)
                        + "."
                        + (address & 255));
        return true;
    }

    /**
     * Decimal, octal or hexadecimal; -1 for no number; anything above 32 bits is as good as the
     * next.
     */
    private static long number(String text, int start, int end) {
        if (start == end) return -1;
        int radix = 10;
        if (end - start >= 2 && text.charAt(start) == '0') {
            boolean hexadecimal = (text.charAt(start + 1) | 0x20) == 'x';
            radix = hexadecimal ? 16 : 8;
            start += hexadecimal ? 2 : 1;
        }
        long number = 0;
        for (int i = start; i < end; i++) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0) return -1;
            number = Math.min(radix * number + digit, 1L << 32);
        }
        return number;
    }
}
