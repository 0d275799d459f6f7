package dev.gossamer.fetch;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Where independent test data lies. */
final class Conformance {
    private Conformance() {}

    static Path http(String name) {
        Path path = Path.of(System.getProperty("conformance.dir", "none"), "http", name);
        Assumptions.assumeTrue(Files.exists(path), "no conformance data at " + path);
        return path;
    }
}
