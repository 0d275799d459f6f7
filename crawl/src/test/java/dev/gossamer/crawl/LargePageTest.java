package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.frontier.Discovered;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LargePageTest {
    private static final Url URL = Url.of("http://a.test/");

    @Test
    void itsLinksAreTakenInPartsAndItsEndComesLast() {
        var task = new Task.Fetch("a.test", URL, List.of(), URL, 0, 0, 1);
        var picked = Picked.empty();
        for (int i = 0; i < 10_000; i++)
            picked.discovered().add(new Discovered(Url.of("http://a.test/" + i), URL, 1, 0, 0));
        picked.leftOut().add("scope", 7);
        var page = new LargePage(new Finished(task, new Result.Fetched(200), picked, 42));
        var taken = new ArrayList<Discovered>();
        var sizes = new ArrayList<Integer>();
        while (page.hasMore()) {
            var part = page.next();
            sizes.add(part.size());
            taken.addAll(part);
        }
        assertThat(sizes).containsExactly(4096, 4096, 1808);
        assertThat(taken).isEqualTo(picked.discovered());
        var rest = page.rest();
        assertThat(rest.picked().discovered()).isEmpty();
        assertThat(rest.picked().leftOut().size()).isEqualTo(1);
        assertThat(rest.task()).isEqualTo(task);
        assertThat(rest.endedNanos()).isEqualTo(42);
    }
}
