package dev.gossamer.fetch;

import dev.gossamer.http.FieldList;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Hosts that are addresses already: never asked of DNS, so that no odd spelling of an address gets
 * past the guard as a name. The WHATWG URL standard says which spellings there are: {@code 0x7f.1},
 * {@code 2130706433} and {@code 127.0.0.1} are the same.
 */
public final class AddressLiteral {
    private AddressLiteral() {}

    /** Whether the last label is a number: such a host is an address or nothing. */
    public static boolean looksLikeAddress(String host) {
        if (host.startsWith("[")) return true;
        String text = withoutDot(host);
        String last = text.substring(text.lastIndexOf('.') + 1);
        return !last.isEmpty()
                && (number(last).isPresent() || last.chars().allMatch(Character::isDigit));
    }

    public static Optional<InetAddress> parse(String host) {
        return host.startsWith("[") ? parse6(host) : parse4(withoutDot(host));
    }

    private static Optional<InetAddress> parse6(String host) {
        if (!host.endsWith("]") || host.indexOf(':') < 0) return Optional.empty();
        try {
            return Optional.of(InetAddress.ofLiteral(host.substring(1, host.length() - 1)));
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }

    private static Optional<InetAddress> parse4(String host) {
        if (host.indexOf(' ') >= 0) return Optional.empty();
        var parts = FieldList.items(host, '.');
        if (parts.size() > 4) return Optional.empty();
        long address = 0;
        for (int i = 0; i < parts.size(); i++) {
            var part = number(parts.get(i));
            if (part.isEmpty()) return Optional.empty();
            boolean isLast = i == parts.size() - 1;
            int bits = isLast ? 8 * (5 - parts.size()) : 8;
            if (part.get() >= 1L << bits) return Optional.empty();
            address |= isLast ? part.get() : part.get() << (24 - 8 * i);
        }
        byte[] bytes = {
            (byte) (address >> 24), (byte) (address >> 16), (byte) (address >> 8), (byte) address
        };
        try {
            return Optional.of(InetAddress.getByAddress(bytes));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    /** Decimal, octal after 0, hexadecimal after 0x. */
    private static Optional<Long> number(String text) {
        if (text.isEmpty() || text.length() > 16) return Optional.empty();
        boolean isHex = text.startsWith("0x") || text.startsWith("0X");
        boolean isOctal = !isHex && text.length() > 1 && text.charAt(0) == '0';
        String digits = isHex ? text.substring(2) : text;
        if (digits.isEmpty()) return Optional.of(0L);
        int radix = isHex ? 16 : isOctal ? 8 : 10;
        for (int i = 0; i < digits.length(); i++) {
            if (Character.digit(digits.charAt(i), radix) < 0) return Optional.empty();
        }
        return Optional.of(Long.parseLong(digits, radix));
    }

    private static String withoutDot(String host) {
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }
}
