package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The payloads that need not be stored a second time. */
final class DigestTableTest {
    private static final int WAYS = 8;

    /** A digest whose first 16 bytes are these two numbers; the last four are not looked at. */
    private static PayloadDigest digest(long high, long low) {
        return new PayloadDigest(
                ByteBuffer.allocate(20).putLong(high).putLong(low).putInt(7).array());
    }

    private static Instant second(long second) {
        return Instant.ofEpochSecond(second);
    }

    private static String url(int number) {
        return "http://a.test/" + number;
    }

    private static List<Integer> known(DigestTable table, int count) {
        var known = new ArrayList<Integer>();
        for (int i = 0; i < count; i++) if (table.find(digest(0, i)).isPresent()) known.add(i);
        return known;
    }

    @Test
    void aPayloadLeadsToItsFirstCapture() {
        var table = new DigestTable(64);
        table.add(digest(1, 2), url(1), second(100));
        table.add(digest(1, 2), url(2), second(50));
        assertThat(table.find(digest(1, 2)))
                .contains(new DigestTable.Original(url(1), second(100)));
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "1, 3", "0, 2", "1, -2", "9223372036854775807, 2"})
    void anotherDigestIsAnotherPayload(long high, long low) {
        var table = new DigestTable(8);
        table.add(digest(1, 2), url(1), second(1));
        assertThat(table.find(digest(high, low))).isEmpty();
    }

    /** All of them fall into one bucket. */
    @Test
    void aFullBucketForgetsItsOldest() {
        var table = new DigestTable(1000);
        for (int i = 0; i < WAYS; i++) table.add(digest(0, i), url(i), second(100 - i));
        assertThat(known(table, WAYS)).hasSize(WAYS);
        table.add(digest(0, WAYS), url(WAYS), second(1000));
        assertThat(known(table, WAYS + 1)).containsExactly(0, 1, 2, 3, 4, 5, 6, 8);
        table.add(digest(0, WAYS + 1), url(WAYS + 1), second(1000));
        assertThat(known(table, WAYS + 2)).containsExactly(0, 1, 2, 3, 4, 5, 8, 9);
    }

    @Test
    void aPlaceThatWasForgottenIsTakenFirst() {
        var table = new DigestTable(WAYS);
        for (int i = 0; i < WAYS; i++) table.add(digest(0, i), url(i), second(i));
        table.forget(digest(0, 5));
        assertThat(table.find(digest(0, 5))).isEmpty();
        table.add(digest(0, WAYS), url(WAYS), second(WAYS));
        assertThat(known(table, WAYS + 1)).containsExactly(0, 1, 2, 3, 4, 6, 7, 8);
    }

    @Test
    void whatWasForgottenMayComeAgainFromElsewhere() {
        var table = new DigestTable(WAYS);
        table.add(digest(1, 1), url(1), second(1));
        table.forget(digest(1, 2));
        assertThat(table.find(digest(1, 1))).isPresent();
        table.forget(digest(1, 1));
        table.add(digest(1, 1), url(2), second(2));
        assertThat(table.find(digest(1, 1)).orElseThrow().url()).isEqualTo(url(2));
    }

    @Test
    void withoutRoomNothingIsKnown() {
        var table = new DigestTable(0);
        table.add(digest(1, 1), url(1), second(1));
        table.forget(digest(1, 1));
        assertThat(table.find(digest(1, 1))).isEmpty();
    }

    /** Dates of other writers may be anything; 32 bits hold those until 2106. */
    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z",
        "1969-12-31T23:59:59Z, 1970-01-01T00:00:00Z",
        "2038-01-19T03:14:08Z, 2038-01-19T03:14:08Z",
        "2106-02-07T06:28:15Z, 2106-02-07T06:28:15Z",
        "2106-02-07T06:28:16Z, 2106-02-07T06:28:15Z",
        "2026-11-15T05:25:05.9Z, 2026-11-15T05:25:05Z",
    })
    void theDateIsKeptToTheSecond(Instant at, Instant kept) {
        var table = new DigestTable(WAYS);
        table.add(digest(1, 1), url(1), at);
        assertThat(table.find(digest(1, 1)).orElseThrow().at()).isEqualTo(kept);
    }

    /** After 2038 the number is negative where it is not read without a sign. */
    @Test
    void theOldestIsOldestAfter2038Too() {
        var table = new DigestTable(WAYS);
        for (int i = 0; i < WAYS; i++)
            table.add(digest(0, i), url(i), second(Integer.MAX_VALUE - 3L + i));
        table.add(digest(0, WAYS), url(WAYS), second(Integer.MAX_VALUE + 100L));
        assertThat(known(table, WAYS + 1)).doesNotContain(0).hasSize(WAYS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 16, 1 << 12})
    void itHoldsAsManyAsItWasMadeFor(int capacity) {
        var table = new DigestTable(capacity);
        var random = new Random(capacity);
        var digests = new ArrayList<PayloadDigest>();
        for (int i = 0; i < 4 * capacity; i++) {
            digests.add(digest(random.nextLong(), random.nextLong()));
            table.add(digests.getLast(), url(i), second(i));
        }
        long known = digests.stream().filter(each -> table.find(each).isPresent()).count();
        assertThat(known).isBetween(capacity * 3L / 4, (long) Math.max(WAYS, capacity));
    }

    @Test
    void manyWritersFindWhatTheyAdded() throws Exception {
        var table = new DigestTable(1 << 14);
        var tasks = new ArrayList<Callable<Integer>>();
        for (int writer = 0; writer < 4; writer++) {
            int own = writer;
            tasks.add(
                    () -> {
                        int wrong = 0;
                        for (int i = 0; i < 500; i++) {
                            var digest = digest(i, own);
                            table.add(digest, url(own), second(i));
                            var found = table.find(digest);
                            if (found.isEmpty() || !found.get().url().equals(url(own))) wrong++;
                        }
                        return wrong;
                    });
        }
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var wrong : threads.invokeAll(tasks)) assertThat(wrong.get()).isZero();
        }
    }
}
