package dev.gossamer.parse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Independent test data, which is not part of the project; tests without it are skipped. */
final class Conformance {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Conformance() {}

    static Path path(String name) {
        var path = Path.of(System.getProperty("conformance.dir", "conformance")).resolve(name);
        Assumptions.assumeTrue(Files.exists(path), () -> "skipped: no test data at " + path);
        return path;
    }

    static JsonNode json(Path path) throws IOException {
        return MAPPER.readTree(Files.readString(path));
    }

    static JsonNode json(String name) throws IOException {
        return json(path(name));
    }
}
