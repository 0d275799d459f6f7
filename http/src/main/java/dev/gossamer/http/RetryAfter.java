package dev.gossamer.http;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The field Retry-After (RFC 9110 section 10.2.3): a number of seconds, or the date from which on a
 * server can be asked again. Callers have a cap of their own, so nothing is too long here.
 */
public final class RetryAfter {
    /** What a longer wait is taken for: ten years. */
    static final Duration MAX = Duration.ofDays(3650);

    private RetryAfter() {}

    /**
     * Returns how long to wait after an answer; empty where it does not say so in a form that can
     * be read, or names a date that is past. A date is compared with the answer's own Date field,
     * so that it means the same whatever the clocks of the server and of this machine say.
     *
     * @param receivedAt stands in for a Date field that is missing or cannot be read
     */
    public static Optional<Duration> of(Headers headers, Instant receivedAt) {
        var value = headers.first("retry-after").filter(text -> !text.isEmpty());
        if (value.isEmpty()) return Optional.empty();
        if (isNumber(value.get())) return Optional.of(seconds(value.get()));
        var sentAt = headers.first("date").flatMap(text -> HttpDate.parse(text, receivedAt));
        return HttpDate.parse(value.get(), receivedAt)
                .map(until -> Duration.between(sentAt.orElse(receivedAt), until))
                .filter(Duration::isPositive)
                .map(wait -> wait.compareTo(MAX) > 0 ? MAX : wait);
    }

    private static boolean isNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') return false;
        }
        return true;
    }

    private static Duration seconds(String digits) {
        long seconds = 0;
        for (int i = 0; i < digits.length(); i++) {
            seconds = seconds * 10 + digits.charAt(i) - '0';
            if (seconds >= MAX.toSeconds()) return MAX;
        }
        return Duration.ofSeconds(seconds);
    }
}
