package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Settings with more seeds than a record of the brokers has room for. */
class SettingsRecordsIT {
    private static final int SEEDS = 30_000;

    private static Crawl crawl() {
        var seeds = new ArrayList<String>();
        for (int i = 0; i < SEEDS; i++)
            seeds.add("https://host-%d.example.org/with/a/path/that/is/long.html".formatted(i));
        return Crawl.of(seeds.toArray(String[]::new));
    }

    @Test
    void manySeedsAreKeptInPiecesAndReadBack() throws IOException {
        var address = TestCluster.newAddress();
        var crawl = crawl();
        ClusterCrawl.create(address, 2, crawl, false, InstantSource.system());
        try (var opened = ClusterCrawl.open(address)) {
            assertThat(opened.settings()).contains(crawl.settingsText());
        }
        try (var board = ClusterBoard.open(address, System::nanoTime)) {
            assertThat(board.keys("settings/")).hasSizeGreaterThan(2);
        }
    }

    @Test
    void otherSettingsTakeThePlaceOfThePieces() throws IOException {
        var address = TestCluster.newAddress();
        ClusterCrawl.create(address, 1, crawl(), false, InstantSource.system());
        try (var opened = ClusterCrawl.open(address)) {
            opened.set(Map.of("rate", 7));
            opened.read();
            assertThat(opened.settings().orElseThrow()).contains("rate: 7");
        }
        try (var board = ClusterBoard.open(address, System::nanoTime)) {
            var ids = board.keys("settings/").stream().map(key -> key.substring(9, 45)).distinct();
            assertThat(ids).as("the old ones are gone").hasSize(1);
        }
    }

    @Test
    void settingsAreBounded() throws IOException {
        var topics = TestCluster.topics(1);
        try (var producer = PlainProducer.open(topics.address(), Map.of())) {
            var text = "x".repeat(SettingsRecords.MAX_LENGTH + 1);
            assertThatThrownBy(() -> SettingsRecords.put(producer, topics.address(), text))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("more than");
        }
    }
}
