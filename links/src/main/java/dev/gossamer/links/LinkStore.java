package dev.gossamer.links;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the links of fetched pages. One writer a folder, kept so by a lock; used by one thread at
 * a time. What was added becomes durable and visible with {@link #commit}; what was not committed
 * when the writer is closed or killed is gone, and is to be added again from {@link #position} on.
 */
public final class LinkStore implements AutoCloseable {
    private final Path dir;
    private final FileChannel lock;
    private final List<PageLinks> buffer = new ArrayList<>();
    private Manifest manifest;

    private LinkStore(Path dir, FileChannel lock, Manifest manifest) {
        this.dir = dir;
        this.lock = lock;
        this.manifest = manifest;
    }

    /**
     * @param dir made if it is not there
     * @throws IOException also when another writer has it open
     */
    public static LinkStore open(Path dir) throws IOException {
        Files.createDirectories(dir);
        var channel =
                FileChannel.open(
                        dir.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) throw new IOException(dir + ": another writer has it");
            return new LinkStore(dir, channel, Manifest.read(dir));
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new IOException(dir + ": another writer has it", e);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Cheap: a bounded buffer in memory, written out by itself when it is full. */
    public void add(PageLinks page) throws IOException {
        buffer.add(page);
    }

    /**
     * Makes durable what was added, together with the caller's position, of which it knows nothing:
     * after a crash both are there or neither.
     */
    public void commit(String position) throws IOException {
        var segments = new ArrayList<>(manifest.segments());
        if (!buffer.isEmpty()) {
            String name = "%08d.seg".formatted(segments.size());
            try (var out = new DataOutputStream(Files.newOutputStream(dir.resolve(name)))) {
                for (var page : buffer) {
                    out.writeUTF(page.source().toString());
                    out.writeLong(page.at().getEpochSecond());
                    out.writeShort(page.status());
                    out.writeInt(page.edges().size());
                    for (var edge : page.edges()) {
                        out.writeUTF(edge.target().toString());
                        out.writeUTF(edge.kind().name());
                        out.writeUTF(edge.text());
                    }
                }
            }
            buffer.clear();
            segments.add(name);
        }
        manifest = new Manifest(position, segments);
        manifest.write(dir);
    }

    /** Of the last commit; empty when there was none. */
    public String position() {
        return manifest.position();
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
