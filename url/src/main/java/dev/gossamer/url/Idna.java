package dev.gossamer.url;

import java.net.IDN;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The domain parser of the standard (section 3.3), not strict. */
final class Idna {
    private Idna() {}

    /**
     * The domain in ASCII and lower case, or null for failure. An ASCII domain is only lowered,
     * whatever its labels.
     */
    static @Nullable String toAscii(String domain) {
        if (domain.chars().allMatch(c -> c < 0x80)) return domain.toLowerCase(Locale.ROOT);
        try {
            return IDN.toASCII(domain, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
