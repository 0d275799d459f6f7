package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** WARC files as other tools write them, put together for tests. */
final class ForeignWarc {
    private final List<byte[]> records = new ArrayList<>();
    private final String version;
    private final String end;

    /**
     * @param end of each line of a header
     */
    ForeignWarc(String version, String end) {
        this.version = version;
        this.end = end;
    }

    ForeignWarc() {
        this("WARC/1.0", "\r\n");
    }

    /** Adds a record; the length of the block is added to its fields. */
    ForeignWarc add(String fields, byte[] block) {
        var out = new ByteArrayOutputStream();
        String header = version + "\n" + fields + "\nContent-Length: " + block.length + "\n\n";
        out.writeBytes(header.replace("\n", end).getBytes(UTF_8));
        out.writeBytes(block);
        out.writeBytes("\r\n\r\n".getBytes(UTF_8));
        records.add(out.toByteArray());
        return this;
    }

    ForeignWarc add(String fields, String block) {
        return add(fields, block.getBytes(UTF_8));
    }

    /** Adds an answer as wget writes it, with angle brackets. */
    ForeignWarc page(String url, String second, String http) {
        return add(
                """
                WARC-Type: response
                WARC-Record-ID: <urn:uuid:%s>
                WARC-Target-URI: <%s>
                WARC-Date: 2020-01-01T00:00:%sZ
                Content-Type: application/http;msgtype=response"""
                        .formatted(id(url), url, second),
                http);
    }

    static String id(String url) {
        return java.util.UUID.nameUUIDFromBytes(url.getBytes(UTF_8)).toString();
    }

    static String html(String words) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>t</title><p>" + words;
    }

    /** Returns the bytes of one record, to damage it. */
    byte[] record(int number) {
        return records.get(number);
    }

    byte[] plain() {
        var out = new ByteArrayOutputStream();
        records.forEach(out::writeBytes);
        return out.toByteArray();
    }

    /** One member for each record, with the field that wget and Heritrix put in the header. */
    byte[] gzipWithExtra() {
        var out = new ByteArrayOutputStream();
        for (byte[] record : records) out.writeBytes(member(record));
        return out.toByteArray();
    }

    static byte[] member(byte[] record) {
        var out = new ByteArrayOutputStream();
        // FEXTRA of 12 bytes, FNAME
        out.writeBytes(new byte[] {0x1f, (byte) 0x8b, 8, 4 + 8, 0, 0, 0, 0, 0, 3, 12, 0});
        out.writeBytes("sl\u0008\u0000abcdefgh".getBytes(ISO_8859_1));
        out.writeBytes("name\0".getBytes(ISO_8859_1));
        var deflater = new Deflater(9, true);
        deflater.setInput(record);
        deflater.finish();
        byte[] packed = new byte[record.length + 100];
        int n = deflater.deflate(packed);
        deflater.end();
        out.write(packed, 0, n);
        var crc = new CRC32();
        crc.update(record);
        for (int i = 0; i < 4; i++) out.write((int) (crc.getValue() >>> (8 * i)));
        for (int i = 0; i < 4; i++) out.write(record.length >>> (8 * i));
        return out.toByteArray();
    }

    /** All records in one member. */
    byte[] gzipAsOne() throws IOException {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(plain());
        }
        return out.toByteArray();
    }

    /** A frame for each record. */
    byte[] zstd() {
        var out = new ByteArrayOutputStream();
        for (byte[] record : records) out.writeBytes(Zstd.compress(record));
        return out.toByteArray();
    }

    /** A frame for each record, and before them a frame with the dictionary of all. */
    byte[] zstdWithDictionary(byte[] dictionary) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {0x5d, 0x2a, 0x4d, 0x18});
        for (int i = 0; i < 4; i++) out.write(dictionary.length >>> (8 * i));
        out.writeBytes(dictionary);
        for (byte[] record : records) out.writeBytes(Zstd.compressUsingDict(record, dictionary, 3));
        return out.toByteArray();
    }
}
