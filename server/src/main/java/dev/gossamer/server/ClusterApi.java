package dev.gossamer.server;

import java.io.IOException;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The routes of crawls in a cluster. */
final class ClusterApi {
    private static final int MOST = 1_000;
    private static final String CLUSTER = "/api/v1/clusters/{name}";

    private final ClusterWatches watches;
    private final SettingsInput input;

    ClusterApi(ClusterWatches watches, SettingsInput input) {
        this.watches = watches;
        this.input = input;
    }

    void addTo(Routes routes) {
        routes.get(
                "/api/v1/clusters",
                "The names of the crawls in the cluster that the server was told of.",
                Routes.query(
                        "limit", "at most 1000", "after", "the cursor 'next' of the part before"),
                Route.Answers.json(ApiSchemas.page(Schema.object("name", Schema.TEXT))),
                this::list);
        routes.get(
                CLUSTER,
                "Where a crawl in a cluster stands: its nodes, who has which shard, and the last movements of shards.",
                ClusterView.SCHEMA,
                this::one);
        routes.with(
                "POST",
                CLUSTER + "/actions",
                "Gives an order to all nodes of a crawl, or has one of them leave.",
                Schema.object(
                        "action",
                        Schema.choice(
                                "pause", "resume", "stop", "set", "block", "unblock", "drain"),
                        "settings?",
                        Schema.map(Schema.ANY),
                        "hosts?",
                        Schema.TEXT,
                        "node?",
                        Schema.TEXT),
                Route.Answers.json(Schema.object("state", Schema.TEXT), 202),
                this::act);
    }

    private ApiAnswer list(ApiCall call) throws InterruptedException {
        var items = watches.names().stream().map(name -> Map.of("name", name)).toList();
        return ApiAnswer.ok(Paged.part(items, call, MOST, MOST));
    }

    private ApiAnswer one(ApiCall call) throws InterruptedException {
        return ApiAnswer.ok(watches.view(call.path("name")).json());
    }

    private ApiAnswer act(ApiCall call) throws IOException, InterruptedException {
        var body = CrawlApi.only(call.json(), "action", "settings", "hosts", "node");
        var order = order(body);
        String name = call.path("name");
        if (order instanceof ClusterOrder.Drain(var node)
                && !watches.view(name).status().hasNode(node))
            throw Problem.bad("/node", "no node of this name reports");
        return ApiAnswer.of(202, Map.of("state", watches.order(name, order).state()));
    }

    private ClusterOrder order(JsonNode body) {
        return switch (body.path("action").asString("")) {
            case "pause" -> ClusterOrder.Whole.PAUSE;
            case "resume" -> ClusterOrder.Whole.RESUME;
            case "stop" -> ClusterOrder.Whole.STOP;
            case "set" -> new ClusterOrder.Change(input.read(body.path("settings"), "/settings"));
            case "block" -> new ClusterOrder.Block(text(body, "hosts"), true);
            case "unblock" -> new ClusterOrder.Block(text(body, "hosts"), false);
            case "drain" -> new ClusterOrder.Drain(text(body, "node"));
            default ->
                    throw Problem.bad(
                            "/action",
                            "action is pause, resume, stop, set, block, unblock or drain");
        };
    }

    private static String text(JsonNode body, String name) {
        String text = body.path(name).asString("");
        if (text.isEmpty()) throw Problem.bad("/" + name, "this action needs '" + name + "'");
        return text;
    }
}
