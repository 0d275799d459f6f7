package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.MemoryDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A byte flipped, or the end torn off, in every kind of file: the crawl that goes on from there is
 * the same as without, or there is none, with file and place named.
 */
class DamageTest {
    private static final int SAMPLES = 60;
    private static final FrontierOptions OPTIONS = options();

    private final List<Discovered> urls = new ArrayList<>();
    private final Map<String, byte[]> files = new TreeMap<>();
    private final Set<String> fetchedBefore = new TreeSet<>();
    private long now = Driver.START;
    private String lastJournal = "";

    private static FrontierOptions options() {
        var defaults = FrontierOptions.defaults();
        return Changed.set(
                defaults,
                "limits.seenInMemory",
                30,
                "limits.queueBytes",
                300,
                "limits.promotable",
                64);
    }

    private Frontier open(MemoryDisk disk) throws IOException {
        return Frontier.open(disk, OPTIONS, now, 1 << 20);
    }

    /** A frontier in the middle of a crawl, with every kind of file that there is. */
    @BeforeEach
    void crawlHalf() throws IOException {
        for (int i = 0; i < 240; i++)
            urls.add(Driver.found("http://h" + i % 6 + ".test/page/" + i, 5 + i % 2));
        var disk = new MemoryDisk();
        var frontier = open(disk);
        discover(frontier, urls.subList(0, 200));
        crawl(frontier, 40, fetchedBefore);
        frontier.checkpoint();
        discover(frontier, urls.subList(190, 240));
        frontier.discovered(List.of(Driver.found(urls.get(150).url().toString(), 1)), now);
        crawl(frontier, 20, fetchedBefore);
        for (var name : disk.list()) files.put(name, disk.content(name));
        lastJournal =
                files.keySet().stream()
                        .filter(n -> n.startsWith("journal-"))
                        .max(String::compareTo)
                        .orElseThrow();
        assertThat(files.keySet())
                .anyMatch(name -> name.startsWith("snapshot-"))
                .anyMatch(name -> name.startsWith("queue-"))
                .anyMatch(name -> name.startsWith("seen-"))
                .anyMatch(name -> name.startsWith("history-"));
    }

    private void discover(Frontier frontier, List<Discovered> found) throws IOException {
        for (int i = 0; i < found.size(); i += 10) {
            frontier.discovered(found.subList(i, Math.min(found.size(), i + 10)), now);
            frontier.commit(now);
        }
    }

    private void crawl(Frontier frontier, int most, Set<String> fetched) throws IOException {
        for (int done = 0; done < most && !frontier.isIdle(); ) {
            var task = frontier.next(now);
            frontier.commit(now);
            if (task.isEmpty()) {
                now = Math.max(now + 1, frontier.wakeAtNanos());
                continue;
            }
            switch (task.get()) {
                case Task.Resolve resolve ->
                        frontier.finished(
                                resolve, Driver.resolved(resolve.host().charAt(1) - '0'), now);
                case Task.Robots robots -> frontier.finished(robots, Driver.rules(_ -> true), now);
                case Task.Fetch fetch -> {
                    frontier.finished(fetch, new Result.Fetched(200), now);
                    fetched.add(fetch.url().toString());
                    done++;
                }
            }
        }
        frontier.commit(now);
    }

    /** All that is fetched from here on, when every URL is found once more. */
    private Set<String> goOn(Map<String, byte[]> state) throws IOException {
        var disk = new MemoryDisk();
        state.forEach((name, bytes) -> disk.content(name, bytes.clone()));
        var frontier = open(disk);
        var fetched = new TreeSet<String>();
        discover(frontier, urls);
        crawl(frontier, Integer.MAX_VALUE, fetched);
        frontier.close();
        return fetched;
    }

    /** Where the crawl can be told; else the file is named. */
    private boolean isRefused(String name, byte[] damaged, String what, boolean mayRepeat) {
        var state = new TreeMap<>(files);
        state.put(name, damaged);
        var due = new TreeSet<String>();
        for (var url : urls) due.add(url.url().toString());
        if (!mayRepeat) due.removeAll(fetchedBefore);
        try {
            var fetched = goOn(state);
            if (mayRepeat) {
                fetched.addAll(fetchedBefore);
                assertThat(fetched).as(what).isEqualTo(due);
            } else assertThat(fetched).as(what).isEqualTo(due);
            return false;
        } catch (UncheckedIOException e) {
            assertRefused(java.util.Objects.requireNonNull(e.getCause()), name, what);
            return true;
        } catch (IOException e) {
            assertRefused(e, name, what);
            return true;
        }
    }

    private static void assertRefused(IOException e, String name, String what) {
        assertThat(e)
                .as(what)
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("damaged at offset ");
    }

    private static int[] places(int length) {
        var places = new TreeSet<Integer>();
        for (int i = 0; i < Math.min(24, length); i++) {
            places.add(i);
            places.add(length - 1 - i);
        }
        for (int i = 0; i < SAMPLES; i++) places.add((int) ((long) i * length / SAMPLES));
        return places.stream().mapToInt(Integer::intValue).filter(i -> i < length).toArray();
    }

    @Test
    void undamagedTheCrawlGoesOn() throws IOException {
        assertThat(goOn(files)).hasSize(urls.size() - fetchedBefore.size());
    }

    @Test
    void aFlippedByteIsRefusedOrMakesNoDifference() {
        var refusals = new TreeMap<String, Integer>();
        for (var file : files.entrySet())
            for (int at : places(file.getValue().length)) {
                byte[] damaged = file.getValue().clone();
                damaged[at] ^= 0x10;
                var what = "byte %d of %s".formatted(at, file.getKey());
                if (isRefused(file.getKey(), damaged, what, false))
                    refusals.merge(file.getKey().replaceAll("-.*", ""), 1, Integer::sum);
            }
        // History is not read, and parts of queues may be read already.
        assertThat(refusals).containsKeys("journal", "snapshot", "queue", "seen");
        assertThat(refusals).doesNotContainKey("history");
    }

    @Test
    void aTornEndIsRefusedOrMakesNoDifferenceAndThatOfTheLastJournalIsCut() {
        var refusals = new TreeMap<String, Integer>();
        for (var file : files.entrySet())
            for (int length : places(file.getValue().length)) {
                byte[] torn = Arrays.copyOf(file.getValue(), length);
                var what = "%s torn at %d".formatted(file.getKey(), length);
                boolean isLast = file.getKey().equals(lastJournal);
                boolean isRefused = isRefused(file.getKey(), torn, what, isLast);
                if (isRefused) refusals.merge(file.getKey().replaceAll("-.*", ""), 1, Integer::sum);
                if (isLast) assertThat(isRefused).as(what).isFalse();
            }
        assertThat(refusals).containsKeys("snapshot", "queue", "seen");
    }
}
