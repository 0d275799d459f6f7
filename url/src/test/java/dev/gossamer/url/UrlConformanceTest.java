package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The web platform's own tests of the URL standard, without exceptions. */
class UrlConformanceTest {
    @Test
    void parsesEveryCaseOfWptUrltestdata() {
        var failures = new ArrayList<String>();
        var cases = Conformance.cases("url/wpt-urltestdata.json");
        for (var test : cases) {
            var expected = test.has("failure") ? "failure" : parts(test);
            var actual = parse(test).map(UrlConformanceTest::parts).orElse("failure");
            if (!actual.startsWith(expected)) failures.add(test + "\n  got " + actual);
        }
        assertThat(failures).isEmpty();
        assertThat(cases).hasSizeGreaterThan(800);
    }

    @Test
    void queriesAreEscapedInTheDocumentsCharset() {
        var failures = new ArrayList<String>();
        for (var test : Conformance.cases("url/wpt-percent-encoding.json")) {
            for (var output : test.get("output").properties()) {
                var reference = "?" + test.get("input").asString() + "#";
                var charset = Charset.forName(output.getKey());
                var actual =
                        Url.of("http://h/")
                                .resolve(reference, charset)
                                .flatMap(Url::query)
                                .orElse("failure");
                if (!actual.equals(output.getValue().asString()))
                    failures.add(output + " got " + actual);
            }
        }
        assertThat(failures).isEmpty();
    }

    private static Optional<Url> parse(JsonNode test) {
        var input = test.get("input").asString();
        return test.get("base").isNull()
                ? Url.parse(input)
                : Url.parse(test.get("base").asString()).flatMap(base -> base.resolve(input));
    }

    private static String parts(JsonNode test) {
        var parts = new StringBuilder();
        for (var part :
                "href protocol username password host hostname port pathname search hash"
                        .split(" ")) {
            parts.append(part).append('=').append(test.get(part).asString()).append(' ');
        }
        return parts + "origin=" + (test.has("origin") ? test.get("origin").asString() : "");
    }

    private static String parts(Url url) {
        var port = url.authority().substring(url.host().length()).replace(":", "");
        return "href=%s protocol=%s: username=%s password=%s host=%s hostname=%s port=%s pathname=%s search=%s hash=%s origin=%s"
                .formatted(
                        url,
                        url.scheme(),
                        url.username(),
                        url.password(),
                        url.authority(),
                        url.host(),
                        port,
                        url.path(),
                        url.query()
                                .filter(query -> !query.isEmpty())
                                .map(query -> "?" + query)
                                .orElse(""),
                        url.fragment()
                                .filter(fragment -> !fragment.isEmpty())
                                .map(fragment -> "#" + fragment)
                                .orElse(""),
                        url.origin());
    }
}
