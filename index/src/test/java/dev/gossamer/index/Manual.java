package dev.gossamer.index;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The PostgreSQL manual, out of a Debian package that is fetched once and not installed. */
final class Manual {
    private static final String PACKAGE = "postgresql-doc-15";
    private static final Path PLACE = Path.of("target", "sites");
    private static final Path HTML = PLACE.resolve("usr/share/doc/" + PACKAGE + "/html");

    private Manual() {}

    /** Skips the test where the package cannot be had. */
    static Path unpacked() throws IOException, InterruptedException {
        if (!Files.exists(HTML)) fetch();
        assumeTrue(
                Files.exists(HTML),
                "skipped: needs the Debian package "
                        + PACKAGE
                        + " (apt-get download) in "
                        + PLACE.toAbsolutePath());
        return HTML;
    }

    private static void fetch() throws IOException, InterruptedException {
        Files.createDirectories(PLACE);
        if (!run("apt-get", "download", PACKAGE)) return;
        try (var files = Files.list(PLACE)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".deb")).toList()) {
                run("dpkg-deb", "-x", file.getFileName().toString(), ".");
            }
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            var process =
                    new ProcessBuilder(command)
                            .directory(PLACE.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(
                                    Redirect.to(new File(PLACE.toFile(), command[0] + ".log")))
                            .start();
            if (process.waitFor(60, TimeUnit.SECONDS)) return process.exitValue() == 0;
            process.destroyForcibly();
        } catch (IOException _) {
            // No such command here.
        }
        return false;
    }
}
