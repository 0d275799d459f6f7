package dev.gossamer.export;

import dev.gossamer.store.Json;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A WACZ file, version 1.1.1, that is being written: a zip with a manifest of all that is in it and
 * its SHA-256. What is packed already is stored and not packed again, so that a reader can take a
 * record out of it by its offset. Owned by one thread.
 */
final class WaczFile implements AutoCloseable {
    private static final String VERSION = "1.1.1";

    private final ZipOutputStream zip;
    private final Instant created;
    private final List<Resource> resources = new ArrayList<>();

    private record Resource(String path, String hash, long bytes) {}

    private WaczFile(ZipOutputStream zip, Instant created) {
        this.zip = zip;
        this.created = created;
    }

    static WaczFile create(Path file) throws IOException {
        var out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        // The time of the file itself.
        var created = Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS);
        return new WaczFile(new ZipOutputStream(out), created);
    }

    /** What goes into an entry. */
    interface Content {
        void write(OutputStream out) throws IOException;
    }

    /** Adds a file without packing it. It is read twice: a zip has its check sum before it. */
    void store(String path, Path file) throws IOException {
        var crc = new CRC32();
        long bytes = 0;
        try (var in = Files.newInputStream(file)) {
            byte[] piece = new byte[1 << 16];
            for (int n = in.read(piece); n > 0; n = in.read(piece)) {
                crc.update(piece, 0, n);
                bytes += n;
            }
        }
        var entry = entry(path);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes);
        entry.setCompressedSize(bytes);
        entry.setCrc(crc.getValue());
        write(entry, path, out -> Files.copy(file, out));
    }

    void add(String path, Content content) throws IOException {
        write(entry(path), path, content);
    }

    private ZipEntry entry(String path) {
        var entry = new ZipEntry(path);
        entry.setTimeLocal(LocalDateTime.ofInstant(created, ZoneOffset.UTC));
        return entry;
    }

    private void write(ZipEntry entry, String path, Content content) throws IOException {
        zip.putNextEntry(entry);
        var hashed = new Hashed(zip);
        content.write(hashed);
        hashed.flush();
        zip.closeEntry();
        resources.add(new Resource(path, hashed.hash(), hashed.bytes));
    }

    /**
     * Adds the manifest and its digest.
     *
     * @param main where to begin reading
     */
    void finish(String software, Optional<WaczPages.Listed> main) throws IOException {
        byte[] manifest = manifest(software, main).getBytes(StandardCharsets.UTF_8);
        add("datapackage.json", out -> out.write(manifest));
        String hash = resources.getLast().hash;
        var digest = new StringBuilder("{\n  \"path\": \"datapackage.json\",\n  \"hash\": ");
        Json.quote(digest, hash);
        byte[] text = digest.append("\n}\n").toString().getBytes(StandardCharsets.UTF_8);
        add("datapackage-digest.json", out -> out.write(text));
    }

    private String manifest(String software, Optional<WaczPages.Listed> main) {
        var json = new StringBuilder("{\n  \"profile\": \"data-package\"");
        field(json, "wacz_version", VERSION);
        field(json, "created", created.toString());
        field(json, "software", software);
        main.ifPresent(
                page -> {
                    field(json, "title", page.title().isEmpty() ? page.url() : page.title());
                    field(json, "mainPageUrl", page.url());
                    field(json, "mainPageDate", page.at().toString());
                });
        json.append(",\n  \"resources\": [");
        for (var each : resources) {
            if (json.charAt(json.length() - 1) == '}') json.append(',');
            json.append("\n    {\"name\": ");
            Json.quote(json, each.path.substring(each.path.lastIndexOf('/') + 1));
            json.append(", \"path\": ");
            Json.quote(json, each.path);
            json.append(", \"hash\": \"").append(each.hash);
            json.append("\", \"bytes\": ").append(each.bytes).append('}');
        }
        return json.append("\n  ]\n}\n").toString();
    }

    private static void field(StringBuilder json, String name, String value) {
        json.append(",\n  \"").append(name).append("\": ");
        Json.quote(json, value);
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }

    /** Passes bytes on, counts them and computes their SHA-256. */
    private static final class Hashed extends FilterOutputStream {
        private final MessageDigest digest;
        private long bytes;

        Hashed(OutputStream out) {
            super(out);
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-256", e);
            }
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] piece, int from, int length) throws IOException {
            out.write(piece, from, length);
            digest.update(piece, from, length);
            bytes += length;
        }

        /** The entry ends, not the zip. */
        @Override
        public void close() throws IOException {
            flush();
        }

        String hash() {
            return "sha256:" + HexFormat.of().formatHex(digest.digest());
        }
    }
}
