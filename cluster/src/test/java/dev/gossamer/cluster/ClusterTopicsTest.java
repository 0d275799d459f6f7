package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ClusterTopicsTest {
    private static final Set<String> NEEDED =
            Set.of("journal", "inbox", "files", "control", "nodes", "requests", "results");

    private static Set<String> topics(String name) {
        var topics = new TreeSet<String>();
        for (var each : NEEDED) topics.add(name + "." + each);
        return topics;
    }

    @Test
    void crawlsAreFoundByTheirTopicsAlsoThoseOfEarlierVersions() {
        var topics = topics("news");
        topics.addAll(topics("docs"));
        topics.addAll(Set.of("docs.pages", "__consumer_offsets", "bank.journal", "journal"));
        assertThat(ClusterTopics.crawls(topics)).containsExactly("docs", "news");
    }

    @Test
    void topicsOfOthersAreNoCrawl() {
        assertThat(ClusterTopics.crawls(topics("a.b"))).isEmpty();
        var lacking = topics("news");
        lacking.remove("news.files");
        assertThat(ClusterTopics.crawls(lacking)).isEmpty();
    }
}
