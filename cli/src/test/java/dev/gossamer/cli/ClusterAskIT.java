package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Questions to all nodes of a cluster while it crawls. */
class ClusterAskIT {
    @TempDir Path dir;

    private static JsonNode json(String told) throws IOException {
        return JsonMapper.shared().readTree(told.substring(told.indexOf('{')));
    }

    @Test
    @Tag("slow")
    void allNodesAnswerWhatTheirFoldersHold() throws Exception {
        try (var trial = ClusterTrial.begin(dir, 3000, "--index", "--links")) {
            trial.node("one");
            trial.node("two");
            trial.awaitShared(2);
            trial.awaitRequests(200);
            var seed = trial.server.web().seedUrls(1).getFirst();

            var why = trial.ask("why", seed, "--json");
            assertThat(why).contains("2 of 2 nodes answered");
            assertThat(json(why).get("state").asString()).isEqualTo("fetched");
            assertThat(json(why).get("captures")).isNotEmpty();
            assertThat(trial.ask("why", "http://nowhere.invalid/"))
                    .contains("2 of 2 nodes answered", "was never queued");

            // Links and index follow within seconds.
            JsonNode found = json(trial.ask("search", "amber OR river", "--json"));
            for (int i = 0; i < 30 && found.get("results").isEmpty(); i++)
                found = json(trial.ask("search", "amber OR river", "--json"));
            assertThat(found.get("results")).as(found.toString()).isNotEmpty();
            var links = trial.ask("links", "--to", seed, "--json");
            assertThat(links).contains("2 of 2 nodes answered");
            assertThat(json(links).get("url").asString()).isEqualTo(seed);

            assertThat(trial.ask("search", "title:")).contains("gossamer: ");
            trial.order("stop");
            for (var node : trial.nodes) CommandProcess.await(node.process());
            assertThat(trial.ask("why", seed)).contains("no node of trial runs");
        }
    }
}
