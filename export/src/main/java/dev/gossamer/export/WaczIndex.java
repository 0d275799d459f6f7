package dev.gossamer.export;

import dev.gossamer.store.Json;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/**
 * The index of a WACZ file: the lines of the CDXJ in blocks, each a gzip member, and a second index
 * with the first key of each block. A reader gets at a URL with the second and one block; of an
 * index in one piece it would need all.
 */
final class WaczIndex {
    static final String PACKED = "index.cdx.gz";

    /** As many as other writers put into one. */
    private static final int LINES_OF_BLOCK = 3000;

    private WaczIndex() {}

    /**
     * Packs a sorted CDXJ file; returns the second index.
     *
     * @param packed where the blocks go
     */
    static byte[] pack(Path cdxj, Path packed) throws IOException {
        var index = new ByteArrayOutputStream();
        line(index, "!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": \"" + PACKED + "\"}");
        try (var lines = Files.newBufferedReader(cdxj, StandardCharsets.ISO_8859_1);
                var out = new BufferedOutputStream(Files.newOutputStream(packed))) {
            long offset = 0;
            for (String first = lines.readLine(); first != null; first = lines.readLine()) {
                var block = new ByteArrayOutputStream();
                try (var gzip = new GZIPOutputStream(block)) {
                    line(gzip, first);
                    for (int i = 1; i < LINES_OF_BLOCK; i++) {
                        String next = lines.readLine();
                        if (next == null) break;
                        line(gzip, next);
                    }
                }
                block.writeTo(out);
                line(index, entry(first, offset, block.size()));
                offset += block.size();
            }
        }
        return index.toByteArray();
    }

    private static String entry(String first, long offset, int length) {
        var entry = new StringBuilder(first.substring(0, first.indexOf(" {")));
        entry.append(" {\"offset\": ").append(offset).append(", \"length\": ").append(length);
        Json.quote(entry.append(", \"filename\": "), PACKED);
        return entry.append('}').toString();
    }

    private static void line(OutputStream out, String line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
    }
}
