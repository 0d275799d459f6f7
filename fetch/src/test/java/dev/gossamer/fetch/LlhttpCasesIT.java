package dev.gossamer.fetch;

import static dev.gossamer.fetch.Fetching.OPTIONS;
import static dev.gossamer.fetch.Fetching.answer;
import static dev.gossamer.fetch.Fetching.fetch;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The responses of llhttp's tests (the parser of Node.js), over real sockets: where it reads a
 * response, the same status and body must come out; where it errs, there must be a fault or a
 * truncation. Its lenient modes are cases of their own; of two that contradict we follow one.
 */
class LlhttpCasesIT {
    /** Where we differ on purpose, by title. The reasons stand in docs/fetch.md. */
    private static final Map<String, String> DEVIATIONS = deviations();

    private static Map<String, String> deviations() {
        var all = new HashMap<String, String>();
        for (String title : List.of("RTSP response", "ICE response")) {
            all.put(title, "not HTTP");
        }
        for (String title :
                List.of("Only LFs present and no body", "Only LFs present", "No carriage ret")) {
            all.put(title, "LF alone ends a line, as in its lenient mode");
        }
        for (String title :
                List.of(
                        "Tab after HTTP version",
                        "CR before response and tab after HTTP version",
                        "Extra space between HTTP version and status code",
                        "Invalid space after start line")) {
            all.put(title, "blanks in and after the status line are borne, as by curl");
        }
        for (String title :
                List.of(
                        "Trailing space on chunked body",
                        "No semicolon before chunk extensions",
                        "No extension after semicolon",
                        "Unbalanced chunk extensions quoting")) {
            all.put(title, "what follows the size of a chunk is passed over, as by curl");
        }
        for (String title :
                List.of(
                        "`chunked` before other transfer-encoding",
                        "multiple transfer-encoding where chunked is not the last one")) {
            all.put(title, "chunked that is not last is an error, as for curl");
        }
        all.put("Spaces in header name", "such a field is passed over by name, not an error");
        all.put("HTTP version 0.9", "HTTP/1 alone is spoken");
        all.put(
                "Bare CR after response line (lenient)",
                "a bare CR is an error, as in its strict mode");
        all.put("Invalid HTTP version (lenient)", "HTTP/1 alone is spoken, as in its strict mode");
        all.put("Content-Length reset when no body is received", "an answer to HEAD, never asked");
        return all;
    }

    private record Case(String title, byte[] input, String log) {
        private static final Pattern BODY = Pattern.compile("off=(\\d+) len=(\\d+) span\\[body\\]");
        private static final Pattern STATUS = Pattern.compile("headers complete status=(\\d+)");
        private static final Pattern ERROR = Pattern.compile("error code=\\d+ reason=\"(.*)\"");

        /** Of the first message that is no 1xx: we ask for no more than one at a time. */
        private String firstMessage() {
            String rest = log;
            int end = rest.indexOf("message complete");
            for (;
                    end >= 0
                            && rest.indexOf(" status=1") >= 0
                            && rest.indexOf(" status=1") < end; ) {
                if (rest.contains(" status=101 ")) break;
                rest = rest.substring(end + 1);
                end = rest.indexOf("message complete");
            }
            return end < 0 ? rest : rest.substring(0, end);
        }

        boolean isError() {
            return ERROR.matcher(firstMessage())
                    .results()
                    .map(result -> result.group(1))
                    .anyMatch(
                            reason -> !reason.toLowerCase(java.util.Locale.ROOT).contains("pause"));
        }

        int status() {
            var found = STATUS.matcher(firstMessage());
            assertThat(found.find()).as(log).isTrue();
            return Integer.parseInt(found.group(1));
        }

        byte[] body() {
            var body = new ByteArrayOutputStream();
            for (MatchResult span : BODY.matcher(firstMessage()).results().toList()) {
                body.write(input, Integer.parseInt(span.group(1)), Integer.parseInt(span.group(2)));
            }
            return body.toByteArray();
        }
    }

    @TestFactory
    List<DynamicTest> cases() throws Exception {
        var tests = new ArrayList<DynamicTest>();
        var unused = new HashSet<>(DEVIATIONS.keySet());
        try (var files = Files.newDirectoryStream(Conformance.http("llhttp"), "response-*.md")) {
            for (Path file : files) {
                for (Case each : read(file)) {
                    if (unused.remove(each.title)) continue;
                    tests.add(DynamicTest.dynamicTest(each.title, () -> check(each)));
                }
            }
        }
        tests.add(DynamicTest.dynamicTest("deviations", () -> assertThat(unused).isEmpty()));
        return tests;
    }

    /** The fixtures' own way of writing bytes: line ends are CRLF unless a backslash says else. */
    private static List<Case> read(Path file) throws IOException {
        var cases = new ArrayList<Case>();
        var block = new StringBuilder();
        String title = "";
        String input = "";
        boolean isInside = false;
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("```")) {
                isInside = line.length() > 3;
                if (!isInside && input.isEmpty()) input = block.toString();
                else if (!isInside) {
                    cases.add(new Case(title, bytes(input), block.toString()));
                    input = "";
                }
                block.setLength(0);
            } else if (isInside) {
                block.append(line).append('\n');
            } else if (line.startsWith("#")) {
                title = line.replaceFirst("#+ ", "");
            }
        }
        return cases;
    }

    private static byte[] bytes(String text) {
        String wire =
                text.replaceFirst("\n$", "")
                        .replace("\\\n", "")
                        .replace("\n", "\r\n")
                        .replace("\\r", "\r")
                        .replace("\\n", "\n")
                        .replace("\\t", "\t")
                        .replace("\\f", "\f");
        return wire.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void check(Case each) throws Exception {
        try (var server = RawServer.closing(each.input)) {
            var outcome = fetch(OPTIONS, server.url("/"));
            boolean isCut =
                    outcome instanceof Outcome.Answer answer
                            && answer.body()
                                    .cause()
                                    .filter(Set.of(Fault.BAD_ANSWER)::contains)
                                    .isPresent();
            if (each.isError()) {
                assertThat(isCut || outcome instanceof Outcome.Failed).as("%s", outcome).isTrue();
            } else {
                assertThat(answer(outcome).status()).isEqualTo(each.status());
                assertThat(answer(outcome).body().content(1 << 20)).isEqualTo(each.body());
            }
        }
    }
}
