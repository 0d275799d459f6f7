package dev.gossamer.server;

import static dev.gossamer.server.FakeClusters.node;
import static dev.gossamer.server.FakeClusters.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShardOwnersTest {
    private static final Instant THEN = Instant.parse("2026-11-18T02:00:00Z");

    private final ShardOwners owners = new ShardOwners();

    private void see(ClusterStatus.Node... nodes) {
        owners.update(running(4, nodes), THEN);
    }

    private static ShardMovement moved(int shard, String from, String to) {
        return new ShardMovement(shard, Optional.of(from), to, THEN);
    }

    @Test
    void whatIsSeenFirstHasNotMoved() {
        see(node("a", 1, 0, 1), node("b", 1, 2));
        assertThat(owners.owners()).isEqualTo(Map.of(0, "a", 1, "a", 2, "b"));
        assertThat(owners.movements()).isEmpty();
    }

    @Test
    void aShardWithoutANodeMovesWhenItIsTaken() {
        see(node("a", 1, 0));
        see(node("a", 1, 0, 3));
        assertThat(owners.movements())
                .containsExactly(new ShardMovement(3, Optional.empty(), "a", THEN));
    }

    @Test
    void theNewClaimCountsWhileADeadNodeIsStillListed() {
        see(node("a", 1, 0, 1), node("b", 1, 2, 3));
        see(node("a", 1, 0, 1), node("b", 1, 0, 1, 2, 3));
        assertThat(owners.owners()).isEqualTo(Map.of(0, "b", 1, "b", 2, "b", 3, "b"));
        assertThat(owners.movements()).containsExactly(moved(1, "a", "b"), moved(0, "a", "b"));
        see(node("a", 1, 0, 1), node("b", 1, 0, 1, 2, 3));
        see(node("b", 1, 0, 1, 2, 3));
        assertThat(owners.movements()).hasSize(2);
    }

    @Test
    void aShardThatWasWithoutANodeForAWhileComesFromItsLastOne() {
        see(node("a", 1, 0), node("b", 1, 1));
        see(node("b", 1, 1));
        assertThat(owners.owners()).isEqualTo(Map.of(1, "b"));
        see(node("b", 1, 0, 1));
        assertThat(owners.movements()).containsExactly(moved(0, "a", "b"));
    }

    @Test
    void aNodeThatIsSilentForAWhileMovesNothing() {
        see(node("a", 1, 0));
        see();
        see(node("a", 1, 0));
        assertThat(owners.movements()).isEmpty();
    }

    @Test
    void shardsThatThereCannotBeAreLeftOut() {
        see(node("a", 1, 0, 4, -1));
        assertThat(owners.owners()).isEqualTo(Map.of(0, "a"));
    }

    @Test
    void theLastMovementsAreKept() {
        for (int i = 0; i <= ShardOwners.MOST_MOVEMENTS + 1; i++)
            see(node(i % 2 == 0 ? "a" : "b", 1, 0));
        List<ShardMovement> movements = owners.movements();
        assertThat(movements).hasSize(ShardOwners.MOST_MOVEMENTS);
        assertThat(movements.getFirst()).isEqualTo(moved(0, "a", "b"));
    }
}
