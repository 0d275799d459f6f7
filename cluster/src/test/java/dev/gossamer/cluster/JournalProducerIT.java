package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.DiskLostException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class JournalProducerIT {
    private static JournalProducer open(ClusterTopics topics) throws IOException {
        return JournalProducer.open(
                topics.address(), TestCluster.incarnation(), TestCluster.TIMES.nanoTime());
    }

    @Test
    void recordsAreSentWhileTransactionsEnd() throws Exception {
        var topics = TestCluster.topics(4);
        try (var producer = open(topics);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var senders = new ArrayList<Callable<Void>>();
            for (int i = 0; i < 4; i++) {
                var writes = new AckedWrites(producer, i, "partition " + i);
                senders.add(
                        () -> {
                            for (int round = 0; round < 300; round++) {
                                writes.send(new byte[100], AckedWrites.Place.IGNORED);
                                if (round % 3 == 0)
                                    writes.await(writes.sent(), JournalProducer.MAX_WAIT);
                            }
                            writes.await(writes.sent(), JournalProducer.MAX_WAIT);
                            return null;
                        });
            }
            var sending = new ArrayList<Future<Void>>();
            for (var sender : senders) sending.add(threads.submit(sender));
            for (int i = 0; i < 20; i++) producer.renew();
            for (var each : sending) each.get();
            assertThat(producer.isLost()).isFalse();
        }
    }

    @Test
    void aCommitThatTheBrokerDoesNotAnswerIsEndedLater() throws Exception {
        try (var broker = TestCluster.start()) {
            var topics = ClusterTopics.create(ClusterAddress.of(broker.address(), "commit"), 1);
            try (var producer = open(topics);
                    var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var writes = new AckedWrites(producer, 0, "partition 0");
                writes.await(
                        writes.send(new byte[1], AckedWrites.Place.IGNORED),
                        JournalProducer.MAX_WAIT);
                TestCluster.signal(broker, "STOP");
                var renewing = threads.submit(producer::renew);
                // The transaction is being ended: nothing can be sent, and nobody waits for ever.
                assertThatThrownBy(
                                () -> {
                                    while (true)
                                        writes.send(new byte[1], AckedWrites.Place.IGNORED);
                                })
                        .isInstanceOf(IOException.class)
                        .isNotInstanceOf(DiskLostException.class);
                TestCluster.signal(broker, "CONT");
                renewing.get();
                writes.send(new byte[1], AckedWrites.Place.IGNORED);
                writes.await(writes.sent(), JournalProducer.MAX_WAIT);
                assertThat(producer.isLost()).isFalse();
            }
        }
    }

    @Test
    void afterItsEndNothingIsSent() throws Exception {
        var topics = TestCluster.topics(1);
        var producer = open(topics);
        producer.close();
        var writes = new AckedWrites(producer, 0, "partition 0");
        assertThatThrownBy(() -> writes.send(new byte[1], AckedWrites.Place.IGNORED))
                .isInstanceOf(DiskLostException.class);
    }
}
