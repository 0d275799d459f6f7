package dev.gossamer.server;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Permissions to download one thing once without the token: a browser that saves a file sends no
 * token, and a token in a URL would be kept in its history.
 */
final class Tickets {
    static final String PREFIX = "/tickets/";
    private static final Duration VALID = Duration.ofSeconds(60);
    private static final int BYTES = 24;

    /** The oldest go when there are more. */
    static final int MOST = 1_000;

    private static final int MOST_CHARS = 4_096;

    /** What is worth saving; nothing that changes anything, and no streams. */
    private static final List<Pattern> DOWNLOADS =
            List.of(
                    Pattern.compile(
                            "/api/v1/crawls/[a-z0-9][a-z0-9._-]*/(page|report|report\\.html)(\\?.*)?"),
                    Pattern.compile("/api/v1/crawls/[a-z0-9][a-z0-9._-]*/files/[A-Za-z0-9._/-]+"),
                    Pattern.compile("/warc/[a-z0-9][a-z0-9._-]*/[A-Za-z0-9._-]+"));

    private record Ticket(String path, Instant until) {}

    private final InstantSource clock;
    private final SecureRandom chance = new SecureRandom();
    private final Map<String, Ticket> tickets = new LinkedHashMap<>();

    Tickets(InstantSource clock) {
        this.clock = clock;
    }

    void addTo(Routes routes) {
        routes.with(
                "POST",
                "/api/v1/tickets",
                "A URL by which one thing can be downloaded once within a minute, without the token.",
                Schema.object("path", Schema.TEXT),
                Route.Answers.json(Schema.object("url", Schema.TEXT), 201),
                call -> ApiAnswer.of(201, Map.of("url", issue(path(call)))));
    }

    private static String path(ApiCall call) throws IOException {
        String path = CrawlApi.only(call.json(), "path").path("path").asString("");
        boolean isDownload =
                path.length() <= MOST_CHARS
                        && !path.replaceFirst("\\?.*", "").contains("..")
                        && DOWNLOADS.stream().anyMatch(each -> each.matcher(path).matches());
        if (!isDownload) throw Problem.bad("/path", "it is no path of a download");
        return path;
    }

    /** Returns the path at which a ticket is taken. */
    synchronized String issue(String path) {
        byte[] secret = new byte[BYTES];
        chance.nextBytes(secret);
        String name = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        forgetOld();
        if (tickets.size() == MOST) tickets.remove(tickets.keySet().iterator().next());
        tickets.put(name, new Ticket(path, clock.instant().plus(VALID)));
        return PREFIX + name;
    }

    private void forgetOld() {
        var now = clock.instant();
        tickets.values().removeIf(ticket -> ticket.until.isBefore(now));
    }

    /** Takes a ticket and returns the path that it is for; empty if there is none. */
    synchronized Optional<String> take(String path) {
        forgetOld();
        return path.startsWith(PREFIX)
                ? Optional.ofNullable(tickets.remove(path.substring(PREFIX.length())))
                        .map(Ticket::path)
                : Optional.empty();
    }
}
