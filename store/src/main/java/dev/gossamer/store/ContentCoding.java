package dev.gossamer.store;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Undoes the content codings of HTTP (RFC 9110 section 8.4.1): gzip, deflate, br and zstd. */
final class ContentCoding {
    /** Codings on top of one another; of a longer list nothing is undone. */
    private static final int MAX_CODINGS = 5;

    /** RFC 9659: a window above 8 MiB must not be needed. */
    private static final int ZSTD_WINDOW_LOG = 23;

    private ContentCoding() {}

    /**
     * @param field the value of Content-Encoding
     * @return what is meant, up to the first coding that we do not know
     */
    static InputStream decoder(String field, InputStream coded) throws IOException {
        InputStream in = coded;
        for (String coding : codings(field).reversed()) {
            switch (coding) {
                case "gzip", "x-gzip" -> in = new GZIPInputStream(in);
                case "deflate" -> in = inflater(in);
                case "br" -> {
                    if (!Brotli4jLoader.isAvailable()) return in;
                    in = new BrotliInputStream(in);
                }
                case "zstd" -> in = new ZstdInputStreamNoFinalizer(in).setLongMax(ZSTD_WINDOW_LOG);
                default -> {
                    return in;
                }
            }
        }
        return in;
    }

    private static List<String> codings(String field) {
        var codings = new ArrayList<String>(1);
        for (String each : field.split(",")) {
            String name = each.strip().toLowerCase(Locale.ROOT);
            if (!name.isEmpty() && !name.equals("identity")) codings.add(name);
        }
        return codings.size() > MAX_CODINGS ? List.of() : codings;
    }

    /** Servers send deflate with and without the zlib wrapper; the first two bytes tell. */
    private static InputStream inflater(InputStream in) throws IOException {
        var peeked = new PushbackInputStream(in, 2);
        byte[] start = peeked.readNBytes(2);
        peeked.unread(start);
        boolean isWrapped =
                start.length == 2
                        && (start[0] & 15) == 8
                        && ((start[0] & 255) << 8 | (start[1] & 255)) % 31 == 0;
        return new InflaterInputStream(peeked, new Inflater(!isWrapped));
    }
}
