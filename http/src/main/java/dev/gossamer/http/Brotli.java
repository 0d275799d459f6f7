package dev.gossamer.http;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * Loads the native library of brotli4j. Its own loader unpacks the library to a folder that is only
 * deleted when the JVM ends in an orderly way, a megabyte for each crawl that was killed. Here the
 * file is deleted as soon as it is loaded, which Linux allows.
 */
final class Brotli {
    private static final String LIBRARY_PATH = "brotli4j.library.path";
    private static final String FOLDER = "com.aayushatharva.brotli4j.native.workdir";

    /** Whether brotli can be decoded on this machine. */
    static final boolean IS_AVAILABLE = load();

    private Brotli() {}

    private static boolean load() {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        boolean isSetByUser =
                System.getProperty(LIBRARY_PATH) != null || System.getProperty(FOLDER) != null;
        if (os.startsWith("linux") && !isSetByUser) loadAndDelete();
        return Brotli4jLoader.isAvailable();
    }

    private static void loadAndDelete() {
        String arch = System.getProperty("os.arch", "").equals("aarch64") ? "aarch64" : "x86_64";
        String resource = "/lib/linux-" + arch + "/libbrotli.so";
        try (var library = Brotli4jLoader.class.getResourceAsStream(resource)) {
            if (library == null) return;
            Path file = Files.createTempFile("gossamer-brotli", ".so");
            try {
                Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
                System.setProperty(LIBRARY_PATH, file.toString());
                var _ = Brotli4jLoader.isAvailable(); // loads it
            } finally {
                System.clearProperty(LIBRARY_PATH);
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // No room to unpack it: brotli4j says below that it is not available, and servers are
            // not asked for it.
            return;
        }
    }
}
