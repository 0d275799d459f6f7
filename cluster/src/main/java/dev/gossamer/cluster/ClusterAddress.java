package dev.gossamer.cluster;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * Where a cluster is: the brokers, the name of the crawl, and what else a Kafka client must be told
 * to reach them.
 *
 * @param brokers the addresses of some brokers, {@code HOST:PORT} separated by commas
 * @param name of the crawl; the names of its topics begin with it
 * @param client settings for every Kafka client, such as those of TLS and SASL
 */
public record ClusterAddress(String brokers, String name, Map<String, String> client) {
    /** The longest name of a crawl; Kafka allows 249 characters for the name of a topic. */
    public static final int MAX_NAME_LENGTH = 100;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*");

    public ClusterAddress {
        if (!isName(name))
            throw new IllegalArgumentException(
                    "the name of a crawl has up to %d letters, digits, '-' and '_': %s"
                            .formatted(MAX_NAME_LENGTH, name));
        client = new Brokers(brokers, client).client();
    }

    /** Brokers that are reached without TLS and without a password. */
    public static ClusterAddress of(String brokers, String name) {
        return new ClusterAddress(brokers, name, Map.of());
    }

    /** Returns whether a crawl can have this name. */
    static boolean isName(String name) {
        return name.length() <= MAX_NAME_LENGTH && NAME.matcher(name).matches();
    }

    /** Returns the name of one of the crawl's topics. */
    String topic(String which) {
        return name + "." + which;
    }

    /** Returns the settings of one Kafka client; those of the user win. */
    Map<String, Object> settings(Map<String, Object> ours) {
        return at().settings(ours);
    }

    /** Returns the brokers alone. */
    Brokers at() {
        return new Brokers(brokers, client);
    }

    /** Returns the brokers and the crawl, for messages. */
    String place() {
        return name + " at " + brokers;
    }
}
