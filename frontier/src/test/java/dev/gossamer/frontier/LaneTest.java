package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which part of a lane lies where. An item has 92 bytes, and is given room for 96. */
final class LaneTest {
    private static final int ENTRY_BYTES = 91;
    private static final int ITEM_BYTES = 92;

    /** In a front of 8 KiB, and in a chunk as large. */
    private static final int FIRST_ITEMS = 89;

    private static final class Written implements ChunkStore {
        final List<Integer> lengths = new ArrayList<>();
        final Map<Long, byte[]> kept = new HashMap<>();

        @Override
        public long write(byte[] from, int at, int length) {
            lengths.add(length);
            kept.put((long) lengths.size(), Arrays.copyOfRange(from, at, at + length));
            return lengths.size();
        }

        @Override
        public byte[] read(long reference) {
            return kept.getOrDefault(reference, new byte[0]);
        }

        @Override
        public void release(long reference) {
            assertThat(kept.remove(reference)).isNotNull();
        }

        @Override
        public void restore(long reference) {
            assertThat(kept).containsKey(reference);
        }
    }

    /** What a snapshot says of a lane. */
    private record Parts(int frontBytes, int chunks, int backBytes) {}

    private final Written chunks = new Written();
    private final QueueMemory memory = new QueueMemory(chunks);
    private final Lane lane = new Lane(0, memory);
    private long added;
    private long removed;

    private void add(int items) {
        for (int i = 0; i < items; i++) {
            var entry = new Bytes(ENTRY_BYTES);
            entry.putLong(added);
            lane.add(added++, entry.array, 0, ENTRY_BYTES);
        }
    }

    private void remove(int items) {
        for (int i = 0; i < items; i++) {
            assertThat(lane.headNumber()).isEqualTo(removed);
            assertThat(lane.head().getLong()).isEqualTo(removed);
            lane.removeHead();
            removed++;
        }
    }

    private Parts parts() {
        var out = new Bytes(64);
        lane.write(out);
        out.getSigned();
        assertThat(out.getLong()).isEqualTo(added - removed);
        assertThat(out.getLong()).isEqualTo(removed);
        int front = out.getBytes().length;
        int count = out.getInt();
        for (int i = 0; i < count; i++) out.getFixed();
        return new Parts(front, count, out.getBytes().length);
    }

    private static List<Integer> times(int count, int items) {
        return Collections.nCopies(count, items * ITEM_BYTES);
    }

    @Test
    void aShortLaneIsAllFront() {
        add(FIRST_ITEMS);
        assertThat(parts()).isEqualTo(new Parts(FIRST_ITEMS * ITEM_BYTES, 0, 0));
        remove(40);
        add(40);
        assertThat(parts()).isEqualTo(new Parts(FIRST_ITEMS * ITEM_BYTES, 0, 0));
        add(2);
        assertThat(parts()).isEqualTo(new Parts(FIRST_ITEMS * ITEM_BYTES, 0, 2 * ITEM_BYTES));
        assertThat(chunks.lengths).isEmpty();
    }

    /** Sixteen chunks of each length, from 8 to 64 KiB. */
    @Test
    void theChunksOfALongLaneAreLonger() {
        add(FIRST_ITEMS + 16 * (FIRST_ITEMS + 178 + 356) + 40 * 712 + 1);
        var lengths = new ArrayList<>(times(16, FIRST_ITEMS));
        lengths.addAll(times(16, 178));
        lengths.addAll(times(16, 356));
        lengths.addAll(times(40, 712));
        assertThat(chunks.lengths).isEqualTo(lengths);
        assertThat(parts()).isEqualTo(new Parts(FIRST_ITEMS * ITEM_BYTES, 88, ITEM_BYTES));
        remove((int) added);
        assertThat(chunks.kept).isEmpty();
        assertThat(memory.bytes).isZero();
    }

    /** What counts is how many there are, and not how many there were. */
    @Test
    void theChunksOfALaneThatBecameShortAreShort() {
        add(FIRST_ITEMS + 16 * FIRST_ITEMS + 1);
        remove(FIRST_ITEMS + 10 * FIRST_ITEMS + 1);
        add(5 * FIRST_ITEMS);
        assertThat(chunks.lengths).isEqualTo(times(21, FIRST_ITEMS));
    }

    @Test
    void aLaneThatIsClearedReleasesItsChunks() {
        add(FIRST_ITEMS + 5 * FIRST_ITEMS);
        remove(FIRST_ITEMS + 1);
        assertThat(chunks.kept).hasSize(3);
        lane.clear();
        assertThat(chunks.kept).isEmpty();
        assertThat(memory.bytes).isZero();
        assertThat(lane.size()).isZero();
    }

    /** Most lanes have one item; those with more must not be copied for each. */
    @Test
    void memoryIsExactForOneItemAndDoublesForMore() {
        add(1);
        assertThat(memory.bytes).isEqualTo(96);
        add(1);
        assertThat(memory.bytes).isEqualTo(ITEM_BYTES + 96);
        add(1);
        assertThat(memory.bytes).isEqualTo(4 * ITEM_BYTES);
        remove(1);
        add(1);
        // What was removed is not copied.
        assertThat(memory.bytes).isEqualTo(4 * ITEM_BYTES);
    }

    /** A number of chunks that cannot be there must not take the memory for them. */
    @Test
    void moreChunksThanTheRecordHasRoomForAreDamage() throws IOException {
        var out = new Bytes(64);
        for (int i = 0; i < 3; i++) out.putLong(0);
        out.putLong(0); // of the front
        out.putLong(20);
        for (int i = 0; i < 3; i++) out.putFixed(1);
        assertThatThrownBy(() -> Lane.read(out, memory))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("20 chunks");
    }
}
