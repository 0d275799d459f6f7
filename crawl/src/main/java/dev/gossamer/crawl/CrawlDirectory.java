package dev.gossamer.crawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/** The folder that holds one crawl: its configuration, archive, log and all that resume needs. */
public final class CrawlDirectory {
    private final Path root;

    private CrawlDirectory(Path root) {
        this.root = root;
    }

    /** A folder for a new crawl, made if it is not there. */
    static CrawlDirectory create(Path root) throws IOException {
        var directory = new CrawlDirectory(root);
        if (Files.exists(directory.configuration())) {
            throw new UsageException(
                    root
                            + " already holds a crawl; go on with 'gossamer resume "
                            + root
                            + "' or choose another folder with -o");
        }
        if (Files.exists(root) && !Files.isDirectory(root)) {
            throw new UsageException(root + " is a file; choose another folder with -o");
        }
        try {
            Files.createDirectories(directory.state());
        } catch (IOException e) {
            throw new UsageException(
                    "cannot write to "
                            + root
                            + " ("
                            + reason(e)
                            + "); choose another folder with -o");
        }
        if (!Files.isWritable(root)) {
            throw new UsageException("cannot write to " + root + "; choose another folder with -o");
        }
        return directory;
    }

    private static String reason(IOException e) {
        return e.getClass()
                .getSimpleName()
                .replace("Exception", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(java.util.Locale.ROOT);
    }

    /** The folder of a crawl that was made before. */
    public static CrawlDirectory open(Path root) {
        var directory = new CrawlDirectory(root);
        if (!Files.isRegularFile(directory.configuration())) {
            throw new UsageException(root + " holds no crawl (no crawl.yaml in it)");
        }
        return directory;
    }

    /** Removes a folder of ours with all that is in it, once nobody wants to keep it. */
    static void delete(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    public Path root() {
        return root;
    }

    Path configuration() {
        return root.resolve("crawl.yaml");
    }

    public Path warc() {
        return root.resolve("warc");
    }

    Path state() {
        return root.resolve("state");
    }

    /** Bodies too large for memory, from their first byte until they are archived. */
    Path bodies() {
        return state().resolve("bodies");
    }

    /** What a crawl that was killed left there belongs to nobody. */
    void emptyBodies() throws IOException {
        if (Files.exists(bodies())) delete(bodies());
    }

    Path log() {
        return root.resolve("crawl.log");
    }

    private Path report() {
        return root.resolve("report.json");
    }

    private Path statusFile() {
        return state().resolve("status.json");
    }

    /**
     * Where the crawl stands: told by the crawl itself while it runs, by what it left behind
     * otherwise.
     */
    public Status status() throws IOException {
        Status last;
        try {
            last = Status.fromJson(Files.readString(statusFile()));
        } catch (NoSuchFileException e) {
            last = Statistics.NOTHING;
        } catch (JacksonException e) {
            throw new IOException(statusFile() + " is damaged: " + e.getOriginalMessage(), e);
        }
        if (last.state() != Status.State.running) return last;
        try (var lock = lock().orElse(null)) {
            return lock == null ? last : last.as(Status.State.crashed);
        }
    }

    void save(Status status) throws IOException {
        replace(statusFile(), status.toJson(), "rw-r--r--");
        if (status.state() != Status.State.running) replace(report(), status.toJson(), "rw-r--r--");
    }

    /**
     * A reader sees the old content or the new, never a part, whatever happens in between.
     *
     * @param permissions as ls shows them, where the system has such
     */
    static void replace(Path file, String content, String permissions) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        if (fresh.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(
                    fresh,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(permissions)));
        }
        Files.writeString(fresh, content.endsWith("\n") ? content : content + "\n");
        try {
            Files.move(
                    fresh,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Hosts, domains or folders that redirects of seeds added to the scope. */
    List<String> roots() throws IOException {
        return Files.exists(rootsFile()) ? Files.readAllLines(rootsFile()) : List.of();
    }

    synchronized void addRoot(String root) {
        try {
            Files.writeString(
                    rootsFile(), root + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + rootsFile(), e);
        }
    }

    private Path rootsFile() {
        return state().resolve("roots");
    }

    /**
     * Held by the one process that crawls into this folder; empty when another holds it. The system
     * frees it when the process dies.
     */
    Optional<Lock> lock() throws IOException {
        var channel =
                FileChannel.open(
                        state().resolve("lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) return Optional.of(new Lock(channel));
        } catch (OverlappingFileLockException e) {
            // Held by another crawl of this same process.
            channel.close();
            return Optional.empty();
        }
        channel.close();
        return Optional.empty();
    }

    record Lock(FileChannel channel) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
