package dev.gossamer.cli;

import dev.gossamer.cluster.Brokers;
import dev.gossamer.cluster.ClusterAddress;
import dev.gossamer.cluster.WrongCrawlException;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Where a cluster is. */
final class KafkaFlags {
    /** A host or an address, with the listener's name before it where brokers have several. */
    private static final Pattern BROKER =
            Pattern.compile("(\\w+://)?[^\\s:/]+:\\d{1,5}|.*\\[.+]:\\d{1,5}");

    @Option(
            names = "--kafka",
            required = true,
            paramLabel = "HOST:PORT",
            description = "Kafka brokers of the cluster, separated by commas.")
    private String brokers = "";

    @Option(
            names = "--kafka-config",
            paramLabel = "FILE",
            description = "Settings of Kafka's clients, such as those of TLS and SASL.")
    private Path config = Path.of("");

    ClusterAddress address(String name) throws IOException {
        try {
            return at().crawl(name);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /** A question or an order that is meant for a crawl at the brokers. */
    interface Errand<T> {
        T run() throws IOException, InterruptedException;
    }

    /** Runs it; that there is no such crawl, or one already, is the user's mistake. */
    static <T> T named(Errand<T> errand) throws IOException, InterruptedException {
        try {
            return errand.run();
        } catch (WrongCrawlException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the brokers, with what the file says of how to reach them. */
    Brokers at() throws IOException {
        var client = new TreeMap<String, String>();
        if (!config.toString().isEmpty()) {
            var properties = new Properties();
            try (var in = Files.newBufferedReader(config)) {
                properties.load(in);
            }
            properties.forEach((key, value) -> client.put(key.toString(), value.toString()));
        }
        for (var broker : brokers.split(",", -1))
            if (!BROKER.matcher(broker.strip()).matches())
                throw new UsageException(
                        "--kafka is '%s'; expected HOST:PORT, several separated by commas"
                                .formatted(brokers));
        return new Brokers(brokers, client);
    }
}
