package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first command that a new user types. */
class DemoIT {
    @TempDir Path folder = Path.of("");

    private final StringWriter said = new StringWriter();

    private int run(String... args) {
        return Main.run(args, new PrintWriter(said, true), new PrintWriter(said, true));
    }

    @Test
    void itShowsWhatItGotAndAdvisesOnlyWhatWorks() {
        String home = folder.resolve("demo").toString();
        assertThat(run("demo", "-o", home)).as(said::toString).isZero();
        assertThat(said.toString())
                .contains("finished", "URLs dealt with", "gossamer search " + home)
                .doesNotContain("./gossamer")
                .as("its web is gone")
                .doesNotContain("resume");
        said.getBuffer().setLength(0);
        assertThat(run("search", home, "amber", "river")).isZero();
        assertThat(said.toString()).contains("pages found among");
    }
}
