package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.MemoryDisk;
import dev.gossamer.url.Url;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What each record does to the state of a shard, one record after the other, and who is refused.
 */
class ReplayRecordsTest {
    private static final long NOW = Driver.START;
    private static final long SEED = 7;
    private static final String A = "http://a.test";
    private static final String B = "http://b.test";
    private static final Message.Kind ASK = Message.Kind.ASK;
    private static final Message.Kind GRANT = Message.Kind.GRANT;
    private static final String PLACE = "d:a.test";

    private final MemoryDisk disk = new MemoryDisk();
    private final Runs runs = new Runs(disk, Runnable::run);
    private ShardState state;
    private Replay replay;

    ReplayRecordsTest() throws IOException {
        state = state(FrontierOptions.defaults());
        replay = replayOf(state);
    }

    private ShardState state(FrontierOptions options) throws IOException {
        var shards = new Shards(new Commons(options), 1, Optional.empty(), _ -> noRules());
        return shards.newState(0, options, runs, new Chunks(disk, 1 << 20));
    }

    private static Result.Rules noRules() {
        return Driver.rules(_ -> true);
    }

    private Replay replayOf(ShardState rebuilt) {
        return new Replay(rebuilt, runs, FrontierOptions.defaults());
    }

    /** Hands over a file with this record alone. */
    private void tell(RecordType type, Consumer<Bytes> body) throws IOException {
        try (var out = RecordWriter.create(disk, "records", RecordReader.Kind.JOURNAL)) {
            body.accept(out.begin(type));
            out.end();
            out.flush();
        }
        try (var in = RecordReader.open(disk, "records", RecordReader.Kind.JOURNAL)) {
            assertThat(in.next()).isTrue();
            replay.record(in);
        }
    }

    private void assertRefused(RecordType type, String why, Consumer<Bytes> body) {
        assertThatThrownBy(() -> tell(type, body))
                .as(type.toString())
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("records")
                .hasMessageContaining(type + " does not fit what was before it")
                .cause()
                .hasMessage(why);
    }

    private void seed() throws IOException {
        tell(RecordType.SEED, out -> out.putFixed(SEED));
    }

    private static Entry entry(long number, String url) {
        return Entry.of(Driver.found(url), number, NOW);
    }

    /** The body of a record of a new URL. */
    private Consumer<Bytes> found(long number, String url) {
        return out -> {
            out.putFixed(fingerprint(url));
            out.putText(Url.of(url).origin());
            entry(number, url).put(out);
        };
    }

    private long fingerprint(String url) {
        return state.fingerprints().of(Url.of(url));
    }

    private void queued(long number, String url) throws IOException {
        tell(RecordType.QUEUED, found(number, url));
    }

    private void held(WaitingRoom.Door door, long number, String url) throws IOException {
        tell(
                RecordType.HELD,
                out -> {
                    out.putLong(door.code);
                    found(number, url).accept(out);
                });
    }

    private void began(long number, String origin, InetAddress... addresses) throws IOException {
        tell(
                RecordType.BEGAN,
                out -> {
                    out.putLong(number + 1);
                    out.putText(origin);
                    Codec.addresses(out, List.of(addresses));
                });
    }

    private static Consumer<Bytes> ended(long number, String origin, DecisionLog.Ending ending) {
        return out -> {
            out.putLong(number + 1);
            out.putText(origin);
            out.put(1);
            out.putLong(ending.code);
            if (ending == DecisionLog.Ending.AGAIN) {
                out.putLong(number + 100);
                out.putSigned(NOW);
                out.putText("reset");
                out.putSigned(NOW);
            }
            out.putSigned(NOW + 1);
            out.putLong(1);
            out.putSigned(NOW + 2);
        };
    }

    private static Consumer<Bytes> ofOrigin(String origin, long... numbers) {
        return out -> {
            out.putText(origin);
            for (long number : numbers) out.putLong(number);
        };
    }

    private static Consumer<Bytes> numbers(long... numbers) {
        return out -> {
            for (long number : numbers) out.putLong(number);
        };
    }

    private static Consumer<Bytes> message(int shard, long number, Message.Kind kind) {
        return out ->
                Correspondence.put(
                        out, new Correspondence.Sent(shard, number, new Message(kind, PLACE)));
    }

    /** The names of the hosts that are ready, whoever goes first in front. */
    private List<String> ready() {
        var names = new ArrayList<String>();
        while (!state.gates.ready.isEmpty()) names.add(state.gates.ready.remove().name);
        return names;
    }

    private Map<String, Places.Mine> places() {
        var places = new TreeMap<String, Places.Mine>();
        state.places.each(places::put);
        return places;
    }

    private Map<String, Integer> given() {
        var given = new TreeMap<String, Integer>();
        state.places.eachGiven(given::put);
        return given;
    }

    // ---- what comes first, what comes last

    @ParameterizedTest
    @EnumSource(RecordType.class)
    void onlySomeRecordsMayStandBeforeTheSeed(RecordType type) throws IOException {
        switch (type) {
            case SEED -> seed();
            case SYNCED, RESUMED -> tell(type, numbers(1));
            default -> assertRefused(type, "no seed before it", _ -> {});
        }
    }

    @Test
    void aSnapshotIsCompleteAtItsEndWhichTellsHowMuchOfTheJournalItNeeds() throws IOException {
        seed();
        assertThat(replay.isComplete()).isFalse();
        assertThat(replay.neededBytes()).isZero();
        tell(RecordType.END, numbers(42));
        assertThat(replay.isComplete()).isTrue();
        assertThat(replay.neededBytes()).isEqualTo(42);
    }

    @Test
    void aJournalTellsHowMuchOfItselfIsOnTheDisk() throws IOException {
        tell(RecordType.SYNCED, numbers(42));
        assertThat(replay.syncedBytes()).isEqualTo(42);
        replay.fileBegins();
        assertThat(replay.syncedBytes()).isZero();
    }

    @Test
    void aRecordThatIsTooShortIsRefused() throws IOException {
        seed();
        assertRefused(RecordType.INBOX, "it is too short", _ -> {});
    }

    // ---- URLs that wait

    /** Each must leave the host at the right place among the others. */
    @Test
    void aHostStandsWhereItsFirstUrlBelongs() throws IOException {
        seed();
        queued(1, A + "/1");
        queued(2, B + "/2");
        queued(3, A + "/3");
        var parked =
                ofOrigin(A, 1)
                        .andThen(
                                out -> {
                                    out.putText("reset");
                                    out.putSigned(NOW);
                                });
        tell(RecordType.PARKED, parked);
        assertThat(state.gates.ready.first().name).isEqualTo("b.test");
        tell(RecordType.REVIVED, ofOrigin(A, 1));
        assertThat(ready()).containsExactly("a.test", "b.test");
    }

    @Test
    void aHostWithoutUrlsIsNotReadyUntilOneComesBack() throws IOException {
        seed();
        queued(1, A + "/1");
        tell(RecordType.DROPPED, ofOrigin(A, 1, DropReason.ROBOTS.code));
        assertThat(state.gates.ready.isEmpty()).isTrue();
        queued(2, A + "/2");
        began(2, A);
        assertThat(state.gates.ready.isEmpty()).isTrue();
        tell(RecordType.ENDED, ended(2, A, DecisionLog.Ending.AGAIN));
        assertThat(ready()).containsExactly("a.test");
    }

    @Test
    void aUrlThatWaitsOutsideIsSeenAndHasItsNumber() throws IOException {
        seed();
        held(WaitingRoom.Door.FIRST, 5, A + "/5");
        assertThat(state.seen.isKnown(fingerprint(A + "/5"))).isTrue();
        assertThat(state.tally.nextNumber()).isEqualTo(6);
        assertThat(state.room.size(WaitingRoom.Door.FIRST)).isEqualTo(1);
        assertThat(state.counts().queued()).isEqualTo(1);
    }

    @Test
    void whatIsParkedOutsideIsRevived() throws IOException {
        seed();
        held(WaitingRoom.Door.PARKED, 1, A + "/1");
        tell(RecordType.ROOM_REVIVED, _ -> {});
        assertThat(state.room.size(WaitingRoom.Door.PARKED)).isZero();
        assertThat(state.room.size(WaitingRoom.Door.FIRST)).isEqualTo(1);
    }

    @Test
    void whatWaitsOutsideIsCounted() throws IOException {
        seed();
        tell(
                RecordType.ROOM_COUNTS,
                out -> {
                    out.putLong(1234);
                    out.putSigned(NOW);
                    out.putLong(3);
                    out.putLong(5);
                });
        assertThat(state.room.bytes()).isEqualTo(1234);
        assertThat(state.room.dueNanos()).isEqualTo(NOW);
        assertThat(state.room.ofDomain(3L << 32)).isEqualTo(5);
    }

    @Test
    void onlyTheFirstComesIn() throws IOException {
        seed();
        assertRefused(RecordType.ADMITTED, "URL 1 is not the first outside", admitted(1, true));
        held(WaitingRoom.Door.FIRST, 1, A + "/1");
        held(WaitingRoom.Door.FIRST, 2, B + "/2");
        assertRefused(RecordType.ADMITTED, "URL 2 is not the first outside", admitted(2, true));
        tell(RecordType.ADMITTED, admitted(1, false));
        tell(RecordType.ADMITTED, admitted(2, true));
        assertThat(state.room.isEmpty()).isTrue();
        assertThat(ready()).containsExactly("b.test");
        assertThat(state.tally.dropped()).isEqualTo(Map.of(DropReason.BUDGET, 1L));
    }

    private static Consumer<Bytes> admitted(long number, boolean isTaken) {
        return out -> {
            out.putLong(WaitingRoom.Door.FIRST.code);
            out.putLong(isTaken ? 1 : 0);
            out.putText("");
            out.putLong(number);
        };
    }

    @Test
    void aHostLeavesUnlessItIsAskedOrUnknown() throws IOException {
        seed();
        assertRefused(RecordType.LEFT, "a host that cannot leave", ofOrigin("a.test"));
        queued(1, A + "/1");
        queued(2, A + "/2");
        began(1, A);
        assertRefused(RecordType.LEFT, "a host that cannot leave", ofOrigin("a.test"));
        tell(RecordType.ENDED, ended(1, A, DecisionLog.Ending.PAGE));
        tell(RecordType.LEFT, ofOrigin("a.test"));
        assertThat(state.hosts).isEmpty();
        assertThat(state.parked()).isEqualTo(1);
    }

    @Test
    void urlsAreTakenInWhenItIsKnownThatTheyAreNew() throws IOException {
        seed();
        tell(RecordType.FOUND, found(1, A + "/1"));
        tell(RecordType.FOUND, found(2, A + "/2"));
        tell(RecordType.FOUND, found(3, B + "/3"));
        assertThat(state.seen.isKnown(fingerprint(A + "/1"))).isTrue();
        assertThat(state.pending.count()).isEqualTo(3);
        assertThat(state.tally.nextNumber()).isEqualTo(4);
        assertRefused(RecordType.CHECKED, "only 3 URLs", checked(4));
        tell(RecordType.CHECKED, checked(3, 1, 2));
        assertThat(state.pending.count()).isZero();
        assertThat(state.queued()).isEqualTo(2);
        assertThat(ready()).containsExactly("a.test", "b.test");
    }

    /** Those at these places, of so many, are new. */
    private static Consumer<Bytes> checked(int count, int... areNew) {
        var bits = new BitSet();
        for (int i : areNew) bits.set(i);
        return out -> {
            out.putLong(count);
            out.putBytes(bits.toByteArray());
        };
    }

    @Test
    void rulesKeepTheirCounts() throws IOException {
        seed();
        tell(
                RecordType.LEFT_OUT,
                out -> {
                    out.putLong(2);
                    out.putText("scope");
                    out.putLong(30);
                });
        assertThat(state.leftOut.byRule()).isEqualTo(Map.of("scope", 30L));
    }

    // ---- requests

    @Test
    void whatIsUnderWayIsQueuedAgainByItsNumberAndTwiceOnlyIfItIsUnderWayTwice()
            throws IOException {
        seed();
        var origins = new ArrayList<String>();
        for (char name = 'a'; name <= 'p'; name++) origins.add("http://" + name + ".test");
        for (int i = 0; i < origins.size(); i++) queued(i, origins.get(origins.size() - 1 - i));
        // Once for each, which puts it back, and once more, which gives it a new number.
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < origins.size(); i++) began(i, origins.get(origins.size() - 1 - i));
            tell(RecordType.RESUMED, numbers(NOW));
        }
        assertThat(replay.requeued())
                .extracting(Replay.Requeued::oldNumber)
                .containsExactly(
                        0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L, 15L);
        began(16, origins.getLast());
        replay.resume(NOW);
        assertThat(replay.requeued()).extracting(Replay.Requeued::oldNumber).containsExactly(16L);
        assertThat(ready()).hasSize(16);
    }

    @Test
    void theEndOfOneRequestLeavesTheOtherOfTheHostUnderWay() throws IOException {
        seed();
        queued(1, A + "/1");
        queued(2, A + "/2");
        began(1, A);
        began(2, A);
        tell(RecordType.ENDED, ended(2, A, DecisionLog.Ending.PAGE));
        assertThat(state.host("a.test").pages()).isEqualTo(1);
        assertThat(state.tally.pages()).isEqualTo(1);
        replay.resume(NOW);
        assertThat(state.queued()).isEqualTo(1);
        var ending = ended(2, A, DecisionLog.Ending.PAGE);
        assertRefused(RecordType.ENDED, "not under way at a.test", ending);
    }

    @Test
    void theEndOfALookUpTellsThePaceOfItsHost() throws IOException {
        seed();
        tell(
                RecordType.ENDED,
                out -> {
                    out.putLong(0);
                    out.putText("a.test");
                    out.put(0);
                    out.putLong(DecisionLog.Ending.NO_URL.code);
                    out.putSigned(NOW + 9);
                    out.putLong(4);
                });
        var host = state.host("a.test");
        assertThat(host.gate.openAtNanos()).isEqualTo(NOW + 9);
        assertThat(host.pages()).isEqualTo(4);
    }

    @Test
    void theEndOfARequestShutsItsAddressesAndItsDomain() throws IOException {
        var defaults = FrontierOptions.defaults();
        state = state(Changed.set(defaults, "pace.domainDelay", Duration.ofSeconds(30)));
        replay = replayOf(state);
        seed();
        queued(1, A + "/1");
        began(1, A, Driver.address(1));
        tell(RecordType.ENDED, ended(1, A, DecisionLog.Ending.FETCHED));
        assertThat(state.host("a.test").gate.openAtNanos()).isEqualTo(NOW + 1);
        assertThat(state.gates.ofAddress(Driver.address(1)).openAtNanos()).isEqualTo(NOW + 2);
        assertThat(state.gates.ofDomain("a.test").openAtNanos()).isEqualTo(NOW + 2);
        assertThat(state.tally.fetched()).isEqualTo(1);
        assertThat(state.tally.pages()).isZero();
    }

    // ---- what is in snapshots only

    private void host(String name) throws IOException {
        tell(
                RecordType.HOST,
                out -> {
                    out.putText(name);
                    out.putSigned(NOW);
                    out.putLong(3);
                    out.putLong(1);
                });
    }

    /** An origin that never failed, as a snapshot has it. */
    private void origin(String name) throws IOException {
        var other = state(FrontierOptions.defaults());
        tell(RecordType.ORIGIN, other.origin(name)::write);
    }

    @Test
    void whatBelongsToAHostOrAnOriginComesAfterIt() throws IOException {
        seed();
        assertRefused(RecordType.UNDER_WAY, "no host before it", numbers(0));
        for (var type : List.of(RecordType.LANE, RecordType.STALE, RecordType.RETURNED))
            assertRefused(type, "no origin before it", numbers(0));
    }

    @Test
    void aUrlThatCameBackStandsFirst() throws IOException {
        seed();
        host("a.test");
        origin(A);
        queued(2, A + "/2");
        tell(RecordType.RETURNED, entry(1, A + "/1")::put);
        assertThat(state.origin(A).queue.head(NOW).number()).isEqualTo(1);
        assertThat(state.queued()).isEqualTo(2);
        assertThat(state.host("a.test").pages()).isEqualTo(3);
    }

    @Test
    void whatIsStaleDoesNotCount() throws IOException {
        seed();
        queued(1, A + "/1");
        queued(2, A + "/2");
        queued(3, B + "/3");
        origin(A);
        tell(RecordType.STALE, numbers(1, 1));
        assertThat(state.origin(A).queue.size()).isEqualTo(1);
        assertThat(state.queued()).isEqualTo(2);
    }

    /** Its server may have seen the connection end just now. */
    @Test
    void aRobotsTxtThatIsUnderWayShutsItsHostAndAddress() throws IOException {
        seed();
        host("a.test");
        tell(RecordType.UNDER_WAY, out -> Codec.addresses(out, List.of(Driver.address(1))));
        long later = NOW + Duration.ofHours(1).toNanos();
        replay.resume(later);
        long opens = later + Duration.ofSeconds(1).toNanos();
        assertThat(state.host("a.test").gate.openAtNanos()).isEqualTo(opens);
        assertThat(state.gates.ofAddress(Driver.address(1)).openAtNanos()).isEqualTo(opens);
        assertThat(state.queued()).isZero();
    }

    @Test
    void addressesAndDomainsStayShut() throws IOException {
        seed();
        tell(
                RecordType.ADDRESS,
                out -> {
                    out.putBytes(Network.paced(Driver.address(1)).bytes());
                    out.putSigned(NOW + 5);
                });
        tell(
                RecordType.DOMAIN,
                out -> {
                    out.putText("a.test");
                    out.putSigned(NOW + 6);
                });
        assertThat(state.gates.ofAddress(Driver.address(1)).openAtNanos()).isEqualTo(NOW + 5);
        assertThat(state.gates.ofDomain("a.test").openAtNanos()).isEqualTo(NOW + 6);
    }

    @Test
    void aFileOfFingerprintsIsOpenedAndMustBeThere() throws IOException {
        seed();
        var missing = ofOrigin("seen-00000009");
        assertThatThrownBy(() -> tell(RecordType.RUN, missing))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("RUN names a file that is missing")
                .hasMessageContaining("seen-00000009");
        try (var writer = new Runs(disk, Runnable::run)) {
            writer.add(new long[] {5}, new long[0]);
            tell(RecordType.RUN, ofOrigin(writer.names().getFirst()));
        }
        assertThat(runs.size()).isEqualTo(1);
        assertThat(runs.find(new long[] {5}, 1).contains(5)).isTrue();
    }

    /** A file with two fingerprints has 38 bytes, so at most four fit into it. */
    @Test
    void aCountOfFingerprintsForWhichTheFileIsTooShortIsRefused() throws IOException {
        seed();
        tell(RecordType.SEEN, fingerprints(4, 11, 12));
        assertThat(disk.content("records")).hasSize(38);
        for (int count : new int[] {5, 38, Integer.MAX_VALUE, -1})
            assertRefused(RecordType.SEEN, count + " fingerprints", fingerprints(count, 15, 16));
        tell(RecordType.SEEN, fingerprints(0));
        assertThat(state.seen.inMemory()).containsExactly(11, 12);
    }

    private static Consumer<Bytes> fingerprints(int count, long... fingerprints) {
        return out -> {
            out.putLong(count);
            for (long fingerprint : fingerprints) out.putFixed(fingerprint);
        };
    }

    // ---- other shards

    /** As if it had never been answered, as its links may be lost. */
    @Test
    void aPageWhoseLinksAreOwedIsAskedForOnceMore() throws IOException {
        seed();
        tell(
                RecordType.OWED,
                out -> {
                    out.putText(A);
                    out.putLong(DecisionLog.Ending.PAGE_OWING.code);
                    entry(1, A + "/1").tried().put(out);
                });
        assertThat(state.owed.size()).isEqualTo(1);
        replay.resume(NOW);
        assertThat(state.owed.size()).isZero();
        assertThat(state.queued()).isEqualTo(1);
        assertThat(ready()).containsExactly("a.test");
    }

    @Test
    void lettersAreTakenUpToAnOffset() throws IOException {
        seed();
        tell(RecordType.INBOX, numbers(77));
        assertThat(state.inboxOffset).isEqualTo(77);
    }

    @Test
    void whatWasSentMayNotHaveArrivedAndTheNextHasALaterNumber() throws IOException {
        seed();
        tell(RecordType.SENT, message(2, 8, ASK));
        assertThat(places()).isEqualTo(Map.of(PLACE, Places.Mine.ASKED));
        assertThat(state.correspondence.hasArrived()).isFalse();
        assertThat(state.correspondence.send(2, new Message(ASK, PLACE)).number()).isEqualTo(9);
    }

    @Test
    void aMessageIsTakenWhenItIsTheNextOfItsSender() throws IOException {
        seed();
        var why = "not the next message of shard 2";
        assertRefused(RecordType.GOT, why, message(2, 2, GRANT));
        tell(RecordType.GOT, message(2, 1, GRANT));
        assertRefused(RecordType.GOT, why, message(2, 1, GRANT));
        assertThat(places()).isEqualTo(Map.of(PLACE, Places.Mine.HELD));
    }

    @Test
    void placesAreKnownThatItHasAndThatItKeeps() throws IOException {
        seed();
        tell(
                RecordType.PLACE,
                out -> {
                    out.putText("d:b.test");
                    out.put(Places.Mine.RECALLED.code);
                });
        tell(
                RecordType.KEPT_PLACE,
                out -> {
                    out.putText("d:c.test");
                    out.putSigned(4);
                    out.put(0);
                    out.putLong(1);
                    out.putLong(5);
                });
        assertThat(places()).isEqualTo(Map.of("d:b.test", Places.Mine.RECALLED));
        assertThat(given()).isEqualTo(Map.of("d:c.test", 4));
    }

    /** Which messages went to whom, which came, and which may not have arrived. */
    @Test
    void theNumbersOfMessagesGoOn() throws IOException {
        seed();
        tell(RecordType.CORRESPONDENCE, numbers(1, 2, 8, 1, 3, 4, 0));
        assertThat(state.correspondence.hasArrived()).isTrue();
        assertThat(state.correspondence.send(2, new Message(ASK, PLACE)).number()).isEqualTo(9);
        tell(RecordType.GOT, message(3, 5, GRANT));
        assertThat(places()).isEqualTo(Map.of(PLACE, Places.Mine.HELD));
    }
}
