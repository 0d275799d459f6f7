package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.MemoryDisk;
import dev.gossamer.url.Url;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Whoever asked for a URL is told what became of it, where no answer came. */
class WatchTest {
    private static final int WATCHED = 12;
    private static final Url PAGE = Url.of("http://a.test/page");
    private static final Url VIA = Url.of("http://a.test/page#mark");

    private final List<String> told = new ArrayList<>();
    private final MemoryDisk disk = new MemoryDisk();
    private final ArrayDeque<byte[]> letters = new ArrayDeque<>();
    private long sent;
    private boolean isDown;
    private long now = Duration.ofDays(20_000).toNanos();
    private long offset;
    private Predicate<Url> allowed = _ -> true;
    private Frontier frontier;

    WatchTest() throws IOException {
        frontier = open();
    }

    private Frontier open() throws IOException {
        var opened =
                Frontier.ofCluster(
                        new Frontier.Cluster(1, new OwnMail(), _ -> rules(), new Told(), _ -> {}),
                        FrontierOptions.defaults(),
                        new Surroundings(() -> {}, "", () -> 7),
                        Threads.NONE,
                        1 << 12);
        offset = opened.adopt(0, disk, Duration.ZERO, now);
        return opened;
    }

    /** A shard writes to itself about places. */
    private final class OwnMail implements Mail {
        @Override
        public void send(int shard, byte[] letter) {
            letters.add(letter);
            sent++;
        }

        @Override
        public long arrived() {
            return sent;
        }
    }

    private final class Told implements Watch {
        @Override
        public boolean isFor(int source) {
            return source == WATCHED;
        }

        @Override
        public void seen(Url url, Url via) {
            told.add("seen " + via);
        }

        @Override
        public void dropped(Url url, Url via, DropReason reason) {
            told.add(reason + " " + via);
        }

        @Override
        public void failed(Url url, Url via, String reason) {
            told.add(reason + " " + via);
        }

        @Override
        public void settle() throws IOException {
            if (isDown) throw new IOException("cannot tell");
        }
    }

    private Result.Rules rules() {
        return new Result.Rules(url -> allowed.test(url), Optional.empty(), Duration.ofHours(1));
    }

    private void ask(Frontier of, int source) {
        ask(of, source, false);
    }

    private void ask(Frontier of, int source, boolean isAgain) {
        var found = List.of(new Discovered(PAGE, VIA, 0, 0, 0, source));
        var letter = isAgain ? Frontier.letterAgain(found, now) : Frontier.letter(found, now);
        of.receive(0, ++offset, letter, now);
    }

    /** Answers look-ups and robots.txt until a page is to be fetched, if one is. */
    private Optional<Task> nextFetch() throws Exception {
        for (int i = 0; i < 100; i++) {
            var task = frontier.next(now);
            frontier.commit(now);
            while (!letters.isEmpty()) frontier.receive(0, ++offset, letters.remove(), now);
            if (task.isEmpty()) {
                now += Duration.ofSeconds(1).toNanos();
                continue;
            }
            switch (task.get()) {
                case Task.Resolve resolve ->
                        frontier.finished(
                                resolve,
                                new Result.Resolved(
                                        List.of(InetAddress.getLoopbackAddress()),
                                        Duration.ofHours(1)),
                                now);
                case Task.Robots robots -> frontier.finished(robots, rules(), now);
                case Task.Fetch fetch -> {
                    return Optional.of(fetch);
                }
            }
        }
        return Optional.empty();
    }

    private void fetch() throws Exception {
        frontier.finished(nextFetch().orElseThrow(), new Result.Fetched(200), now);
    }

    @Test
    void anAnswerIsNotToldHere() throws Exception {
        ask(frontier, WATCHED);
        fetch();
        assertThat(told).isEmpty();
    }

    @Test
    void whatWasSeenIsTold() throws Exception {
        ask(frontier, 0);
        fetch();
        ask(frontier, 0);
        assertThat(told).as("nobody asked").isEmpty();
        ask(frontier, WATCHED);
        assertThat(told).containsExactly("seen " + VIA);
        assertThat(nextFetch()).isEmpty();
    }

    @Test
    void whatIsWantedAgainIsFetchedThoughItWasSeen() throws Exception {
        ask(frontier, WATCHED);
        fetch();
        ask(frontier, WATCHED, true);
        fetch();
        assertThat(told).isEmpty();
    }

    @Test
    void whatWasWantedAgainIsSeenAfterwards() throws Exception {
        ask(frontier, WATCHED, true);
        fetch();
        ask(frontier, WATCHED);
        assertThat(told).containsExactly("seen " + VIA);
    }

    @Test
    void aNameThatCannotBeLookedUpIsTold() {
        ask(frontier, WATCHED);
        for (int i = 0; i < 2; i++) {
            assertThat(told).isEmpty();
            var gone = new Result.Unreachable("no such host", true);
            frontier.finished(frontier.next(now).orElseThrow(), gone, now);
            now += Duration.ofSeconds(5).toNanos();
        }
        assertThat(told).containsExactly("no such host " + VIA);
    }

    @Test
    void whatRobotsForbidIsTold() throws Exception {
        allowed = url -> !url.equals(PAGE);
        ask(frontier, WATCHED);
        assertThat(nextFetch()).isEmpty();
        assertThat(told).containsExactly("ROBOTS " + VIA);
    }

    @Test
    void whatAFilterForbidsNowIsTold() throws Exception {
        ask(frontier, WATCHED);
        frontier.finished(nextFetch().orElseThrow(), new Result.Refused(), now);
        assertThat(told).containsExactly("FILTER " + VIA);
    }

    @Test
    void whatAnOperatorDropsIsTold() {
        ask(frontier, WATCHED);
        frontier.drop("a.test");
        assertThat(told).containsExactly("BLOCKED " + VIA);
    }

    @Test
    void whatIsGivenUpIsToldOnce() throws Exception {
        ask(frontier, WATCHED);
        for (int i = 0; i < 20 && told.isEmpty(); i++) {
            var fetch = nextFetch();
            now += Duration.ofMinutes(10).toNanos();
            if (fetch.isPresent())
                frontier.finished(fetch.get(), new Result.Failed("bad answer"), now);
        }
        assertThat(told).containsExactly("bad answer " + VIA);
    }

    @Test
    void whatWasUnderWayAtEachEndOfTheProcessIsTold() throws Exception {
        ask(frontier, WATCHED);
        for (int i = 0; i < FrontierOptions.defaults().retry().maxAttempts(); i++) {
            assertThat(nextFetch()).isPresent();
            frontier.commit(now);
            letters.clear();
            sent = 0;
            frontier = open();
        }
        assertThat(nextFetch()).isEmpty();
        assertThat(told).containsExactly("the process ended each time it was asked for " + VIA);
    }

    @Test
    void anOriginThatCannotBeReachedFailsWhatWaitsAndWhatComes() throws Exception {
        ask(frontier, WATCHED);
        frontier.finished(
                nextFetch().orElseThrow(), new Result.Unreachable("connection refused", true), now);
        for (int i = 0; i < 20 && told.isEmpty(); i++) {
            var fetch = nextFetch();
            now += Duration.ofMinutes(10).toNanos();
            if (fetch.isPresent())
                frontier.finished(
                        fetch.get(), new Result.Unreachable("connection refused", true), now);
        }
        assertThat(told).containsExactly("connection refused " + VIA);
        ask(frontier, WATCHED, true);
        assertThat(told).hasSize(2);
    }

    @Test
    void nothingIsDecidedBeforeItIsTold() throws Exception {
        ask(frontier, WATCHED);
        isDown = true;
        assertThatThrownBy(() -> frontier.commit(now)).isInstanceOf(IOException.class);
        isDown = false;
        fetch();
    }
}
