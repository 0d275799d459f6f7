package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** One word for one idea: no two modules have a class of the same name. */
class NamesTest {
    private static final Path ROOT = Path.of("..");

    private static final String IN_EVERY_MODULE = "package-info.java";

    @Test
    void noClassNameIsUsedTwice() throws IOException {
        Map<String, Long> counts;
        try (var files = Files.walk(ROOT)) {
            counts =
                    files.filter(file -> file.toString().contains("/src/main/java/dev/gossamer/"))
                            .map(file -> String.valueOf(file.getFileName()))
                            .filter(name -> name.endsWith(".java") && !name.equals(IN_EVERY_MODULE))
                            .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
        }
        assertThat(counts).hasSizeGreaterThan(300);
        counts.values().removeIf(count -> count == 1);
        assertThat(counts).isEmpty();
    }
}
