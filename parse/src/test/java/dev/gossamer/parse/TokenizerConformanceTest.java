package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.parse.Tokenizer.State;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** html5lib's tokenizer tests, all of them. There are no known failures. */
class TokenizerConformanceTest {
    private static final int CASES = 6810;
    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9A-Fa-f]{4})");
    private static final Map<String, State> STATES =
            Map.of(
                    "Data state", State.DATA,
                    "PLAINTEXT state", State.PLAINTEXT,
                    "RCDATA state", State.RCDATA,
                    "RAWTEXT state", State.RAWTEXT,
                    "Script data state", State.SCRIPT_DATA,
                    "CDATA section state", State.CDATA_SECTION);

    private int cases;
    private final List<String> failures = new ArrayList<>();

    @Test
    void everyCaseGivesTheTokensOfTheStandard() throws IOException {
        try (var files = Files.list(Conformance.path("html/tokenizer"))) {
            for (var file : files.filter(f -> f.toString().endsWith(".test")).sorted().toList()) {
                JsonNode root = Conformance.json(file);
                root.path("tests").forEach(test -> run(test, false));
                root.path("xmlViolationTests").forEach(test -> run(test, true));
            }
        }
        assertThat(failures).isEmpty();
        assertThat(cases).isEqualTo(CASES);
    }

    private void run(JsonNode test, boolean asInfoset) {
        cases++;
        boolean isEscaped = test.path("doubleEscaped").asBoolean(false);
        String input = unescape(test.get("input").asString(), isEscaped);
        List<String> expected = new ArrayList<>();
        test.get("output").forEach(token -> expected.add(expected(token, isEscaped)));
        List<String> states = new ArrayList<>();
        test.path("initialStates").forEach(state -> states.add(state.asString()));
        if (states.isEmpty()) states.add("Data state");
        for (String state : states) {
            var actual =
                    TokenText.tokens(
                            input,
                            Objects.requireNonNull(STATES.get(state)),
                            test.path("lastStartTag").asString(""));
            if (asInfoset) actual.replaceAll(TokenizerConformanceTest::coerce);
            if (!actual.equals(expected)) {
                failures.add(
                        "%s in %s: %s%n  expected %s%n  but was  %s"
                                .formatted(
                                        test.get("description").asString(),
                                        state,
                                        input,
                                        expected,
                                        actual));
            }
        }
    }

    /**
     * Four cases ask for the changes that fit a page into XML's information set (13.2.9). They come
     * after tokenization, and a crawler has no use for them, so they are made here.
     */
    private static String coerce(String token) {
        return token.startsWith("Comment ")
                ? token.replace("--", "- -")
                : token.replace('\uFFFF', '\uFFFD').replace('\f', ' ');
    }

    private static String expected(JsonNode token, boolean isEscaped) {
        String kind = token.get(0).asString();
        if (kind.equals("DOCTYPE")) {
            return TokenText.doctype(
                    orNull(token.get(1)),
                    orNull(token.get(2)),
                    orNull(token.get(3)),
                    !token.get(4).asBoolean());
        }
        String data = unescape(token.get(1).asString(), isEscaped);
        if (!kind.equals("StartTag")) return kind + " " + data;
        Map<String, String> attributes = new LinkedHashMap<>();
        token.get(2)
                .properties()
                .forEach(
                        entry ->
                                attributes.put(
                                        unescape(entry.getKey(), isEscaped),
                                        unescape(entry.getValue().asString(), isEscaped)));
        return TokenText.startTag(data, attributes, token.size() > 3);
    }

    private static String orNull(JsonNode node) {
        return node.isNull() ? "null" : "\"" + node.asString() + "\"";
    }

    private static String unescape(String text, boolean isEscaped) {
        if (!isEscaped) return text;
        return ESCAPE.matcher(text)
                .replaceAll(m -> Character.toString((char) Integer.parseInt(m.group(1), 16)));
    }
}
