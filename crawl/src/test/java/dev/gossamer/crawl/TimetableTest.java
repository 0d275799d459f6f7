package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimetableTest {
    /** A Wednesday. */
    private static LocalDateTime wednesday(int hour, int minute) {
        return LocalDateTime.of(2026, 11, 11, hour, minute);
    }

    private static Timetable timetable(List<String> lines) {
        var settings = Settings.of(Map.of("seeds", "http://a.test/", "timetable", lines));
        return CrawlOptions.read(settings).pacing().timetable();
    }

    @Test
    void theFirstLineThatHoldsCounts() {
        var table =
                timetable(
                        List.of(
                                "wed 12:00-13:00 off",
                                "mon-fri 08:00-18:00 10",
                                "sat,sun 0:00-24:00 7.5"));
        assertThat(table.rateAt(wednesday(7, 59))).isEmpty();
        assertThat(table.rateAt(wednesday(8, 0))).contains(10.0);
        assertThat(table.rateAt(wednesday(12, 30))).contains(Timetable.OFF);
        assertThat(table.rateAt(wednesday(17, 59))).contains(10.0);
        assertThat(table.rateAt(wednesday(18, 0))).isEmpty();
        assertThat(table.rateAt(wednesday(23, 59).plusDays(3))).contains(7.5);
    }

    @Test
    void hoursThatPassMidnightBelongToTheDayTheyBeginOn() {
        var table = timetable(List.of("wednesday 22:00-06:00 100"));
        assertThat(table.rateAt(wednesday(23, 0))).contains(100.0);
        assertThat(table.rateAt(wednesday(5, 59).plusDays(1))).contains(100.0);
        assertThat(table.rateAt(wednesday(6, 0).plusDays(1))).isEmpty();
        assertThat(table.rateAt(wednesday(5, 0))).isEmpty();
    }

    @Test
    void aRangeOfDaysMayPassTheEndOfTheWeek() {
        var table = timetable(List.of("sat-mon 10:00-11:00 1"));
        assertThat(table.rateAt(wednesday(10, 0).plusDays(5))).contains(1.0);
        assertThat(table.rateAt(wednesday(10, 0))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "mon",
                "8-18 10",
                "xyz 08:00-18:00 10",
                "08:00-08:00 1",
                "25:00-26:00 1",
                "08:61-09:00 1"
            })
    void whatItCannotReadIsRefused(String line) {
        assertThatThrownBy(() -> timetable(List.of(line)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("timetable");
    }
}
