package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** ARCHITECTURE.md names classes; those that it names exist. */
class ArchitectureTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("`([A-Z][A-Za-z]+[a-z])(\\.[A-Za-z]+)?`");

    @Test
    void everyClassThatItNamesExists() throws IOException {
        Set<String> classes;
        try (var files = Files.walk(ROOT)) {
            classes =
                    files.map(file -> String.valueOf(file.getFileName()))
                            .filter(name -> name.endsWith(".java"))
                            .map(name -> name.substring(0, name.length() - ".java".length()))
                            .collect(Collectors.toSet());
        }
        var missing = new TreeSet<String>();
        int named = 0;
        var matcher = NAMED.matcher(Files.readString(ROOT.resolve("ARCHITECTURE.md")));
        while (matcher.find()) {
            named++;
            if (!classes.contains(matcher.group(1))) missing.add(matcher.group(1));
        }
        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(30);
    }
}
