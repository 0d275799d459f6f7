package dev.gossamer.store;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Times of captures as indexes of archives write them: 14 digits, to the second, in UTC. */
public final class CaptureTime {
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final int DIGITS = 14;
    private static final String EARLIEST = "00000101000000";
    private static final String LATEST = "99991231235959";

    private CaptureTime() {}

    /** Returns the 14 digits of a time. A formatter takes ten times as long. */
    public static String text(Instant at) {
        var t = LocalDateTime.ofEpochSecond(at.getEpochSecond(), 0, ZoneOffset.UTC);
        long date = (t.getYear() * 100L + t.getMonthValue()) * 100 + t.getDayOfMonth();
        long time = (t.getHour() * 100L + t.getMinute()) * 100 + t.getSecond();
        String digits = Long.toString(date * 1_000_000 + time);
        return digits.length() < DIGITS ? "0".repeat(DIGITS - digits.length()) + digits : digits;
    }

    /**
     * Reads 14 digits; empty where they are no time. A day beyond the end of its month is the last
     * day.
     */
    public static Optional<Instant> parse(String digits) {
        try {
            return Optional.of(SECONDS.parse(digits, Instant::from));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Reads the first digits of a time, such as a year: the earliest moment that they mean. */
    public static Optional<Instant> earliest(String digits) {
        return isPart(digits)
                ? parse(digits + EARLIEST.substring(digits.length()))
                : Optional.empty();
    }

    /** Reads the first digits of a time: the last moment that they mean. */
    public static Optional<Instant> latest(String digits) {
        return isPart(digits)
                ? parse(digits + LATEST.substring(digits.length()))
                : Optional.empty();
    }

    private static boolean isPart(String digits) {
        return digits.length() >= 4
                && digits.length() <= 14
                && digits.length() % 2 == 0
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
