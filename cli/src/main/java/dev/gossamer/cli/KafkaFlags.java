package dev.gossamer.cli;

import dev.gossamer.cluster.Brokers;
import dev.gossamer.cluster.ClusterAddress;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** Where a cluster is. */
final class KafkaFlags {
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
        if (brokers.isBlank()) throw new UsageException("--kafka names no broker");
        return new Brokers(brokers, client);
    }
}
