package dev.gossamer.url;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Public test suites, which lie outside the project; tests that need them are skipped where they
 * are missing.
 */
final class Conformance {
    private Conformance() {}

    static Path file(String name) {
        var file = Path.of(System.getProperty("conformance.dir", "../../shared/conformance"), name);
        assumeTrue(Files.exists(file), () -> "skipped, no conformance data: " + file);
        return file;
    }

    static List<String> lines(String name) {
        try {
            return Files.readAllLines(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The objects of a JSON array in the style of web-platform-tests, where strings are comments.
     */
    static List<JsonNode> cases(String name) {
        var array = JsonMapper.builder().build().readTree(file(name));
        return StreamSupport.stream(array.spliterator(), false).filter(JsonNode::isObject).toList();
    }
}
