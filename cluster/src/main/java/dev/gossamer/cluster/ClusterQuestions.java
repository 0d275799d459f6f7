package dev.gossamer.cluster;

import dev.gossamer.crawl.Explanation;
import dev.gossamer.files.ReadsTheClock;
import dev.gossamer.index.Results;
import dev.gossamer.index.SearchRequest;
import dev.gossamer.links.LinkAnswer;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Questions to all nodes of a cluster, from anywhere. A question is a record of a topic that every
 * node reads; the answers of those that were heard of are waited for. Owned by one thread.
 */
@ReadsTheClock
public final class ClusterQuestions implements AutoCloseable {
    /** How long nodes are waited for, unless the caller says otherwise. */
    public static final Duration WAIT = Duration.ofSeconds(5);

    /** Nodes report twice a second: after this long those that run are known. */
    private static final Duration HEARING = Duration.ofMillis(1500);

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration SEND_WAIT = Duration.ofSeconds(15);

    private final ClusterAddress address;
    private final ClusterBoard board;
    private final PartitionReaders readers;
    private final PlainProducer producer;

    private ClusterQuestions(
            ClusterAddress address,
            ClusterBoard board,
            PartitionReaders readers,
            PlainProducer producer) {
        this.address = address;
        this.board = board;
        this.readers = readers;
        this.producer = producer;
    }

    /** Finds a crawl whose nodes can be asked. */
    public static ClusterQuestions open(ClusterAddress address) throws IOException {
        ClusterTopics.open(address).require(ClusterTopics.QUESTIONS);
        var board = ClusterBoard.open(address, System::nanoTime);
        try {
            return new ClusterQuestions(
                    address,
                    board,
                    new PartitionReaders(address),
                    PlainProducer.open(address, Map.of()));
        } catch (IOException e) {
            board.close();
            throw e;
        }
    }

    /** What the nodes said. */
    private record Heard(Map<String, NodeQuestion.Answer> answers, int nodes) {
        <T extends NodeQuestion.Answer> List<T> all(Class<T> kind) {
            return answers.values().stream().filter(kind::isInstance).map(kind::cast).toList();
        }

        <T> ClusterAnswer<T> merged(T value) {
            var problems = new ArrayList<String>();
            answers.forEach(
                    (node, answer) -> {
                        if (answer instanceof NodeQuestion.Problem problem)
                            problems.add(node + ": " + problem.text());
                    });
            return new ClusterAnswer<>(value, answers.size() - problems.size(), nodes, problems);
        }
    }

    /** The results of a search, and how many pages were searched. */
    public record Searched(Results results, int pages) {}

    /** Searches the pages of all nodes. */
    public ClusterAnswer<Searched> search(SearchRequest request, Duration wait)
            throws IOException, InterruptedException {
        // Each node may have all that is to be shown.
        var asked = request.withPage(1, request.page() * request.limit());
        var heard = ask(new NodeQuestion.Search(asked), wait);
        var found = heard.all(NodeQuestion.Found.class);
        int pages = found.stream().mapToInt(NodeQuestion.Found::pages).sum();
        return heard.merged(new Searched(AnswerMerge.search(request, found), pages));
    }

    /** Asks what links to a page. */
    public ClusterAnswer<LinkAnswer.To> linksTo(Url url, int limit, Duration wait)
            throws IOException, InterruptedException {
        var heard = ask(new NodeQuestion.LinksTo(url, limit), wait);
        return heard.merged(AnswerMerge.links(url, limit, heard.all(NodeQuestion.Links.class)));
    }

    /**
     * Asks how a URL was found and what became of it; the answer is empty when the node that has
     * its shard did not answer.
     */
    public ClusterAnswer<Optional<Explanation>> why(Url url, Duration wait)
            throws IOException, InterruptedException {
        var heard = ask(new NodeQuestion.Why(url), wait);
        return heard.merged(AnswerMerge.why(heard.all(NodeQuestion.Fate.class)));
    }

    private Heard ask(NodeQuestion question, Duration wait)
            throws IOException, InterruptedException {
        var id = UUID.randomUUID().toString();
        var answers = new TreeMap<String, NodeQuestion.Answer>();
        try (var reader = readers.open(address.topic(ClusterTopics.ANSWERS), 0)) {
            reader.seek(reader.end());
            KafkaFailure.await(
                    "cannot ask the nodes of " + address.place(),
                    producer.send(
                            address.topic(ClusterTopics.QUESTIONS),
                            0,
                            null,
                            QuestionJson.write(new QuestionJson.Asked(id, question))),
                    SEND_WAIT);
            long began = System.nanoTime();
            boolean isEnough = false;
            while (!isEnough) {
                pause();
                reader.readTo(reader.end(), record -> take(record, id, answers));
                board.read();
                var spent = Duration.ofNanos(System.nanoTime() - began);
                boolean isHeard =
                        spent.compareTo(HEARING) > 0 && answers.keySet().containsAll(nodes());
                isEnough = isHeard || spent.compareTo(wait) > 0;
            }
        }
        var nodes = nodes();
        nodes.addAll(answers.keySet());
        return new Heard(answers, nodes.size());
    }

    private static void take(
            ConsumerRecord<byte[], byte[]> record,
            String id,
            Map<String, NodeQuestion.Answer> answers) {
        QuestionJson.answer(record.value())
                .filter(each -> each.id().equals(id))
                .ifPresent(each -> answers.put(each.node(), each.answer()));
    }

    private static void pause() throws InterruptedException {
        var _ = new CountDownLatch(1).await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    private Set<String> nodes() {
        var nodes = new TreeSet<String>();
        for (var each : board.reports()) nodes.add(each.node());
        for (var each : board.storing()) nodes.add(each.node());
        return nodes;
    }

    @Override
    public void close() {
        board.close();
        readers.close();
        producer.close();
    }
}
