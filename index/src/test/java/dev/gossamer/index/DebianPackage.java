package dev.gossamer.index;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A Debian package with real pages in it, fetched once and not installed. For other modules too.
 */
public final class DebianPackage {
    private static final Path PLACE = Path.of("target", "sites");

    private DebianPackage() {}

    /** A folder of it; it does not exist where the package cannot be had. */
    public static Path unpacked(String name, String folder)
            throws IOException, InterruptedException {
        Path unpacked = PLACE.resolve(folder).toAbsolutePath();
        if (Files.exists(unpacked)) return unpacked;
        // Moved once it is whole: a run may be cut off at any moment.
        String part = name + ".part";
        if (!fetch(name, part)) return unpacked;
        Path whole = PLACE.resolve(part).resolve(folder);
        Files.createDirectories(unpacked.getParent());
        if (Files.exists(whole)) Files.move(whole, unpacked);
        return unpacked;
    }

    private static boolean fetch(String name, String into)
            throws IOException, InterruptedException {
        Files.createDirectories(PLACE);
        if (!run("apt-get", "download", name)) return false;
        try (var files = Files.newDirectoryStream(PLACE, name + "_*.deb")) {
            for (Path file : files) {
                if (!run("dpkg-deb", "-x", file.getFileName().toString(), into)) return false;
            }
        }
        return true;
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            var process =
                    new ProcessBuilder(command)
                            .directory(PLACE.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(
                                    Redirect.to(PLACE.resolve(command[0] + ".log").toFile()))
                            .start();
            if (process.waitFor(60, TimeUnit.SECONDS)) return process.exitValue() == 0;
            process.destroyForcibly();
            return false;
        } catch (IOException _) {
            return false; // no such command here
        }
    }
}
