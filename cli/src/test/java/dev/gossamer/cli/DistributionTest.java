package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What is in the zip besides the jars. */
class DistributionTest {
    private static final Path TOP = Path.of("..");
    private static final Path DIST = Path.of("src/main/dist");

    @Test
    void theManPageNamesEveryCommandAndEveryVariable() throws IOException {
        String page = Files.readString(DIST.resolve("man/gossamer.1"));
        for (String command : new CommandLine(new Main()).getSubcommands().keySet())
            assertThat(page).contains(".B " + command);
        String launcher = Files.readString(DIST.resolve("bin/gossamer"));
        Pattern.compile("GOSSAMER_[A-Z_]+")
                .matcher(launcher)
                .results()
                .map(MatchResult::group)
                .forEach(name -> assertThat(page).contains(name));
    }

    @Test
    void theManPageHasTheOptionsOfServeAsItsHelpTellsThem() throws IOException {
        String page = Files.readString(DIST.resolve("man/gossamer.1")).replace("\\-", "-");
        var serve = CommandLine.Model.CommandSpec.forAnnotatedObject(new ServeCommand());
        for (var option : serve.options()) {
            if (option.usageHelp() || option.versionHelp()) continue;
            assertThat(page).contains(".B " + option.names()[0]);
            assertThat(page).contains(option.description()[0]);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "THIRD-PARTY.md", "docs/limits.md"})
    void linksBetweenThePagesOfTheZipLeadSomewhere(String name) throws IOException {
        Path page = TOP.resolve(name);
        Pattern.compile("]\\(([^)#:]+)\\)")
                .matcher(Files.readString(page))
                .results()
                .forEach(link -> assertThat(page.resolveSibling(link.group(1))).exists());
        String assembly = Files.readString(Path.of("src/main/assembly/dist.xml"));
        assertThat(assembly).contains("../docs", "THIRD-PARTY.md", "src/main/dist/man");
    }

    @Test
    void everyJarHasItsLicenceNamed() throws IOException {
        Path jars = Path.of("target/gossamer/gossamer/lib");
        assumeThat(jars).as("there after a package").exists();
        String page = Files.readString(TOP.resolve("THIRD-PARTY.md"));
        var known =
                Pattern.compile("`([a-z0-9-]+)`")
                        .matcher(page)
                        .results()
                        .map(each -> each.group(1))
                        .toList();
        try (var files = Files.walk(jars)) {
            assertThat(
                            files.filter(Files::isRegularFile)
                                    .map(file -> file.getFileName().toString()))
                    .filteredOn(file -> !file.contains("SNAPSHOT"))
                    .allMatch(file -> known.stream().anyMatch(file::startsWith));
        }
    }

    @Test
    void theScriptForWindowsStartsTheSameProgram() throws IOException {
        String windows = Files.readString(DIST.resolve("bin/gossamer.bat"));
        String linux = Files.readString(DIST.resolve("bin/gossamer"));
        for (String part :
                new String[] {
                    "dev.gossamer.cli.Main",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "GOSSAMER_JAVA_OPTIONS",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-Dgossamer.command="
                }) {
            assertThat(linux).contains(part);
            assertThat(windows).contains(part);
        }
    }
}
