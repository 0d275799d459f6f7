package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the {@code console} blocks of README and docs as a reader would type them, one page after
 * the other, each in a new folder, and compares what the commands print with what the page shows.
 */
class WalkThroughIT {
    private static final Path TOP = Path.of("..");

    @TempDir Path folder = Path.of("");

    /** The pages that show commands to type. */
    static List<String> pages() throws IOException {
        try (var docs = Files.walk(TOP.resolve("docs"))) {
            return Stream.concat(Stream.of(TOP.resolve("README.md")), docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !steps(file).isEmpty())
                    .map(file -> TOP.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static List<ConsoleStep> steps(Path page) {
        try {
            return ConsoleStep.in(Files.readString(page));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void thereAreWalkThroughs() throws IOException {
        assertThat(pages()).contains("docs/walk-throughs.md");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void aPageTellsWhatItsCommandsDo(String page) throws Exception {
        try (var shell = new PageShell(folder)) {
            var wrong = shell.run(page, steps(TOP.resolve(page)));
            assertThat(wrong).as(page).isEmpty();
        }
    }

    @Test
    void linesAreComparedAsAPageSays() {
        var step = ConsoleStep.in("```console\n$ x\na … c\n…\nz\n```\n").getFirst();
        assertThat(step.isShown(List.of("a b c", "z"))).isTrue();
        assertThat(step.isShown(List.of("a b c", "d", "e", "z"))).isTrue();
        assertThat(step.isShown(List.of("a b d", "z"))).isFalse();
        assertThat(step.isShown(List.of("a b c", "z", "more"))).isFalse();
        assertThat(step.isShown(List.of("a b c"))).isFalse();
    }

    @Test
    void aCommandThatFailsWithoutAWordIsReported() throws Exception {
        try (var shell = new PageShell(folder)) {
            var steps = ConsoleStep.in("```console\n$ false\n$ true\n$ false\n$ echo $?\n1\n```\n");
            assertThat(shell.run("page", steps)).singleElement().asString().contains("page:2");
        }
    }
}
