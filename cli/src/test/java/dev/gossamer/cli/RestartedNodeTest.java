package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestartedNodeTest {
    private final List<String> told = new ArrayList<>();

    @TempDir Path dir = Path.of("");

    private RestartedNode node(String script) {
        return new RestartedNode(
                List.of("sh", "-c", script), told::add, InstantSource.fixed(Instant.EPOCH));
    }

    @ParameterizedTest
    @CsvSource({
        "0, false",
        "1, false",
        "2, false",
        "130, false",
        "143, false",
        "3, true",
        "134, true",
        "137, true",
        "139, true"
    })
    void whoWasKilledDidNotWantTo(int status, boolean isDeath) {
        assertThat(RestartedNode.isDeath(status)).isEqualTo(isDeath);
    }

    @Test
    void oneThatEndsByItselfStaysEnded() throws Exception {
        assertThat(node("exit 1").run()).isEqualTo(1);
        assertThat(told).isEmpty();
    }

    @Test
    void oneThatDiesIsStartedAgain() throws Exception {
        Path lives = dir.resolve("lives");
        var script = "echo x >> %s; [ $(wc -l < %s) -ge 3 ] || kill -9 $$".formatted(lives, lives);
        assertThat(node(script).run()).isZero();
        assertThat(Files.readAllLines(lives)).hasSize(3);
        assertThat(told).hasSize(2).allMatch(line -> line.contains("status 137"));
    }

    @Test
    void oneThatDiesTooOftenIsGivenUp() throws Exception {
        assertThat(node("kill -9 $$").run()).isEqualTo(Main.FAILED);
        assertThat(told).hasSize(RestartedNode.MOST_DEATHS);
        assertThat(told.getLast()).contains("5 times within 10 minutes");
    }

    @Test
    void deathsOfLongAgoDoNotCount() {
        var node = node("");
        var step = RestartedNode.WINDOW.dividedBy(RestartedNode.MOST_DEATHS - 2);
        var now = Instant.EPOCH;
        for (int i = 0; i < 50; i++, now = now.plus(step))
            assertThat(node.mayStartAgain(now)).isTrue();
        var often = node("");
        boolean may = true;
        for (int i = 0; i < RestartedNode.MOST_DEATHS; i++)
            may = often.mayStartAgain(Instant.ofEpochSecond(i));
        assertThat(may).isFalse();
    }

    @Test
    void oneThatIsToLeaveIsNotStartedAgain() throws Exception {
        var node = node("kill -9 $$");
        node.leave();
        node.run();
        assertThat(told).isEmpty();
    }

    @Test
    void theOwnCommandNamesThisProcess() throws Exception {
        assertThat(RestartedNode.ownCommandWithout("x").getFirst()).contains("java");
    }
}
