package dev.gossamer.cluster;

import dev.gossamer.crawl.RequestResult;
import dev.gossamer.crawl.ResultSink;
import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.json.JsonMapper;

/** The topic in which applications read what became of their requests. */
final class ResultTopic implements ResultSink {
    private final NodeClients clients;
    private final String topic;
    private final String node;

    /**
     * @param node whose archive has the answers
     */
    ResultTopic(NodeClients clients, String node) {
        this.clients = clients;
        this.node = node;
        topic = clients.address().topic(ClusterTopics.RESULTS);
    }

    @Override
    public CompletableFuture<Void> tell(RequestResult result) {
        var app = result.mark().app();
        int partition = Math.floorMod(app.hashCode(), ClusterTopics.EXCHANGE_PARTITIONS);
        return clients.producer()
                .send(topic, partition, app.getBytes(StandardCharsets.UTF_8), json(result))
                .thenAccept(_ -> {});
    }

    private byte[] json(RequestResult result) {
        var all = new LinkedHashMap<String, Object>();
        all.put("app", result.mark().app());
        all.put("id", result.mark().id());
        result.url().ifPresent(url -> all.put("url", url.toString()));
        all.put("state", result.state().name());
        if (!result.reason().isEmpty()) all.put("reason", result.reason());
        result.answer()
                .ifPresent(
                        answer -> {
                            all.put("status", answer.status());
                            all.put("at", answer.at().toString());
                            all.put("type", answer.type());
                            all.put("bytes", answer.bytes());
                            all.put("digest", answer.digest());
                            all.put("where", Map.of("node", node));
                            all.put("links", answer.links().stream().map(Url::toString).toList());
                        });
        return JsonMapper.shared().writeValueAsBytes(all);
    }
}
