package dev.gossamer.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Where a node answers questions that come by a topic. It reads those that are asked from its
 * opening on, on a thread of its own; a node that cannot read or answer for a while only misses
 * questions.
 */
final class QuestionDesk implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

    /** Before it tries again to reach the brokers. */
    private static final Duration RETRY = Duration.ofSeconds(2);

    /** Of those that are found at one look; more are not answered. */
    static final int MAX_AT_ONCE = 8;

    private final ClusterAddress address;
    private final String node;
    private final FolderAnswers folder;
    private final Consumer<String> told;
    private final PartitionReaders readers;
    private final PlainProducer producer;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private int answered;

    private QuestionDesk(
            ClusterAddress address,
            String node,
            FolderAnswers folder,
            PlainProducer producer,
            Consumer<String> told) {
        this.address = address;
        this.node = node;
        this.folder = folder;
        this.producer = producer;
        this.told = told;
        readers = new PartitionReaders(address);
        thread = Thread.ofPlatform().name("questions").daemon().unstarted(this::run);
    }

    /**
     * Begins to answer.
     *
     * @param producer of answers; closed by the caller
     * @param told hears of trouble
     */
    static QuestionDesk open(
            ClusterAddress address,
            String node,
            FolderAnswers folder,
            PlainProducer producer,
            Consumer<String> told) {
        var desk = new QuestionDesk(address, node, folder, producer, told);
        desk.thread.start();
        return desk;
    }

    private void run() {
        try {
            do {
                try {
                    listen();
                } catch (IOException e) {
                    told.accept("cannot read questions: " + e.getMessage());
                }
            } while (!isClosedWithin(RETRY));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isClosedWithin(Duration time) throws InterruptedException {
        return closing.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void listen() throws IOException, InterruptedException {
        var topic = address.topic(ClusterTopics.QUESTIONS);
        try (var reader = readers.open(topic, 0)) {
            reader.seek(reader.end());
            while (!isClosedWithin(LOOK)) {
                answered = 0;
                reader.readTo(reader.end(), this::read);
            }
        }
    }

    private void read(ConsumerRecord<byte[], byte[]> record) {
        if (++answered > MAX_AT_ONCE) return;
        QuestionJson.question(record.value())
                .ifPresent(asked -> answer(asked.id(), folder.to(asked.question())));
    }

    private void answer(String id, NodeQuestion.Answer answer) {
        byte[] value = QuestionJson.write(new QuestionJson.Answered(id, node, answer));
        if (value.length > QuestionJson.MAX_ANSWER_BYTES)
            value =
                    QuestionJson.write(
                            new QuestionJson.Answered(
                                    id,
                                    node,
                                    new NodeQuestion.Problem(
                                            "its answer is too large; ask for less")));
        // Who asked waits for a while only, so nobody waits for the brokers here.
        var _ =
                producer.send(
                        address.topic(ClusterTopics.ANSWERS),
                        0,
                        id.getBytes(StandardCharsets.UTF_8),
                        value);
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            if (!thread.join(CLOSE_WAIT)) told.accept("a question is still being answered");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        readers.close();
    }
}
