package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** The API as {@code /api/openapi.json} describes it, against which answers are held. */
final class DescribedApi {
    private final SchemaRegistry schemas =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final JsonNode document;
    private final Set<String> checked = new TreeSet<>();

    private DescribedApi(JsonNode document) {
        this.document = document;
    }

    static DescribedApi of(ServedWeb served) throws IOException {
        return new DescribedApi(served.get("/api/openapi.json"));
    }

    /** Returns every operation, such as {@code GET /healthz}. */
    Set<String> operations() {
        var all = new TreeSet<String>();
        for (var path : document.path("paths").properties())
            for (var method : path.getValue().properties())
                all.add(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
        return all;
    }

    /** Returns those of which an answer was checked. */
    Set<String> checked() {
        return checked;
    }

    /** Checks that an answer is one of those that are described. */
    RawCall.Answer check(String operation, RawCall.Answer answer) {
        String[] words = operation.split(" ", 2);
        var responses =
                document.path("paths")
                        .path(words[1])
                        .path(words[0].toLowerCase(Locale.ROOT))
                        .path("responses");
        assertThat(responses.isObject()).as(operation + " is described").isTrue();
        String status = String.valueOf(answer.status());
        var response = responses.has(status) ? responses.path(status) : responses.path("default");
        String type = answer.header("Content-Type").orElse("");
        var content = response.path("content").path(type);
        assertThat(content.isObject())
                .as("%s answers %s with %s: %s", operation, status, type, answer.text())
                .isTrue();
        if (type.endsWith("json")) valid(operation, content.path("schema"), answer);
        if (answer.status() < 400) checked.add(operation);
        return answer;
    }

    private void valid(String operation, JsonNode schema, RawCall.Answer answer) {
        var resolved =
                schema.has("$ref")
                        ? document.path("components").path("schemas").path("Problem")
                        : schema;
        var errors = schemas.getSchema(resolved).validate(answer.json());
        assertThat(errors).as("%s: %s", operation, answer.text()).isEmpty();
    }
}
