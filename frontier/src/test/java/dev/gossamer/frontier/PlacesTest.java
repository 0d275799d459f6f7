package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.MemoryDisk;
import dev.gossamer.frontier.Message.Kind;
import dev.gossamer.frontier.Places.Mine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Who has a place, who waits for it, and what its keeper does about that. */
final class PlacesTest {
    private static final String PLACE = "d:a.test";

    private Places places = new Places();

    private void got(int from, Kind kind) {
        places.got(from, new Message(kind, PLACE));
    }

    /** What the keeper does now; it is done. */
    private List<String> tend() {
        var sent = new ArrayList<String>();
        places.tend(
                PLACE,
                (to, kind) -> {
                    sent.add(kind + " " + to);
                    places.sent(to, new Message(kind, PLACE));
                });
        return sent;
    }

    private Map<String, Mine> mine() {
        var all = new TreeMap<String, Mine>();
        places.each(all::put);
        return all;
    }

    private Map<String, Integer> given() {
        var all = new TreeMap<String, Integer>();
        places.eachGiven(all::put);
        return all;
    }

    /** What a snapshot does, and the process that reads it. */
    private void writeAndRead() throws IOException {
        var disk = new MemoryDisk();
        try (var out = RecordWriter.create(disk, "x", RecordReader.Kind.SNAPSHOT)) {
            places.write(out);
            out.flush();
        }
        places = new Places();
        try (var in = RecordReader.open(disk, "x", RecordReader.Kind.SNAPSHOT)) {
            while (in.next()) {
                if (in.type() == RecordType.PLACE) places.readMine(in.body());
                else places.readKept(in.body());
            }
        }
    }

    @Test
    void aPlaceGoesFromOneToTheNextInTheOrderInWhichTheyAsked() throws IOException {
        assertThat(tend()).isEmpty();
        got(7, Kind.ASK);
        assertThat(given()).isEmpty();
        assertThat(tend()).containsExactly("GRANT 7");
        assertThat(given()).containsExactly(Map.entry(PLACE, 7));
        writeAndRead();
        assertThat(tend()).isEmpty();
        got(9, Kind.ASK);
        got(5, Kind.ASK);
        writeAndRead();
        assertThat(tend()).containsExactly("RECALL 7");
        writeAndRead();
        assertThat(tend()).as("it was recalled").isEmpty();
        got(7, Kind.RETURN);
        assertThat(given()).isEmpty();
        writeAndRead();
        assertThat(tend()).as("another waits").containsExactly("GRANT 9", "RECALL 9");
        got(9, Kind.RETURN);
        assertThat(tend()).containsExactly("GRANT 5");
        assertThat(given()).containsExactly(Map.entry(PLACE, 5));
        assertThat(places.keptCount()).isEqualTo(1);
        got(5, Kind.RETURN);
        assertThat(places.keptCount()).isZero();
        assertThat(tend()).isEmpty();
    }

    @Test
    void whatAShardAskedForItHasUntilItGivesItBack() throws IOException {
        places.sent(3, new Message(Kind.ASK, PLACE));
        places.sent(3, new Message(Kind.ASK, "d:b.test"));
        writeAndRead();
        assertThat(mine()).isEqualTo(Map.of(PLACE, Mine.ASKED, "d:b.test", Mine.ASKED));
        got(3, Kind.RECALL);
        assertThat(mine()).as("it does not have it yet").containsEntry(PLACE, Mine.ASKED);
        got(3, Kind.GRANT);
        writeAndRead();
        assertThat(mine()).containsEntry(PLACE, Mine.HELD).containsEntry("d:b.test", Mine.ASKED);
        got(3, Kind.RECALL);
        writeAndRead();
        assertThat(mine()).containsEntry(PLACE, Mine.RECALLED);
        places.sent(3, new Message(Kind.RETURN, PLACE));
        assertThat(mine()).containsOnlyKeys("d:b.test");
    }
}
