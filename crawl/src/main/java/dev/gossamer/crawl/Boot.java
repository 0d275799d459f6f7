package dev.gossamer.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells one start of the machine from another. */
final class Boot {
    private static final Path ID = Path.of("/proc/sys/kernel/random/boot_id");

    private Boot() {}

    /** A name for the time since the machine was started; empty on systems that do not tell. */
    static String id() {
        try {
            return Files.readString(ID).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
