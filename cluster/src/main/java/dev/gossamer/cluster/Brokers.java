package dev.gossamer.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * Where Kafka brokers are, and what else a client must be told to reach them.
 *
 * @param addresses of some brokers, {@code HOST:PORT} separated by commas
 * @param client settings for every Kafka client, such as those of TLS and SASL
 */
public record Brokers(String addresses, Map<String, String> client) {
    private static final Duration WAIT = Duration.ofSeconds(15);

    /** Less than anybody waits for the client, which knows better than a clock what is wrong. */
    private static final Duration CLIENT_WAIT = Duration.ofSeconds(12);

    public Brokers {
        if (addresses.isBlank()) throw new IllegalArgumentException("no broker is named");
        client = Map.copyOf(client);
    }

    /** Returns the address of one crawl at these brokers. */
    public ClusterAddress crawl(String name) {
        return new ClusterAddress(addresses, name, client);
    }

    /** Asks the brokers for the names of all crawls that they hold. */
    public SortedSet<String> crawls() throws IOException {
        try (var admin = admin(addresses)) {
            return ClusterTopics.crawls(
                    KafkaFailure.await(
                            "cannot reach " + addresses, admin.listTopics().names(), WAIT));
        }
    }

    /** Returns the settings of one Kafka client; those of the user win. */
    Map<String, Object> settings(Map<String, Object> ours) {
        var settings = new HashMap<String, Object>(ours);
        settings.putAll(client);
        settings.put("bootstrap.servers", addresses);
        return settings;
    }

    /**
     * Opens the client that creates, lists, trims and fences.
     *
     * @param place what is to be reached, for messages
     */
    Admin admin(String place) throws IOException {
        try {
            return Admin.create(
                    settings(
                            Map.of(
                                    "default.api.timeout.ms",
                                    (int) CLIENT_WAIT.toMillis(),
                                    "request.timeout.ms",
                                    5_000,
                                    "reconnect.backoff.max.ms",
                                    500)));
        } catch (KafkaException e) {
            throw KafkaFailure.of("cannot reach " + place, e);
        }
    }
}
