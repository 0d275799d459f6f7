package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A shell in a new folder, in which the zip of the distribution seems to have been unpacked: {@code
 * gossamer/bin/gossamer} is its launcher, and the jar in {@code gossamer/lib} names the class path
 * of the tests. The ports that the pages use are replaced by free ones.
 */
final class PageShell implements AutoCloseable {
    private static final int MAX_WAIT_SECONDS = 570;
    private static final List<String> PORTS =
            List.of("8090", "8053", "8091", "8054", "8700", "8701");

    /** Stands alone before the exit status of each command; no command prints it. */
    private static final String END = "\u001e";

    /** The file that a command in the background writes. */
    private static final Pattern OUTPUT = Pattern.compile("> (\\S+) &");

    private final Path folder;

    /** Where the reader types the commands. */
    private final Path home;

    private final Map<String, String> ports;
    private final List<Process> started = new ArrayList<>();

    PageShell(Path folder) throws IOException {
        this.folder = folder;
        ports = freePorts();
        home = folder.resolve("reader");
        Path app = Files.createDirectories(home.resolve("gossamer"));
        Path bin = Files.createDirectories(app.resolve("bin"));
        Path launcher = bin.resolve("gossamer");
        Files.copy(Path.of("src/main/dist/bin/gossamer"), launcher);
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        // No archive of classes can be made of folders with classes.
        Files.createFile(app.resolve(".cache"));
        writeClassPath(Files.createDirectories(app.resolve("lib")).resolve("gossamer.jar"));
    }

    private static void writeClassPath(Path jar) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Stream.of(System.getProperty("java.class.path").split(":"))
                                .map(each -> Path.of(each).toAbsolutePath().toUri().toString())
                                .collect(Collectors.joining(" ")));
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    }

    private static Map<String, String> freePorts() throws IOException {
        var held = new ArrayList<ServerSocket>();
        try {
            for (int i = 0; i < PORTS.size(); i++)
                held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            return held.stream()
                    .collect(
                            Collectors.toMap(
                                    each -> PORTS.get(held.indexOf(each)),
                                    each -> Integer.toString(each.getLocalPort())));
        } finally {
            for (var each : held) each.close();
        }
    }

    /** Runs the commands of a page; what is not as the page shows it, a line for each. */
    List<String> run(String page, List<ConsoleStep> steps)
            throws IOException, InterruptedException {
        Path script = Files.writeString(folder.resolve("page.sh"), script(steps));
        Path output = folder.resolve("page.out");
        var builder =
                new ProcessBuilder("bash", script.toString())
                        .directory(home.toFile())
                        .redirectErrorStream(true)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(output.toFile());
        String java = System.getProperty("java.home");
        var environment = builder.environment();
        environment.keySet().retainAll(List.of("PATH"));
        environment.compute("PATH", (_, path) -> java + "/bin:" + path);
        environment.put("JAVA_HOME", java);
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("GOSSAMER_JAVA_OPTIONS", "-Xmx256m -XX:TieredStopAtLevel=1");
        var shell = builder.start();
        started.add(shell);
        boolean isOver = shell.waitFor(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
        String said = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(isOver).as("%s takes too long: %s", page, said).isTrue();
        return differences(page, steps, said);
    }

    private String script(List<ConsoleStep> steps) {
        var script = new StringBuilder("status=0\ntrap 'kill $(jobs -p) 2>/dev/null' EXIT\n");
        for (var step : steps) {
            script.append("(exit $status)\n").append(with(step.command()));
            script.append("\nstatus=$?\n");
            if (step.isInBackground()) script.append(waiting(step));
            script.append("printf '%s%d\\n' '").append(END).append("' $status\n");
        }
        return script.toString();
    }

    /**
     * A reader is slow; a script must wait until the server listens whose port it names, and has
     * said so in its file.
     */
    private String waiting(ConsoleStep step) {
        String listening =
                ports.entrySet().stream()
                        .filter(each -> step.command().contains("--port " + each.getKey()))
                        .map(each -> until("(: </dev/tcp/127.0.0.1/" + each.getValue() + ")"))
                        .collect(Collectors.joining());
        var file = OUTPUT.matcher(step.command());
        return file.find() ? listening + until("[ -s " + file.group(1) + " ]") : listening;
    }

    private static String until(String test) {
        return "for i in $(seq 600); do %s 2>/dev/null && break; sleep 0.1; done\n".formatted(test);
    }

    private String with(String text) {
        String replaced = text;
        for (var each : ports.entrySet())
            replaced = replaced.replaceAll("\\b" + each.getKey() + "\\b", each.getValue());
        return replaced;
    }

    private List<String> differences(String page, List<ConsoleStep> steps, String said) {
        var wrong = new ArrayList<String>();
        var parts = said.split(END, -1);
        for (int i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            var where = "%s:%d: %s: ".formatted(page, step.line(), step.command());
            if (i + 1 >= parts.length) {
                wrong.add(where + "did not end; it said: " + parts[parts.length - 1]);
                break;
            }
            // A part begins with the status of the command before it.
            String text = i == 0 ? parts[0] : parts[i].substring(parts[i].indexOf('\n') + 1);
            String status = parts[i + 1].lines().findFirst().orElse("");
            boolean isAsked = i + 1 < steps.size() && steps.get(i + 1).asksForStatus();
            if (!status.equals("0") && !isAsked)
                wrong.add(where + "ends with status " + status + ": " + text);
            var shown = new ConsoleStep(step.line(), step.command(), all(step.shown()));
            if (!shown.isShown(text.lines().toList()))
                wrong.add(where + "the page does not show what it says:\n" + text);
        }
        return wrong;
    }

    private List<String> all(List<String> lines) {
        return lines.stream().map(this::with).toList();
    }

    /** None outlives the page that started it. */
    @Override
    public void close() {
        for (var process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().onExit().join();
        }
    }
}
