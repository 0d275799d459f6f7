package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.Status;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LiveViewTest {
    private static final Status.Activity ACTIVITY =
            new Status.Activity(
                    3,
                    500,
                    20,
                    new TreeMap<>(Map.of("waiting", 14L, "ready", 3L, "aside", 2L, "idle", 0L)),
                    new TreeMap<>(Map.of("0.1", 50L, "0.25", 50L)),
                    Map.of(),
                    new Status.Upkeep(0, 0, 0));

    private static Status status(double seconds, long pages) {
        return new Status(
                Status.State.running,
                Optional.empty(),
                Optional.of(new Status.Waiting("the delay of \033[31ma.test", 4)),
                pages,
                40,
                pages * 1000,
                seconds,
                3411,
                16_020,
                38,
                0,
                20,
                0,
                0,
                0,
                Map.of("200", 90L, "404", 10L),
                Map.of("timeout", 9L, "dns_failed", 3L),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                ACTIVITY,
                Map.of());
    }

    private static Speed speed() {
        var speed = new Speed();
        speed.see(status(10, 100));
        speed.see(status(20, 400));
        return speed;
    }

    @Test
    void itTellsHowFarHowFastWhoAndWhy() {
        var view = new LiveView("docs", 1000, LiveView.Marks.ASCII);
        assertThat(view.lines(status(20, 400), speed(), 200))
                .containsExactly(
                        "docs  * running 20.0 s   ########------------ 40 % of 1,000 pages   about 20 s to go",
                        "pages 400  30/s .^   30.0 kB/s   queue 3,411   seen 16,020",
                        "hosts 20: 2 set aside, 3 ready, 14 waiting   connections 3 of 500   at most 20/s",
                        "answers 2xx 90.0 %  4xx 10.0 %    errors 12 (timeout 9)   half within 100 ms, 95 % within 235 ms",
                        "waiting 4 s: the delay of  [31ma.test");
    }

    @Test
    void noLineIsWiderThanTheTerminal() {
        var view = new LiveView("docs", 1000, LiveView.Marks.BLOCKS);
        assertThat(view.lines(status(20, 400), speed(), 30)).allMatch(line -> line.length() <= 30);
    }

    @Test
    void withoutALimitThereIsNoBar() {
        var view = new LiveView("docs", Long.MAX_VALUE, LiveView.Marks.ASCII);
        assertThat(view.lines(status(20, 400), speed(), 200).getFirst())
                .isEqualTo("docs  * running 20.0 s");
    }

    @Test
    void linesAreDrawnInPlaceOfThoseBefore() {
        var text = new StringWriter();
        var screen = new LiveScreen(new PrintWriter(text, true));
        screen.draw(List.of("one", "two", "three"));
        screen.draw(List.of("four"));
        screen.tell("told");
        screen.draw(List.of("five", "six"));
        screen.clear();
        assertThat(text.toString())
                .isEqualTo(
                        "\r\033[Jone\r\ntwo\r\nthree\r\033[2A\033[Jfour\r\033[Jtold\r\n\r\033[Jfive\r\nsix\r\033[1A\033[J");
    }
}
