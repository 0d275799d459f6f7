package dev.gossamer.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * Dates of header fields in the three forms that a recipient must accept (RFC 9110 section 5.6.7):
 *
 * <pre>
 * Sun, 06 Nov 1994 08:49:37 GMT    IMF-fixdate
 * Sunday, 06-Nov-94 08:49:37 GMT   RFC 850
 * Sun Nov  6 08:49:37 1994         asctime
 * </pre>
 *
 * Read as browsers read dates of cookies (RFC 6265 section 5.1.1): the text is cut into words, and
 * the first word that looks like a time, a day, a month or a year is taken for it. So the name of
 * the day may be wrong or missing, and the separators may be others. The zone is always UTC.
 */
public final class HttpDate {
    private static final DateTimeFormatter WRITTEN =
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    /** A longer text is no date. */
    private static final int MAX_CHARS = 100;

    private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";

    private int hour = -1;
    private int minute;
    private int second;
    private int day = -1;
    private int month = -1;
    private int year = -1;
    private boolean isShortYear;

    private HttpDate() {}

    /**
     * Reads a date.
     *
     * @param now decides the century of a year of two digits: none lies more than 50 years ahead
     */
    public static Optional<Instant> parse(String text, Instant now) {
        if (text.length() > MAX_CHARS) return Optional.empty();
        var date = new HttpDate();
        int at = 0;
        while (at < text.length()) {
            int from = at;
            while (at < text.length() && isWordChar(text.charAt(at))) at++;
            if (at > from) date.word(text.substring(from, at).toLowerCase(Locale.ROOT));
            else at++;
        }
        return date.instant(now);
    }

    /** Returns a time as header fields have it. */
    public static String text(Instant time) {
        return WRITTEN.format(time);
    }

    private static boolean isWordChar(char c) {
        return c == ':' || Character.isLetterOrDigit(c);
    }

    private void word(String word) {
        if (hour < 0 && isTime(word)) return;
        int number = number(word);
        if (day < 0 && number >= 0 && word.length() <= 2) {
            day = number;
        } else if (month < 0 && word.length() >= 3 && monthOf(word) > 0) {
            month = monthOf(word);
        } else if (year < 0 && number >= 0 && (word.length() == 2 || word.length() == 4)) {
            year = number;
            isShortYear = word.length() == 2;
        }
    }

    /** Takes {@code hh:mm:ss}, each of one or two digits. */
    private boolean isTime(String word) {
        var parts = FieldList.items(word, ':');
        if (parts.size() != 3) return false;
        for (String part : parts) if (part.length() > 2 || number(part) < 0) return false;
        hour = number(parts.get(0));
        minute = number(parts.get(1));
        second = number(parts.get(2));
        return true;
    }

    private static int monthOf(String word) {
        int at = MONTHS.indexOf(word.substring(0, 3));
        return at >= 0 && at % 3 == 0 ? at / 3 + 1 : -1;
    }

    /** Returns the number that the word is, or -1 where it is none of one to four digits. */
    private static int number(String word) {
        if (word.isEmpty() || word.length() > 4) return -1;
        int number = 0;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c < '0' || c > '9') return -1;
            number = number * 10 + c - '0';
        }
        return number;
    }

    private Optional<Instant> instant(Instant now) {
        if (hour < 0 || day < 0 || month < 0 || year < 0) return Optional.empty();
        try {
            // A leap second is the last second of its minute.
            var time =
                    LocalDateTime.of(
                            fullYear(now), month, day, hour, minute, second == 60 ? 59 : second);
            return Optional.of(time.toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private int fullYear(Instant now) {
        if (!isShortYear) return year;
        int thisYear = LocalDateTime.ofInstant(now, ZoneOffset.UTC).getYear();
        int full = thisYear - thisYear % 100 + year;
        return full > thisYear + 50 ? full - 100 : full;
    }
}
