package dev.gossamer.fetch;

import dev.gossamer.files.Changed;
import static dev.gossamer.fetch.Fetching.OPTIONS;
import static dev.gossamer.fetch.Fetching.answer;
import static dev.gossamer.fetch.Fetching.fetch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.DecodedBody;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Web platform tests about bodies, over real sockets. */
class ContentConformanceIT {
    private static final Duration TEN = Duration.ofSeconds(10);

    /** 42 bytes are sent; the case says how many of them are the body, or that it is an error. */
    @TestFactory
    List<DynamicTest> contentLengths() throws Exception {
        var cases =
                new ObjectMapper().readTree(Conformance.http("wpt-content-lengths.json").toFile());
        var tests = new ArrayList<DynamicTest>();
        for (JsonNode each : cases) {
            String field = each.get("input").asString();
            JsonNode expected = each.get("output");
            tests.add(DynamicTest.dynamicTest(field, () -> checkLength(field, expected)));
        }
        return tests;
    }

    private static void checkLength(String field, JsonNode expected) throws Exception {
        String answer = "HTTP/1.1 200 OK\r\n" + field + "\r\n\r\n" + "x".repeat(42);
        try (var server = RawServer.closing(answer.getBytes(StandardCharsets.ISO_8859_1))) {
            var outcome = fetch(OPTIONS, server.url("/"));
            if (expected.isNull()) {
                assertThat(Fetching.fault(outcome)).isEqualTo(Fault.BAD_ANSWER);
            } else {
                assertThat(answer(outcome).body().wireBytes()).isEqualTo(expected.asInt());
            }
        }
    }

    @TestFactory
    List<DynamicTest> contentEncodings() throws Exception {
        var tests = new ArrayList<DynamicTest>();
        try (var files = Files.newDirectoryStream(Conformance.http("wpt-content-encoding"))) {
            for (Path file : files) {
                if (file.toString().endsWith(".headers")) continue;
                String name = file.getFileName().toString();
                tests.add(DynamicTest.dynamicTest(name, () -> checkEncoding(file)));
            }
        }
        return tests;
    }

    private static void checkEncoding(Path file) throws Exception {
        String name = file.getFileName().toString();
        String fields = Files.readString(Path.of(file + ".headers")).strip();
        byte[] body = Files.readAllBytes(file);
        try (var server =
                RawServer.start(
                        peer -> {
                            peer.readRequest();
                            peer.write("HTTP/1.1 200 OK\r\n" + fields.replace("\n", "\r\n"));
                            peer.write("\r\nContent-Length: " + body.length + "\r\n\r\n");
                            peer.write(body);
                        })) {
            // The large ones are bombs by the default limit: 64 MiB of one letter.
            var lenient =
                    Changed.with(
                            OPTIONS, new FetchOptions.Limits(9999, 99, 9, 1, TEN, 2_000_000, 5));
            var received = answer(fetch(lenient, server.url("/"))).body();
            assertThat(received.wire()).isEqualTo(body);
            var content = received.decode(128 << 20);
            if (name.equals("big.window.zst")) {
                // Needs a window larger than RFC 9659 allows.
                assertThat(content.flaw()).contains(DecodedBody.Flaw.CORRUPT);
            } else {
                assertThat(content.flaw()).isEmpty();
                String text = new String(content.bytes(), StandardCharsets.UTF_8);
                if (name.startsWith("foo")) assertThat(text).startsWith("foo");
                if (name.startsWith("hello")) assertThat(text).isEqualTo("Hello world");
                if (name.startsWith("big")) assertThat(text).hasSizeGreaterThan(1 << 20);
            }
        }
    }
}
