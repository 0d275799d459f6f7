package dev.gossamer.server;

import dev.gossamer.crawl.Version;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table of routes as an OpenAPI document (3.1). */
final class OpenApi {
    private static final Schema PROBLEM =
            Schema.object(
                    "type", Schema.TEXT,
                    "title", Schema.TEXT,
                    "status", Schema.WHOLE,
                    "detail", Schema.TEXT,
                    "errors?",
                            Schema.list(
                                    Schema.object("pointer", Schema.TEXT, "detail", Schema.TEXT)),
                    "state?", Schema.TEXT);

    private OpenApi() {}

    static Map<String, Object> of(List<Route> routes) {
        var paths = new LinkedHashMap<String, Map<String, Object>>();
        for (var route : routes)
            paths.computeIfAbsent(route.pattern().replace("{+", "{"), _ -> new LinkedHashMap<>())
                    .put(route.method().toLowerCase(Locale.ROOT), operation(route));
        return ApiJson.map(
                "openapi", "3.1.0",
                "info", ApiJson.map("title", "Gossamer", "version", Version.TEXT),
                "security", List.of(Map.of("token", List.of())),
                "paths", paths,
                "components",
                        ApiJson.map(
                                "schemas",
                                Map.of("Problem", PROBLEM.json()),
                                "securitySchemes",
                                Map.of("token", Map.of("type", "http", "scheme", "bearer"))));
    }

    private static Map<String, Object> operation(Route route) {
        var operation = new LinkedHashMap<String, Object>();
        operation.put("summary", route.summary());
        operation.put("parameters", parameters(route));
        route.body()
                .ifPresent(
                        body ->
                                operation.put(
                                        "requestBody",
                                        ApiJson.map(
                                                "required",
                                                true,
                                                "content",
                                                content("application/json", body.json()))));
        operation.put("responses", responses(route.answer()));
        return operation;
    }

    private static List<Object> parameters(Route route) {
        var all = new ArrayList<Object>();
        for (String name : route.names()) all.add(parameter(name, "path", true, name));
        route.query().forEach((name, text) -> all.add(parameter(name, "query", false, text)));
        return all;
    }

    private static Map<String, Object> parameter(
            String name, String place, boolean isRequired, String text) {
        return ApiJson.map(
                "name", name,
                "in", place,
                "required", isRequired,
                "description", text,
                "schema", Map.of("type", "string"));
    }

    private static Map<String, Object> responses(Route.Answers answers) {
        var responses = new LinkedHashMap<String, Object>();
        for (int status : answers.statuses())
            responses.put(
                    String.valueOf(status),
                    ApiJson.map(
                            "description",
                            "It is done, or under way (202).",
                            "content",
                            content(answers.type(), answers.schema().json())));
        responses.put(
                "default",
                ApiJson.map(
                        "description",
                        "It is not done.",
                        "content",
                        content(
                                "application/problem+json",
                                Map.of("$ref", "#/components/schemas/Problem"))));
        return responses;
    }

    private static Map<String, Object> content(String type, Map<String, Object> schema) {
        return Map.of(type, Map.of("schema", schema));
    }
}
