package dev.gossamer.simweb;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * A time in which a part of the network is away. {@link SimServer#outage} begins one, {@link
 * SimServer#restore} ends all.
 *
 * @param host the only host that is away; empty for all of them
 */
public record SimOutage(Kind kind, OptionalInt host) {
    /** What a client sees. */
    public enum Kind {
        /**
         * Connections are refused. For a single host, whose address others may share, the
         * connection is accepted and reset at the first request.
         */
        REFUSED,
        /** Requests are not answered. */
        SILENT,
        /** Name queries are answered with SERVFAIL. */
        DNS_FAILS,
        /** Name queries are not answered. */
        DNS_SILENT;

        boolean isDns() {
            return this == DNS_FAILS || this == DNS_SILENT;
        }
    }

    /** An outage of everything. */
    public static SimOutage of(Kind kind) {
        return new SimOutage(kind, OptionalInt.empty());
    }

    /** An outage of one host. */
    public static SimOutage of(Kind kind, int host) {
        return new SimOutage(kind, OptionalInt.of(host));
    }

    boolean strikes(int other) {
        return host.isEmpty() || host.getAsInt() == other;
    }

    /** Reads {@code refused}, {@code silent}, {@code dns-fails} or {@code dns-silent}. */
    public static Kind parseKind(String text) {
        for (Kind kind : Kind.values()) if (text.equals(name(kind))) return kind;
        throw new IllegalArgumentException(
                "no such outage: " + text + "; there are refused, silent, dns-fails, dns-silent");
    }

    static String name(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
