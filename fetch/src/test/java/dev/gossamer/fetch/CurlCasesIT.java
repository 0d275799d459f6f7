package dev.gossamer.fetch;

import static dev.gossamer.fetch.Fetching.OPTIONS;
import static dev.gossamer.fetch.Fetching.fetch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Odd answers from curl's own tests, over real sockets: where curl succeeds the same body must come
 * out, where curl fails there must be a fault, a truncation or a flaw.
 */
class CurlCasesIT {
    /** Where we differ on purpose. The reasons stand in docs/fetch.md. */
    private static final Map<Integer, String> DEVIATIONS =
            Map.ofEntries(
                    Map.entry(
                            29, "needs a delay in the server; the total time-out has its own test"),
                    Map.entry(25, "redirects are followed by the crawl, which counts them"),
                    Map.entry(274, "redirects are followed by the crawl, which counts them"),
                    Map.entry(66, "HTTP/0.9 is never accepted"),
                    Map.entry(394, "a length that is no number is passed over, as browsers do"),
                    Map.entry(178, "a length that is no number is passed over, as browsers do"),
                    Map.entry(770, "06 and 6 differ, as the Fetch standard says"),
                    Map.entry(1154, "one line may be as long as the head, which may be 256 KiB"),
                    Map.entry(498, "the sum of heads over a chain of redirects is the crawl's"),
                    Map.entry(319, "--raw switches decoding off; ours is on demand"),
                    Map.entry(326, "--raw switches decoding off; ours is on demand"));

    private static final Set<String> ANSWERED_ONCE = Set.of("301", "302");
    private static final int MAX_REDIRECTS = 10;
    private static final int BAD_ENCODING = 61;

    @TestFactory
    List<DynamicTest> cases() throws Exception {
        var file = Conformance.http("curl-http-client-cases.json").toFile();
        var tests = new ArrayList<DynamicTest>();
        for (JsonNode each : new ObjectMapper().readTree(file).get("cases")) {
            int number = each.get("curl_test").asInt();
            if (DEVIATIONS.containsKey(number)) continue;
            String name = number + " " + each.get("name").asString();
            tests.add(DynamicTest.dynamicTest(name, () -> check(each)));
        }
        return tests;
    }

    private static void check(JsonNode each) throws Exception {
        Map<String, byte[]> responses = new HashMap<>();
        for (JsonNode response : each.get("responses")) {
            responses.put(
                    response.get("for").asString(),
                    Base64.getDecoder().decode(response.get("base64").asString()));
        }
        String options = each.get("client_options").asString();
        Matcher limit = Pattern.compile("--max-filesize (\\d+)").matcher(options);
        long maxBytes = limit.find() ? Long.parseLong(limit.group(1)) : 1 << 20;
        boolean isKept = each.get("request_targets").size() > 1;
        try (var server = RawServer.start(peer -> serve(peer, responses, isKept));
                var fetcher = HttpFetcher.open(OPTIONS)) {
            var outcomes = new ArrayList<Outcome>();
            for (JsonNode target : each.get("request_targets")) {
                String text =
                        target.asString()
                                .replace("%HOSTIP", "127.0.0.1")
                                .replace("%HTTPPORT", "" + server.port())
                                .replace("\"", "");
                outcomes.add(follow(fetcher, text, options.contains("-L"), maxBytes));
            }
            if (each.get("curl_exit_code").asInt() == 0) {
                for (var outcome : outcomes) {
                    assertThat(isClean(outcome)).as(summary(outcome)).isTrue();
                }
                checkContent(each, responses, outcomes.getLast());
            } else {
                assertThat(isClean(outcomes.getLast())).as(summary(outcomes.getLast())).isFalse();
            }
            if (each.get("curl_exit_code").asInt() == BAD_ENCODING) {
                assertThat(isBadlyEncoded(outcomes.getLast())).isTrue();
            }
            assertThat(fetcher.openConnections()).isLessThanOrEqualTo(1);
        }
    }

    private static void serve(RawServer.Peer peer, Map<String, byte[]> responses, boolean isKept)
            throws Exception {
        while (peer.readRequest()) {
            Matcher part =
                    Pattern.compile("000([1-9])").matcher(peer.lastRequest().split("\r\n")[0]);
            String name = "data" + (part.find() ? part.group(1) : "");
            byte[] answer =
                    Objects.requireNonNull(
                            responses.get(responses.containsKey(name) ? name : "data"));
            peer.write(answer);
            String text = new String(answer, StandardCharsets.ISO_8859_1);
            if (!isKept || text.contains("swsclose")) return;
        }
    }

    private static Outcome follow(Fetcher fetcher, String text, boolean follows, long maxBytes)
            throws Exception {
        Url url = Url.of(text);
        for (int hops = 0; ; hops++) {
            var request = new Request(url, List.of(Fetching.LOOPBACK), List.of(), maxBytes);
            var outcome = fetch(fetcher, request);
            if (!follows
                    || hops == MAX_REDIRECTS
                    || !(outcome instanceof Outcome.Answer answer)
                    || !ANSWERED_ONCE.contains("" + answer.status())
                    || answer.headers().first("location").orElse("").isEmpty()) {
                return outcome;
            }
            url = url.resolve(answer.headers().first("location").orElseThrow()).orElseThrow();
        }
    }

    private static String summary(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Answer answer -> answer.status() + " " + answer.body().truncation();
            case Outcome.Declined _ -> "declined";
            case Outcome.Failed(_, _, _, var fault, var detail) -> fault + " " + detail;
        };
    }

    private static boolean isBadlyEncoded(Outcome outcome) throws Exception {
        return switch (outcome) {
            case Outcome.Answer answer -> answer.body().decode(1 << 20).flaw().isPresent();
            case Outcome.Failed failed -> failed.fault() == Fault.BAD_ANSWER;
            case Outcome.Declined _ -> false;
        };
    }

    private static boolean isClean(Outcome outcome) throws Exception {
        return outcome instanceof Outcome.Answer answer
                && answer.body().truncation().isEmpty()
                && answer.body().decode(1 << 20).flaw().isEmpty();
    }

    private static void checkContent(JsonNode each, Map<String, byte[]> responses, Outcome last)
            throws Exception {
        String content = Fetching.content(last);
        if (each.has("expected_output_base64")) {
            byte[] expected =
                    Base64.getDecoder().decode(each.get("expected_output_base64").asString());
            assertThat(new String(expected, StandardCharsets.ISO_8859_1)).contains(content);
            String head =
                    new String(Fetching.answer(last).responseHead(), StandardCharsets.ISO_8859_1);
            assertThat(content.isEmpty() && expected.length > head.length() * 2).isFalse();
        } else if (responses.size() == 1) {
            String sent = new String(responses.get("data"), StandardCharsets.ISO_8859_1);
            String body = sent.substring(Fetching.answer(last).responseHead().length);
            assertThat(content).isEqualTo(body);
        }
    }
}
