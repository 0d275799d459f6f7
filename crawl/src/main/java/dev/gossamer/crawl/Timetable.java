package dev.gossamer.crawl;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Another total rate at other hours. Lines such as {@code mon-fri 08:00-18:00 10}: days (all, when
 * left out), hours of the machine's own time zone, and requests a second, 0 for no limit or {@code
 * off} for none at all. The first line that fits counts; where none does, the rate is the usual
 * one. Hours that pass midnight belong to the day they begin on.
 */
public final class Timetable {
    /** Instead of a rate: nothing is asked for. */
    static final double OFF = -1;

    private static final Pattern LINE =
            Pattern.compile(
                    "(?:([a-z,-]+)\\s+)?(\\d{1,2}):(\\d{2})-(\\d{1,2}):(\\d{2})\\s+(off|\\d{1,6}(?:\\.\\d{1,3})?)");
    private static final int DAY_MINUTES = 24 * 60;

    static final SettingType<Line> TYPE =
            SettingType.parsed("LINE", "such as 'mon-fri 08:00-18:00 10'", Line::parse, Line::text);

    private final List<Line> lines;

    /**
     * One line.
     *
     * @param text as the user wrote it
     */
    public record Line(
            String text, Set<DayOfWeek> days, int fromMinute, int toMinute, double rate) {
        static Line parse(String text) {
            var match = LINE.matcher(text.strip().toLowerCase(Locale.ROOT));
            if (!match.matches()) throw new IllegalArgumentException(text);
            int from = minute(match.group(2), match.group(3));
            int to = minute(match.group(4), match.group(5));
            if (from == to || from == DAY_MINUTES) throw new IllegalArgumentException(text);
            String days = match.group(1);
            String rate = match.group(6);
            return new Line(
                    text,
                    days == null ? EnumSet.allOf(DayOfWeek.class) : Timetable.days(days),
                    from,
                    to,
                    rate.equals("off") ? OFF : Double.parseDouble(rate));
        }

        boolean holds(LocalDateTime at) {
            int minute = at.getHour() * 60 + at.getMinute();
            if (fromMinute < toMinute)
                return days.contains(at.getDayOfWeek())
                        && minute >= fromMinute
                        && minute < toMinute;
            if (minute >= fromMinute) return days.contains(at.getDayOfWeek());
            return minute < toMinute && days.contains(at.getDayOfWeek().minus(1));
        }
    }

    Timetable(List<Line> lines) {
        this.lines = List.copyOf(lines);
    }

    /**
     * Requests a second, 0 for no limit, or {@link #OFF}; empty when no line is about this hour.
     */
    Optional<Double> rateAt(LocalDateTime at) {
        return lines.stream().filter(line -> line.holds(at)).map(Line::rate).findFirst();
    }

    /** Returns when something is asked for again: the first such minute, within a week. */
    LocalDateTime offUntil(LocalDateTime now) {
        var at = now.truncatedTo(ChronoUnit.MINUTES);
        var end = at.plusWeeks(1);
        while (at.isBefore(end) && rateAt(at).filter(rate -> rate == OFF).isPresent())
            at = at.plusMinutes(1);
        return at;
    }

    private static int minute(String hour, String minute) {
        int all = Integer.parseInt(hour) * 60 + Integer.parseInt(minute);
        if (all > DAY_MINUTES || Integer.parseInt(minute) > 59)
            throw new IllegalArgumentException(minute);
        return all;
    }

    private static Set<DayOfWeek> days(String words) {
        var days = EnumSet.noneOf(DayOfWeek.class);
        for (String word : words.split(",")) {
            int dash = word.indexOf('-');
            var first = day(dash < 0 ? word : word.substring(0, dash));
            var last = dash < 0 ? first : day(word.substring(dash + 1));
            for (var day = first; ; day = day.plus(1)) {
                days.add(day);
                if (day == last) break;
            }
        }
        return days;
    }

    private static DayOfWeek day(String word) {
        for (var day : DayOfWeek.values())
            if (word.length() >= 3 && day.name().toLowerCase(Locale.ROOT).startsWith(word))
                return day;
        throw new IllegalArgumentException(word);
    }
}
