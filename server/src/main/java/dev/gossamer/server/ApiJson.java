package dev.gossamer.server;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON as the API reads and writes it. What is too deep, too long or ambiguous is refused. */
final class ApiJson {
    private static final int MOST_DEPTH = 16;
    private static final int MOST_DIGITS = 30;

    private static final JsonMapper READER = reader();
    private static final JsonMapper WRITER = JsonMapper.builder().build();

    private ApiJson() {}

    private static JsonMapper reader() {
        var factory =
                JsonFactory.builder()
                        .streamReadConstraints(
                                StreamReadConstraints.builder()
                                        .maxNestingDepth(MOST_DEPTH)
                                        .maxNumberLength(MOST_DIGITS)
                                        .build())
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .build();
        return JsonMapper.builder(factory)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    /** Reads an object; anything else is a problem of the client. */
    static JsonNode object(byte[] body) {
        try {
            var node = READER.readTree(body);
            if (node.isObject()) return node;
        } catch (JacksonException e) {
            throw Problem.bad("", "the body is not JSON: " + firstLine(e.getOriginalMessage()));
        }
        throw Problem.bad("", "the body is not a JSON object");
    }

    /** Reads JSON that another part of Gossamer wrote. */
    static JsonNode own(String json) {
        return WRITER.readTree(json);
    }

    static byte[] bytes(Object value) {
        return WRITER.writeValueAsBytes(value);
    }

    static String line(Object value) {
        return WRITER.writeValueAsString(value);
    }

    /** Returns a map of names and values in this order. */
    static Map<String, Object> map(Object... namesAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2)
            map.put(namesAndValues[i].toString(), namesAndValues[i + 1]);
        return map;
    }

    /** Returns the members of a record by name. */
    static Map<String, Object> members(Record value) {
        var members = new LinkedHashMap<String, Object>();
        JsonNode json = WRITER.valueToTree(value);
        for (var each : json.properties()) members.put(each.getKey(), each.getValue());
        return members;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
