package dev.gossamer.crawl;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording of a crawl holds, as the tools of the JDK read it. */
class FlightEventsIT {
    private static final List<String> KINDS =
            List.of("Fetch", "Step", "Turn", "Commit", "Checkpoint", "Loop");

    @TempDir Path folder = Path.of("");

    @Test
    void everyRequestAndEveryStepOfItsAnswerIsRecorded() throws Exception {
        Status status;
        var file = folder.resolve("crawl.jfr");
        try (var server = SimServer.start(SimWebOptions.usual().withSeed(5).withSize(20, 100));
                var recording = new Recording()) {
            for (String kind : KINDS) recording.enable("gossamer." + kind).withoutThreshold();
            recording.start();
            status = crawl(server).run();
            recording.stop();
            recording.dump(file);
        }
        var events = RecordingFile.readAllEvents(file);
        var kinds = events.stream().collect(groupingBy(FlightEventsIT::name, counting()));
        // The state of the loop is told once per second, which this crawl may not last.
        assertThat(kinds).containsKeys("gossamer.Turn", "gossamer.Commit");
        var answers = events.stream().filter(each -> name(each).equals("gossamer.Fetch")).toList();
        assertThat(answers).hasSize(Math.toIntExact(status.requests()));
        assertThat(answers.stream().filter(each -> each.getInt("status") == 200))
                .isNotEmpty()
                .allMatch(each -> each.getString("url").startsWith("http"))
                .anyMatch(each -> each.getLong("bytes") > 0);
        var steps =
                events.stream()
                        .filter(each -> name(each).equals("gossamer.Step"))
                        .collect(groupingBy(each -> each.getString("step"), counting()));
        assertThat(steps)
                .containsEntry("ArchiveAnswer", status.requests())
                .containsEntry("FollowLinks", status.requests());
    }

    private Crawl crawl(SimServer server) {
        return Crawl.of(server.web().seedUrls(3).toArray(String[]::new))
                .into(folder.resolve("crawl"))
                .set("scope", "any")
                .set("allow-private", "true")
                .set("index", "false")
                .set("links", "false")
                .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                .delay(Duration.ZERO);
    }

    private static String name(RecordedEvent event) {
        return event.getEventType().getName();
    }
}
