package dev.gossamer.fetch;

import static dev.gossamer.fetch.Fetching.OPTIONS;
import static dev.gossamer.fetch.Fetching.answer;
import static dev.gossamer.fetch.Fetching.fetch;
import static org.assertj.core.api.Assertions.assertThat;

import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every encoding that we say we accept, one upon the other, with and without chunks. */
class EncodingsIT {
    private static final String TEXT = "what the server meant ".repeat(500);

    /** Raw deflate is what many servers send, and zlib what RFC 9110 means, by the same name. */
    private static byte[] encode(byte[] bytes, String coding) throws IOException {
        var out = new ByteArrayOutputStream();
        switch (coding) {
            case "gzip", "x-gzip" -> {
                try (var gzip = new GZIPOutputStream(out)) {
                    gzip.write(bytes);
                }
            }
            case "deflate", "raw-deflate" -> {
                var deflater = new Deflater(6, coding.equals("raw-deflate"));
                try (var stream = new DeflaterOutputStream(out, deflater)) {
                    stream.write(bytes);
                }
                deflater.end();
            }
            case "br" -> out.write(Encoder.compress(bytes));
            case "zstd" -> out.write(Zstd.compress(bytes));
            default -> throw new IllegalArgumentException(coding);
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({
        "gzip",
        "x-gzip",
        "deflate",
        "raw-deflate",
        "br",
        "zstd",
        "'gzip, br'",
        "'br, gzip'",
        "'zstd, deflate, gzip'",
        "'raw-deflate, zstd, br, gzip, x-gzip'",
    })
    void isKeptAsItCameAndDecodedOnDemand(String codings) throws Exception {
        byte[] bytes = TEXT.getBytes(StandardCharsets.US_ASCII);
        for (String coding : codings.split(", ")) bytes = encode(bytes, coding);
        byte[] wire = bytes;
        String field = "Content-Encoding: " + codings.replace("raw-", "");
        for (boolean isChunked : new boolean[] {false, true}) {
            try (var server = RawServer.start(peer -> send(peer, field, wire, isChunked))) {
                var body = answer(fetch(OPTIONS, server.url("/"))).body();
                if (!isChunked) assertThat(body.wire()).isEqualTo(wire);
                assertThat(body.decode(1 << 20).flaw()).isEmpty();
                assertThat(new String(body.content(1 << 20), StandardCharsets.US_ASCII))
                        .isEqualTo(TEXT);
                assertThat(server.requests().getFirst())
                        .contains("\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n");
            }
        }
    }

    private static void send(RawServer.Peer peer, String field, byte[] body, boolean isChunked)
            throws IOException {
        peer.readRequest();
        peer.write("HTTP/1.1 200 OK\r\n" + field);
        if (!isChunked) {
            peer.write("\r\nContent-Length: " + body.length + "\r\n\r\n");
            peer.write(body);
        } else {
            peer.write("\r\nTransfer-Encoding: chunked\r\n\r\n");
            peer.write(Integer.toHexString(body.length) + "\r\n");
            peer.write(body);
            peer.write("\r\n0\r\n\r\n");
        }
    }
}
