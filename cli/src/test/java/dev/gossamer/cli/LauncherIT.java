package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of an installation, with a java that only tells what it was called with. */
class LauncherIT {
    @TempDir Path folder = Path.of("");
    private Path installation = Path.of("");
    private Path home = Path.of("");

    @BeforeEach
    void install() throws IOException {
        // Others must be able to run it: one test is another user.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        installation = Files.createDirectories(folder.resolve("app"));
        home = Files.createDirectories(folder.resolve("home"));
        Path bin = Files.createDirectories(installation.resolve("bin"));
        Files.copy(Path.of("src/main/dist/bin/gossamer"), bin.resolve("gossamer"));
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        for (Path file : List.of(java, bin.resolve("gossamer")))
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** What the JVM would have been started with. */
    private List<String> arguments(Map<String, String> environment, String... before)
            throws IOException, InterruptedException {
        return arguments(environment, List.of(before), List.of());
    }

    private List<String> arguments(
            Map<String, String> environment, List<String> before, List<String> more)
            throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("status"));
        words.addAll(more);
        return started(environment, before, words);
    }

    private List<String> started(
            Map<String, String> environment, List<String> before, List<String> words)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(before);
        command.addAll(List.of("bash", installation.resolve("bin/gossamer").toString()));
        command.addAll(words);
        var builder = new ProcessBuilder(command);
        builder.environment().keySet().retainAll(List.of("PATH"));
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().putAll(environment);
        var process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var lines =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
        assertThat(process.waitFor()).isZero();
        return lines;
    }

    private List<String> arguments() throws IOException, InterruptedException {
        return arguments(Map.of("HOME", home.toString()));
    }

    private static Stream<String> archives(List<String> arguments) {
        return arguments.stream().filter(each -> each.contains("SharedArchive"));
    }

    private static void assertNoArchive(List<String> arguments) {
        assertThat(arguments).contains("dev.gossamer.cli.Main", "status");
        assertThat(archives(arguments)).isEmpty();
    }

    /** Where a folder should be there is a file: nobody can make the folder, not even root. */
    private static void block(Path folder) throws IOException {
        Files.createFile(folder);
    }

    @Test
    void classesAreKeptInTheInstallationOrElseInTheHome() throws Exception {
        assertThat(archives(arguments()))
                .contains(
                        "-XX:SharedArchiveFile="
                                + installation.toRealPath()
                                + "/.cache/classes-25-status.jsa");
        Files.delete(installation.resolve(".cache"));
        block(installation.resolve(".cache"));
        assertThat(archives(arguments()))
                .contains(
                        "-XX:SharedArchiveFile=" + home + "/.cache/gossamer/classes-25-status.jsa");
    }

    @Test
    void adviceNamesTheCommandAsItWasCalled() throws Exception {
        String path = installation.resolve("bin/gossamer").toString();
        assertThat(arguments()).contains("-Dgossamer.command=" + path);
        String search = installation.resolve("bin") + ":" + System.getenv("PATH");
        assertThat(arguments(Map.of("PATH", search))).contains("-Dgossamer.command=gossamer");
        assertThat(arguments(Map.of("gossamer_typed", "./gossamer")))
                .contains("-Dgossamer.command=./gossamer");
    }

    @Test
    void withoutAFolderToWriteToItStartsWithoutAnArchive() throws Exception {
        block(installation.resolve(".cache"));
        block(home.resolve(".cache"));
        assertNoArchive(arguments());
    }

    @Test
    void withoutAHomeNothingIsTakenFromAFolderThatAllShare() throws Exception {
        block(installation.resolve(".cache"));
        assertNoArchive(arguments(Map.of()));
    }

    @Test
    void aFolderThatOthersCanWriteToIsNotTrusted() throws Exception {
        block(installation.resolve(".cache"));
        Path cache = Files.createDirectories(home.resolve(".cache/gossamer"));
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertNoArchive(arguments());
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwx---"));
        assertNoArchive(arguments());
    }

    @Test
    void aFolderOfAnotherUserIsNotTrusted() throws Exception {
        assumeThat(System.getProperty("user.name"))
                .as("only root can be another")
                .isEqualTo("root");
        assumeThat(Path.of("/usr/bin/setpriv")).exists();
        Files.createDirectories(installation.resolve(".cache"));
        assertNoArchive(
                arguments(
                        Map.of("HOME", home.toString()),
                        "setpriv",
                        "--reuid=65534",
                        "--regid=65534",
                        "--clear-groups"));
    }

    @Test
    void whatTheJvmSaysDoesNotGoToStandardOutput() throws Exception {
        assertThat(arguments())
                .contains("-XX:+DisplayVMOutputToStderr", "-XX:+ExitOnOutOfMemoryError")
                .filteredOn(each -> each.startsWith("-Xlog:all"))
                .allMatch(each -> each.endsWith(":stderr"))
                .hasSize(1);
    }

    private Path archive() throws IOException {
        return installation.toRealPath().resolve(".cache/classes-25-status.jsa");
    }

    @Test
    void anArchiveOfARunThatEndedEarlyIsMadeAnew() throws Exception {
        arguments();
        Files.createFile(archive());
        arguments();
        assertThat(archive()).doesNotExist();
        makeArchive();
        assertThat(arguments()).contains("-Dgossamer.archive=" + archive());
        assertThat(archive()).exists();
    }

    /** As a run does that ends well. */
    private void makeArchive() throws IOException, InterruptedException {
        var jars = arguments().stream().filter(each -> each.startsWith("-Dgossamer.jars="));
        Files.createFile(archive());
        String known = jars.findFirst().orElseThrow().replace("-Dgossamer.jars=", "");
        Files.writeString(Path.of(archive() + ".whole"), known);
    }

    @Test
    void anArchiveOfOtherJarsIsMadeAnew() throws Exception {
        Path lib = Files.createDirectories(installation.resolve("lib"));
        Path ours = Files.writeString(lib.resolve("gossamer-cli-1.jar"), "one");
        makeArchive();
        arguments();
        assertThat(archive()).exists();
        // The same size, and in an installation the same date.
        Files.writeString(ours, "two");
        arguments();
        assertThat(archive()).doesNotExist();
        makeArchive();
        Files.createFile(lib.resolve("library-2.jar"));
        arguments();
        assertThat(archive()).doesNotExist();
    }

    @Test
    void aHelpPageHasAnArchiveOfItsOwn() throws Exception {
        for (String help : List.of("--help", "-h", "--version"))
            assertThat(archives(arguments(Map.of(), List.of(), List.of(help))))
                    .anyMatch(each -> each.endsWith("/classes-25-help.jsa"));
    }

    private String classPath(String... words) throws IOException, InterruptedException {
        var arguments = started(Map.of(), List.of(), List.of(words));
        return arguments.get(arguments.indexOf("-cp") + 1);
    }

    @Test
    void kafkaIsOnTheClassPathOfWhatUsesItAlone() throws Exception {
        for (String command : List.of("cluster", "node", "demo"))
            assertThat(classPath(command)).as(command).contains("/lib/cluster/*");
        assertThat(classPath("serve", "--root", "x", "--kafka", "a:1")).contains("/lib/cluster/*");
        assertThat(classPath("serve", "--kafka=a:1")).contains("/lib/cluster/*");
        assertThat(classPath("serve", "--root", "x")).doesNotContain("/lib/cluster/*");
        assertThat(classPath("crawl", "--kafka", "a:1")).doesNotContain("/lib/cluster/*");
    }

    /** Makes a second JDK that tells its own name too. */
    private Path otherJdk() throws IOException {
        Path other = folder.resolve("other");
        Path java = Files.createDirectories(other.resolve("bin")).resolve("java");
        Files.copy(folder.resolve("jdk/release"), other.resolve("release"));
        Files.writeString(java, "#!/bin/sh\necho other; echo \"LC_ALL=$LC_ALL\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return other;
    }

    @Test
    void theJdkThatIsMeantForGossamerIsTakenBeforeTheUsualOne() throws Exception {
        var environment = Map.of("GOSSAMER_JAVA_HOME", otherJdk().toString());
        assertThat(arguments(environment)).contains("other");
    }

    @Test
    void whereTheLocaleKnowsOnlyAsciiArgumentsAreUtf8() throws Exception {
        String other = otherJdk().toString();
        for (String locale : List.of("C", "POSIX"))
            assertThat(arguments(Map.of("JAVA_HOME", other, "LC_ALL", locale)))
                    .contains("LC_ALL=C.UTF-8");
        assertThat(arguments(Map.of("JAVA_HOME", other))).contains("LC_ALL=C.UTF-8");
        assertThat(arguments(Map.of("JAVA_HOME", other, "LC_ALL", "de_DE.ISO-8859-1")))
                .contains("LC_ALL=de_DE.ISO-8859-1");
    }

    @Test
    void theStreamsThatAreTerminalsAreTold() throws Exception {
        assertThat(arguments()).contains("-Dgossamer.terminals=");
        Path script = Path.of("/usr/bin/script");
        assumeThat(script).exists();
        // Standard error is the terminal; standard input is not, as in 'echo URL | gossamer crawl'.
        String line = "bash " + installation.resolve("bin/gossamer") + " status < /dev/null | cat";
        var builder = new ProcessBuilder(script.toString(), "-qec", line, "/dev/null");
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        var process = builder.redirectInput(Path.of("/dev/null").toFile()).start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(told).contains("-Dgossamer.terminals=2");
    }
}
