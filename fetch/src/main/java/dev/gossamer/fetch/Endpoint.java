package dev.gossamer.fetch;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * What a connection is good for: one origin at one address.
 *
 * @param address null where a proxy looks the name up
 */
record Endpoint(Origin origin, @Nullable InetAddress address) {
    record Origin(boolean isSecure, String host, int port) {
        static Origin of(Url url) {
            return new Origin(url.scheme().equals("https"), url.host(), url.port());
        }
    }
}
