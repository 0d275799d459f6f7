package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.MemoryDisk;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A queue does what a naive one does that has all entries in memory. */
final class UrlQueueTest {
    private static final Comparator<Entry> ORDER =
            Comparator.comparingInt(Entry::priority).thenComparingLong(Entry::number);

    /** The naive one. */
    private static final class Model {
        final TreeSet<Entry> fresh = new TreeSet<>(ORDER);
        final TreeSet<Entry> returned = new TreeSet<>(ORDER);
        final Deque<Entry> again = new ArrayDeque<>();
        final Deque<Entry> parked = new ArrayDeque<>();

        Optional<Entry> first(long nowNanos) {
            var firsts = new TreeSet<>(ORDER);
            if (!fresh.isEmpty()) firsts.add(fresh.first());
            if (!returned.isEmpty()) firsts.add(returned.first());
            if (!again.isEmpty() && again.element().dueNanos() <= nowNanos)
                firsts.add(again.element());
            return firsts.isEmpty() ? Optional.empty() : Optional.of(firsts.first());
        }

        long dueAtNanos() {
            if (!fresh.isEmpty() || !returned.isEmpty()) return Long.MIN_VALUE;
            return again.isEmpty() ? Long.MAX_VALUE : again.element().dueNanos();
        }

        void remove(Entry entry) {
            if (!fresh.remove(entry) && !returned.remove(entry)) again.remove();
        }

        int size() {
            return fresh.size() + returned.size() + again.size();
        }
    }

    private final MemoryDisk disk = new MemoryDisk();
    private QueueMemory memory = newMemory();
    private UrlQueue queue = new UrlQueue(memory);
    private Model model = new Model();
    private long number;
    private int files;

    private QueueMemory newMemory() {
        try {
            return new QueueMemory(new Chunks(disk, 1 << 16));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Entry entry(int priority, long dueNanos) {
        var url = Url.of("http://a.test/" + number + "/" + "x".repeat((int) (number % 300)));
        return new Entry(number++, priority, 0, 0, 0, 5, 1, dueNanos, url, url);
    }

    private static Bytes packed(Entry entry) {
        var bytes = new Bytes(64);
        entry.put(bytes);
        return bytes;
    }

    private void add(int priority) {
        var entry = entry(priority, 0);
        var bytes = packed(entry);
        queue.add(priority, entry.number(), bytes.array, bytes.position, bytes.length());
        model.fresh.add(entry);
    }

    private void promote(Entry old) {
        var entry = entry(old.priority() - 1, 0);
        var bytes = packed(entry);
        queue.promote(
                old.number(),
                entry.priority(),
                entry.number(),
                bytes.array,
                bytes.position,
                bytes.length());
        model.fresh.remove(old);
        model.fresh.add(entry);
    }

    private void check(long seed, long nowNanos) {
        var first = model.first(Long.MAX_VALUE);
        assertThat(queue.size()).as("seed %d", seed).isEqualTo(model.size());
        assertThat(queue.parkedSize()).as("seed %d", seed).isEqualTo(model.parked.size());
        assertThat(queue.dueAtNanos()).as("seed %d", seed).isEqualTo(model.dueAtNanos());
        assertThat(queue.firstNumber())
                .as("seed %d", seed)
                .isEqualTo(first.map(Entry::number).orElse(Long.MAX_VALUE));
        assertThat(queue.firstPriority())
                .as("seed %d", seed)
                .isEqualTo(first.map(Entry::priority).orElse(Integer.MAX_VALUE));
        var due = model.first(nowNanos);
        assertThat(queue.headNumber(nowNanos))
                .as("seed %d", seed)
                .isEqualTo(due.map(Entry::number).orElse(Long.MAX_VALUE));
        assertThat(queue.headPriority(nowNanos))
                .as("seed %d", seed)
                .isEqualTo(due.map(Entry::priority).orElse(Integer.MAX_VALUE));
        if (due.isPresent())
            assertThat(queue.head(nowNanos)).as("seed %d", seed).isEqualTo(due.get());
    }

    private void clear() {
        queue.clear();
        model.fresh.clear();
        model.returned.clear();
        model.again.clear();
        assertThat(memory.stale).isZero();
    }

    /** What a snapshot does, and the process that reads it. */
    private void writeAndRead() throws IOException {
        String name = "snapshot" + files++;
        try (var out = RecordWriter.create(disk, name, RecordReader.Kind.SNAPSHOT)) {
            queue.write(out);
            if (queue.hasStale()) {
                queue.writeStale(out.begin(RecordType.STALE));
                out.end();
            }
            out.flush();
        }
        var returned = queue.returnedEntries();
        long stale = memory.stale;
        memory = newMemory();
        queue = new UrlQueue(memory);
        try (var in = RecordReader.open(disk, name, RecordReader.Kind.SNAPSHOT)) {
            while (in.next()) {
                if (in.type() == RecordType.STALE) queue.restoreStale(in.body());
                else queue.restore(in.body());
            }
        }
        for (var entry : returned) queue.putBack(entry);
        assertThat(memory.stale).isEqualTo(stale);
    }

    private void step(Random random, long nowNanos) throws IOException {
        switch (random.nextInt(40)) {
            case 0 -> queue.spill();
            case 1 -> writeAndRead();
            case 2 -> {
                queue.revive();
                model.again.addAll(model.parked);
                model.parked.clear();
            }
            case 3, 4 -> {
                var entry = entry(random.nextInt(4), 0);
                queue.park(entry);
                model.parked.add(entry);
            }
            case 5, 6, 7 -> {
                var entry = entry(random.nextInt(4), nowNanos + random.nextInt(5) - 1);
                queue.addAgain(entry);
                model.again.add(entry);
            }
            case 8, 9 -> {
                var entry = entry(random.nextInt(4), 0);
                queue.putBack(entry);
                model.returned.add(entry);
            }
            case 10, 11, 12 -> {
                var waiting = List.copyOf(model.fresh);
                if (!waiting.isEmpty()) promote(waiting.get(random.nextInt(waiting.size())));
            }
            case 13 -> {
                if (random.nextInt(10) == 0) clear();
            }
            case 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26 -> {
                var head = model.first(nowNanos);
                if (head.isEmpty()) return;
                assertThat(queue.remove(head.get().number())).isEqualTo(head.get());
                model.remove(head.get());
            }
            default -> add(random.nextInt(4));
        }
    }

    @Test
    void theSameEntriesComeOutInTheSameOrder() throws IOException {
        for (long seed = 0; seed < 60; seed++) {
            var random = new Random(seed);
            model = new Model();
            memory = newMemory();
            queue = new UrlQueue(memory);
            long nowNanos = 100;
            for (int i = 0; i < 400; i++) {
                nowNanos += random.nextInt(2);
                step(random, nowNanos);
                check(seed, nowNanos);
            }
            while (model.size() > 0) {
                var head = model.first(Long.MAX_VALUE).orElseThrow();
                assertThat(queue.remove(head.number())).as("seed %d", seed).isEqualTo(head);
                model.remove(head);
                check(seed, Long.MAX_VALUE);
            }
            assertThat(memory.stale).as("seed %d", seed).isZero();
        }
    }

    /** Long lanes: what is between their ends lies on disk, in chunks that grow. */
    @Test
    void aLongQueueLiesOnDiskAndComesOutInItsOrder() throws IOException {
        for (int i = 0; i < 8_000; i++) add(i % 2);
        long inMemory = memory.bytes;
        assertThat(inMemory).isLessThan(400_000).isPositive();
        writeAndRead();
        assertThat(memory.bytes).isLessThanOrEqualTo(inMemory).isPositive();
        for (int i = 0; i < 100; i++) add(1);
        queue.spill();
        assertThat(memory.bytes).isZero();
        var chunks = (Chunks) memory.chunks;
        assertThat(chunks.dead()).isEmpty();
        while (model.size() > 0) {
            var head = model.first(0).orElseThrow();
            assertThat(queue.remove(head.number())).isEqualTo(head);
            model.remove(head);
        }
        assertThat(queue.size()).isZero();
        assertThat(memory.bytes).isZero();
        // All but the one that is written to.
        long segments = disk.list().stream().filter(n -> n.startsWith(Chunks.SEGMENT)).count();
        assertThat(segments).isGreaterThan(3);
        assertThat(chunks.dead()).hasSize((int) segments - 1);
    }

    private static final class FullDisk implements ChunkStore {
        @Override
        public long write(byte[] from, int at, int length) throws IOException {
            throw new IOException("the disk is full");
        }

        @Override
        public byte[] read(long reference) {
            throw new AssertionError("nothing was written");
        }

        @Override
        public void release(long reference) {
            throw new AssertionError("nothing was written");
        }

        @Override
        public void restore(long reference) {
            throw new AssertionError("nothing was written");
        }
    }

    @Test
    void whereTheDiskIsFullTheQueueStaysInMemory() throws IOException {
        memory = new QueueMemory(new FullDisk());
        queue = new UrlQueue(memory);
        memory.throwRefusal();
        for (int i = 0; i < 2_000; i++) add(0);
        assertThatThrownBy(memory::throwRefusal).hasMessage("the disk is full");
        memory.throwRefusal();
        assertThatThrownBy(queue::spill).hasMessage("the disk is full");
        while (model.size() > 0) {
            var head = model.first(0).orElseThrow();
            assertThat(queue.remove(head.number())).isEqualTo(head);
            model.remove(head);
        }
        assertThat(queue.size()).isZero();
        assertThat(memory.bytes).isZero();
    }

    @Test
    void whatIsClearedTakesNoMemoryAndWhatIsParkedStays() throws IOException {
        for (int i = 0; i < 1_000; i++) add(0);
        promote(model.fresh.last());
        queue.addAgain(entry(0, 7));
        queue.park(entry(0, 0));
        queue.putBack(entry(0, 0));
        clear();
        assertThat(queue.size()).isZero();
        assertThat(queue.dueAtNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(queue.parkedSize()).isEqualTo(1);
        assertThat(queue.returnedEntries()).isEmpty();
        queue.spill();
        assertThat(memory.bytes).isZero();
    }

    @Test
    void theFirstThatWaitAreShownWithoutThoseThatAreStale() {
        add(1);
        add(1);
        add(2);
        promote(model.fresh.last());
        var returned = entry(3, 0);
        queue.putBack(returned);
        var again = entry(0, 9);
        queue.addAgain(again);
        var all = new ArrayList<Entry>();
        all.add(returned);
        all.addAll(model.fresh);
        all.add(again);
        for (int most = 0; most <= 6; most++) {
            var seen = new ArrayList<Entry>();
            queue.peek(most, seen::add);
            assertThat(seen).isEqualTo(all.subList(0, Math.min(most, all.size())));
        }
    }

    @Test
    void whatIsTriedAgainOrParkedCanGoToDiskToo() throws IOException {
        var again = entry(0, 7);
        queue.addAgain(again);
        queue.spill();
        assertThat(memory.bytes).isZero();
        assertThat(queue.head(7)).isEqualTo(again);
        queue.park(entry(0, 0));
        queue.spill();
        assertThat(memory.bytes).isZero();
    }

    @Test
    void anEntryThatWasReplacedNeverStandsFirst() {
        add(0);
        assertThat(queue.hasStale()).isFalse();
        var old = model.fresh.first();
        var later = entry(1, 0);
        var bytes = packed(later);
        queue.promote(old.number(), 1, later.number(), bytes.array, bytes.position, bytes.length());
        assertThat(queue.head(0)).isEqualTo(later);
        assertThat(queue.size()).isEqualTo(1);
        assertThat(queue.hasStale()).isFalse();
        assertThat(memory.stale).isZero();
    }

    @Test
    void onlyTheFirstCanBeTakenOut() {
        assertThatThrownBy(() -> queue.head(0)).isInstanceOf(IllegalStateException.class);
        add(0);
        add(0);
        assertThatThrownBy(() -> queue.remove(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("URL 1 is not the first");
    }
}
