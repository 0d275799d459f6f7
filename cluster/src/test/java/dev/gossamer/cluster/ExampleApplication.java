package dev.gossamer.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Asks a crawl for one page and prints what became of it. The same text is in docs/cluster.md. */
final class ExampleApplication {
    private ExampleApplication() {}

    public static void main(String[] args) throws Exception {
        ask(args[0], args[1], args[2]);
    }

    // docs:
    static void ask(String brokers, String crawl, String url) throws Exception {
        var text = new StringSerializer();
        var settings = Map.<String, Object>of("bootstrap.servers", brokers);
        try (var requests = new KafkaProducer<>(settings, text, text)) {
            var request = "{\"app\": \"example\", \"id\": \"1\", \"url\": \"%s\"}".formatted(url);
            requests.send(new ProducerRecord<>(crawl + ".requests", request)).get();
        }
        var reading =
                Map.<String, Object>of(
                        "bootstrap.servers", brokers,
                        "group.id", "example",
                        "auto.offset.reset", "earliest");
        var texts = new StringDeserializer();
        try (var results = new KafkaConsumer<>(reading, texts, texts)) {
            results.subscribe(List.of(crawl + ".results"));
            for (boolean isThere = false; !isThere; ) {
                for (var result : results.poll(Duration.ofSeconds(1))) {
                    isThere |= result.key().equals("example");
                    System.out.println(result.value());
                }
            }
        }
    }
    // :docs
}
