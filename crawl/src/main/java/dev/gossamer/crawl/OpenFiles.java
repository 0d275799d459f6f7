package dev.gossamer.crawl;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How many files and connections the system lets this process have open. */
final class OpenFiles {
    /** For the archive, its index, the state and the JVM itself. */
    private static final long RESERVED = 256;

    private static final int FEWEST = 16;

    private OpenFiles() {}

    /** What is left for connections. */
    static int mostConnections() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof UnixOperatingSystemMXBean system
                ? mostConnections(system.getMaxFileDescriptorCount())
                : Integer.MAX_VALUE;
    }

    /** Three quarters of what is not reserved: an address may be tried beside another. */
    static int mostConnections(long openFiles) {
        return Math.clamp((openFiles - RESERVED) / 4 * 3, FEWEST, Integer.MAX_VALUE);
    }
}
