package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.cluster.BrokerProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What users of a cluster get wrong: one line says what and the exit status is theirs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterMistakesIT {
    private static final String SEED = "http://127.0.0.1:1/";

    @TempDir Path dir;
    private BrokerProcess broker;

    /** What a command said on both streams, and its exit status. */
    private record Said(int status, String out, String err) {}

    @BeforeAll
    void startBroker() throws Exception {
        Path folder = Files.createTempDirectory(Path.of("target"), "broker-").toAbsolutePath();
        broker =
                BrokerProcess.start(
                        System.getProperty("java.class.path"),
                        folder,
                        Map.of(
                                "offsets.topic.num.partitions", "2",
                                "transaction.state.log.num.partitions", "2"));
        assertThat(at("cluster", "create", "known", "--shards", "2", "--allow-private", SEED).out())
                .contains("created known with 2 shards");
    }

    @AfterAll
    void stopBroker() throws IOException {
        broker.close();
    }

    private Said at(String... args) {
        var all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--kafka", broker.address()));
        return run(all.toArray(String[]::new));
    }

    private static Said run(String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int status = Main.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
        return new Said(status, out.toString(), err.toString());
    }

    private static void assertMistake(Said said, String line) {
        assertThat(said.err()).startsWith("gossamer: ").hasLineCount(1).contains(line);
        assertThat(said.out()).isEmpty();
        assertThat(said.status()).isEqualTo(Main.USAGE);
    }

    private Path folder() {
        return dir.resolve("node");
    }

    @Test
    void aCrawlThatIsNotThere() {
        String line = "there is no crawl nobody at " + broker.address() + "; create it first";
        assertMistake(at("cluster", "status", "nobody"), line);
        assertMistake(at("cluster", "pause", "nobody"), line);
        assertMistake(at("cluster", "set", "nobody", "rate=5"), line);
        assertMistake(at("cluster", "block", "nobody", "example.org"), line);
        assertMistake(at("cluster", "drain", "nobody", "one"), line);
        assertMistake(at("cluster", "delete", "nobody"), line);
        assertMistake(at("cluster", "search", "nobody", "word"), line);
        assertMistake(at("node", "--crawl", "nobody", "-o", folder().toString()), line);
        assertMistake(
                at("node", "--role", "store", "--crawl", "nobody", "-o", folder().toString()),
                line);
        assertThat(folder()).doesNotExist();
    }

    @Test
    void aSecondCrawlOfOneName() {
        assertMistake(
                at("cluster", "create", "known", SEED),
                "there is a crawl known at %s already; delete it or choose another name"
                        .formatted(broker.address()));
        assertThat(at("cluster", "status", "known").status()).isZero();
    }

    @Test
    void aNodeThatIsNotThere() {
        assertMistake(
                at("cluster", "drain", "known", "nobody"),
                "known has no node nobody now; no node takes part");
    }

    @Test
    void whatCannotBeCreated() {
        assertMistake(at("cluster", "create", "a b", SEED), "the name of a crawl has up to 100");
        assertMistake(at("cluster", "create", "b", "--shards", "0", SEED), "from 1 to 4096");
        assertMistake(at("cluster", "create", "b", "--shards", "4097", SEED), "from 1 to 4096");
        assertMistake(at("cluster", "create", "b", "--delay", "soon", SEED), "delay is 'soon'");
        assertMistake(at("cluster", "create", "b", "http://[x"), "not a URL that can be crawled");
        assertMistake(at("cluster", "create", "b"), "no URL to start from");
        assertThat(at("cluster", "status", "b").err()).contains("there is no crawl b");
    }

    @Test
    void settingsThatDoNotExist() {
        assertMistake(at("cluster", "set", "known", "speed=1"), "unknown setting 'speed'");
        assertMistake(at("cluster", "set", "known", "max-pages=x"), "max-pages is 'x'");
        assertMistake(at("cluster", "block", "known", "http://[x"), "block is 'http://[x'");
    }

    @Test
    void brokersThatAreNotThere() {
        assertMistake(
                run("cluster", "status", "known", "--kafka", "nonsense"),
                "--kafka is 'nonsense'; expected HOST:PORT");
        assertMistake(
                run("cluster", "status", "known", "--kafka", "one:9092,,two:9092"),
                "expected HOST:PORT, several separated by commas");
        var unknown = run("cluster", "status", "known", "--kafka", "gone.invalid:9092");
        assertThat(unknown.err()).hasLineCount(1).contains("the name is not known");
        assertThat(unknown.status()).isEqualTo(Main.FAILED);
        var silent = run("cluster", "status", "known", "--kafka", "127.0.0.1:1");
        assertThat(silent.err()).hasLineCount(1).contains("no broker answers there");
        assertThat(silent.status()).isEqualTo(Main.FAILED);
    }

    @Test
    void topicsOfSomebodyElse() throws Exception {
        try (var admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            admin.createTopics(List.of(new NewTopic("taken.journal", 3, (short) 1))).all().get();
            while (!admin.listTopics().names().get().contains("taken.journal")) Thread.onSpinWait();
        }
        var said = at("cluster", "status", "taken");
        assertThat(said.err()).hasLineCount(1).contains("the topic taken.", " is missing");
        assertThat(said.status()).isEqualTo(Main.FAILED);
        assertMistake(at("cluster", "create", "taken", SEED), "there is a crawl taken at");
        // What is left of a crawl that was deleted by half can still be deleted.
        assertThat(at("cluster", "delete", "taken").status()).isZero();
        assertThat(at("cluster", "create", "taken", "--shards", "1", SEED).status()).isZero();
    }
}
