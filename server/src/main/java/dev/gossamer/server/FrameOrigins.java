package dev.gossamer.server;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which origins may stand in a frame of which, as a Content-Security-Policy writes them. Clients
 * call the server by its address, by one of its names, or through a proxy that encrypts, so the
 * origins follow from the request. Without a scheme they stand for that of the page itself.
 *
 * @param port of the dashboard
 * @param replayPort of archived pages
 * @param publicHosts names by which clients may call the dashboard, with or without a port
 * @param replayOrigin of archived pages where a proxy shows them, such as {@code
 *     https://replay.example.org}
 */
record FrameOrigins(
        int port, int replayPort, List<String> publicHosts, Optional<String> replayOrigin) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9._-]+|\\[[0-9a-f:.]+\\]");
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    private static String withoutPort(String host) {
        return PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
    }

    /**
     * Returns where the dashboard shows archived pages from.
     *
     * @param host the field {@code Host} of a request for the dashboard, whatever it says
     */
    String archivedPages(String host) {
        if (replayOrigin.isPresent()) return replayOrigin.get();
        String name = withoutPort(host);
        return NAME.matcher(name).matches() ? name + ":" + replayPort : "'none'";
    }

    /**
     * Returns which pages may show archived ones.
     *
     * @param host the field {@code Host} of a request for an archived page
     */
    String dashboards(String host) {
        var origins = new LinkedHashSet<String>();
        String name = withoutPort(host);
        if (NAME.matcher(name).matches()) origins.add(name + ":" + port);
        for (String each : publicHosts) {
            origins.add(each.toLowerCase(Locale.ROOT));
            origins.add(withoutPort(each) + ":" + port);
        }
        return origins.isEmpty() ? "'none'" : String.join(" ", origins);
    }

    /** Returns the origin at which a client gets archived pages. */
    String address(String host, boolean isSecure) {
        return replayOrigin.orElseGet(
                () -> (isSecure ? "https://" : "http://") + withoutPort(host) + ":" + replayPort);
    }
}
