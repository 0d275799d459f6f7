package dev.gossamer.derive;

import java.util.Locale;

/**
 * The kinds of data that can be derived from an archive, in the order in which they are built: each
 * may use those before it.
 */
public enum DerivedData {
    LINKS,
    INDEX;

    /** Returns the name that settings, status and messages use. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
