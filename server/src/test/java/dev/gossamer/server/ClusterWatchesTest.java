package dev.gossamer.server;

import static dev.gossamer.server.FakeClusters.node;
import static dev.gossamer.server.FakeClusters.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Readers of a cluster that answers, fails or hangs. */
class ClusterWatchesTest {
    private volatile Instant now = Instant.parse("2026-11-18T02:00:00Z");
    private final FakeClusters clusters = new FakeClusters();
    private final ClusterWatches watches =
            new ClusterWatches(clusters, () -> now, Duration.ofSeconds(1));

    @AfterEach
    void close() {
        clusters.recover();
        watches.close();
    }

    private void later(Duration time) {
        now = now.plus(time);
    }

    private AbstractThrowableAssert<?, ?> refused(String name, Problem.Kind kind) {
        return assertThatThrownBy(() -> watches.view(name))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.kind()).isEqualTo(kind));
    }

    private boolean isSeen(String name) throws IOException {
        try {
            return watches.view(name).name().equals(name);
        } catch (Problem e) {
            return false;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Begins to look: a busy machine may take longer for the first time than a handler waits. */
    private void look(String name) throws IOException {
        ServedWeb.await(name + " is read", () -> isSeen(name));
    }

    /** Has the cluster hang, and waits until the reader has noticed. */
    private void hang() throws IOException {
        clusters.hang();
        ServedWeb.await("it hangs", () -> clusters.waiting.get() > 0);
    }

    @Test
    void allWhoLookShareOneReader() throws Exception {
        clusters.set("news", running(2, node("a", 5, 0, 1)));
        look("news");
        for (int i = 0; i < 5; i++)
            assertThat(watches.view("news").status().counts().pages()).isEqualTo(5);
        assertThat(clusters.opened).hasValue(1);
        assertThat(watches.size()).isEqualTo(1);
    }

    @Test
    void aReaderEndsWhenNobodyHasLookedForAMinute() throws Exception {
        clusters.set("news", running(2));
        look("news");
        later(ClusterWatches.UNWATCHED.plusSeconds(1));
        ServedWeb.await("it is closed", () -> clusters.open.get() == 0);
        assertThat(watches.size()).isZero();
        look("news");
        assertThat(clusters.opened).hasValue(2);
    }

    @Test
    void movementsAreSeenWithTheirTimes() throws Exception {
        clusters.set("news", running(2, node("a", 5, 0), node("b", 5, 1)));
        look("news");
        clusters.set("news", running(2, node("b", 9, 0, 1)));
        ServedWeb.await("it has moved", () -> isMoved());
        assertThat(watches.view("news").movements())
                .containsExactly(new ShardMovement(0, Optional.of("a"), "b", now));
    }

    private boolean isMoved() throws IOException {
        try {
            return !watches.view("news").movements().isEmpty();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void aFailureIsToldAtOnceAndForgottenWhenItIsOver() throws Exception {
        clusters.set("news", running(2));
        look("news");
        clusters.fail("the brokers are away");
        ServedWeb.await("it fails", () -> !isSeen("news"));
        refused("news", Problem.Kind.CLUSTER_UNREACHABLE)
                .hasMessage("news cannot be read: the brokers are away");
        clusters.recover();
        ServedWeb.await("it is read again", () -> isSeen("news"));
    }

    @Test
    void whoLooksAtAClusterThatHangsWaitsForAWhileOnly() throws Exception {
        clusters.set("news", running(2));
        look("news");
        hang();
        later(Duration.ofSeconds(6));
        refused("news", Problem.Kind.CLUSTER_UNREACHABLE).hasMessageContaining("no answer within");
        assertThatThrownBy(() -> watches.order("news", ClusterOrder.Whole.PAUSE))
                .hasMessageContaining("not acknowledged");
        later(Duration.ofSeconds(3));
        assertThatThrownBy(watches::names).hasMessageContaining("no answer within");
        clusters.recover();
        ServedWeb.await("it is read again", () -> isSeen("news"));
        assertThat(clusters.orders).as("an order that was given up").isEmpty();
    }

    @Test
    void ordersWaitForTheirTurnAndNotTooManyOfThem() throws Exception {
        clusters.set("news", running(2));
        look("news");
        hang();
        for (int i = 0; i < ClusterWatch.MOST_ORDERS + 1; i++)
            Thread.ofVirtual()
                    .start(
                            () -> {
                                try {
                                    watches.order("news", ClusterOrder.Whole.PAUSE);
                                } catch (Problem | IOException | InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                }
                            });
        ServedWeb.await("there is no room", this::hasNoRoom);
    }

    private boolean hasNoRoom() throws IOException {
        try {
            watches.order("news", ClusterOrder.Whole.PAUSE);
            return false;
        } catch (Problem e) {
            return e.kind() == Problem.Kind.TOO_MANY_REQUESTS;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void anOrderIsGivenAndOneThatMakesNoSenseIsRefused() throws Exception {
        clusters.set("news", running(2));
        look("news");
        assertThat(watches.order("news", ClusterOrder.Whole.PAUSE).state()).isEqualTo("paused");
        assertThatThrownBy(() -> watches.order("news", new ClusterOrder.Block("a b", true)))
                .isInstanceOf(UsageException.class);
        assertThat(watches.order("news", ClusterOrder.Whole.RESUME).state()).isEqualTo("running");
        assertThat(clusters.orders)
                .containsExactly(ClusterOrder.Whole.PAUSE, ClusterOrder.Whole.RESUME);
        assertThat(clusters.opened).hasValue(1);
    }

    @Test
    void aCrawlThatIsNotThereOrNoMoreIsNotFound() throws Exception {
        refused("news", Problem.Kind.NOT_FOUND);
        later(Duration.ofSeconds(3));
        clusters.set("news", running(2));
        look("news");
        clusters.delete("news");
        later(Duration.ofSeconds(3));
        ServedWeb.await("it is gone", () -> isGone("news"));
    }

    private boolean isGone(String name) throws IOException {
        try {
            watches.view(name);
            return false;
        } catch (Problem e) {
            return e.kind() == Problem.Kind.NOT_FOUND;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void onlySoManyAreReadAtTheSameTime() throws Exception {
        for (int i = 0; i <= ClusterWatches.MOST_WATCHED; i++) clusters.set("c" + i, running(2));
        for (int i = 0; i < ClusterWatches.MOST_WATCHED; i++) look("c" + i);
        refused("c" + ClusterWatches.MOST_WATCHED, Problem.Kind.TOO_MANY_REQUESTS);
    }

    @Test
    void aServerWithoutAClusterHasNone() throws Exception {
        try (var none = new ClusterWatches(Clusters.NONE, () -> now, Duration.ofSeconds(5))) {
            assertThat(none.names()).isEmpty();
            assertThatThrownBy(() -> none.view("news"))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem ->
                                    assertThat(problem.kind()).isEqualTo(Problem.Kind.NOT_FOUND));
        }
    }
}
