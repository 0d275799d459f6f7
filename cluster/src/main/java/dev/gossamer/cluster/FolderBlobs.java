package dev.gossamer.cluster;

import dev.gossamer.files.Checksum;
import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.ReplacedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/** Blobs in a directory that all nodes share: one file each. */
public final class FolderBlobs implements Blobs {
    private static final Pattern NAME = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

    private final Path folder;

    /**
     * @param folder on a file system that all nodes see; each crawl has its own
     */
    public FolderBlobs(Path folder) {
        this.folder = folder;
    }

    private Path folder(int shard) {
        return folder.resolve("shard-" + shard);
    }

    private Path file(int shard, BlobRef.Id id) {
        return folder(shard).resolve(id.toString());
    }

    @Override
    public CompletableFuture<Long> put(int shard, BlobRef.Id id, byte[] bytes) {
        try {
            Files.createDirectories(folder(shard));
            ReplacedFile.write(file(shard, id), bytes);
            return CompletableFuture.completedFuture(0L);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public void read(int shard, Collection<BlobRef> blobs, Reader reader) throws IOException {
        for (var blob : blobs) {
            Path file = file(shard, blob.id());
            byte[] bytes = read(file, blob);
            if (Checksum.of(bytes, 0, bytes.length) != blob.checksum())
                throw new DamagedFileException(file.toString(), 0);
            reader.read(blob, bytes);
        }
    }

    private static byte[] read(Path file, BlobRef blob) throws IOException {
        try {
            if (Files.size(file) != blob.bytes())
                throw new DamagedFileException(
                        file.toString(), Files.size(file), "it has another length");
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new IOException(file + " is missing, but the journal of its shard names it", e);
        }
    }

    /** All blobs of the shard: a file system has no order. */
    @Override
    public List<BlobRef.Id> writtenAfter(int shard, long lastPlace) throws IOException {
        var found = new ArrayList<BlobRef.Id>();
        if (!Files.isDirectory(folder(shard))) return found;
        try (var files = Files.newDirectoryStream(folder(shard))) {
            for (var file : files) {
                var name = NAME.matcher(String.valueOf(file.getFileName()));
                if (!name.matches()) continue;
                long term = Long.parseLong(name.group(1));
                found.add(new BlobRef.Id(term, Long.parseLong(name.group(2))));
            }
        }
        return found;
    }

    @Override
    public CompletableFuture<Void> delete(int shard, Collection<BlobRef.Id> blobs) {
        try {
            for (var id : blobs) Files.deleteIfExists(file(shard, id));
            return CompletableFuture.completedFuture(null);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public void close() {}
}
