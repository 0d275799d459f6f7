package dev.gossamer.crawl;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.util.ArrayList;
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
final class Timetable {
    /** Instead of a rate: nothing is asked for. */
    static final double OFF = -1;

    private static final Pattern LINE =
            Pattern.compile(
                    "(?:([a-z,-]+)\\s+)?(\\d{1,2}):(\\d{2})-(\\d{1,2}):(\\d{2})\\s+(off|\\d{1,6}(?:\\.\\d{1,3})?)");
    private static final int DAY_MINUTES = 24 * 60;

    private final List<Line> lines;

    private record Line(Set<DayOfWeek> days, int fromMinute, int toMinute, double rate) {
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

    private Timetable(List<Line> lines) {
        this.lines = lines;
    }

    static Timetable parse(List<String> lines) {
        var all = new ArrayList<Line>();
        for (String line : lines) all.add(line(line));
        return new Timetable(all);
    }

    /**
     * Requests a second, 0 for no limit, or {@link #OFF}; empty when no line is about this hour.
     */
    Optional<Double> rateAt(LocalDateTime at) {
        return lines.stream().filter(line -> line.holds(at)).map(Line::rate).findFirst();
    }

    private static Line line(String text) {
        var match = LINE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!match.matches()) throw wrong(text);
        int from = minute(text, match.group(2), match.group(3));
        int to = minute(text, match.group(4), match.group(5));
        if (from == to || from == DAY_MINUTES) throw wrong(text);
        String rate = match.group(6);
        return new Line(
                match.group(1) == null
                        ? EnumSet.allOf(DayOfWeek.class)
                        : days(text, match.group(1)),
                from,
                to,
                rate.equals("off") ? OFF : Double.parseDouble(rate));
    }

    private static int minute(String text, String hour, String minute) {
        int all = Integer.parseInt(hour) * 60 + Integer.parseInt(minute);
        if (all > DAY_MINUTES || Integer.parseInt(minute) > 59) throw wrong(text);
        return all;
    }

    private static Set<DayOfWeek> days(String text, String words) {
        var days = EnumSet.noneOf(DayOfWeek.class);
        for (String word : words.split(",")) {
            int dash = word.indexOf('-');
            var first = day(text, dash < 0 ? word : word.substring(0, dash));
            var last = dash < 0 ? first : day(text, word.substring(dash + 1));
            for (var day = first; ; day = day.plus(1)) {
                days.add(day);
                if (day == last) break;
            }
        }
        return days;
    }

    private static DayOfWeek day(String text, String word) {
        for (var day : DayOfWeek.values())
            if (word.length() >= 3 && day.name().toLowerCase(Locale.ROOT).startsWith(word))
                return day;
        throw wrong(text);
    }

    private static UsageException wrong(String text) {
        return Settings.wrong("timetable", text, "such as 'mon-fri 08:00-18:00 10'");
    }
}
