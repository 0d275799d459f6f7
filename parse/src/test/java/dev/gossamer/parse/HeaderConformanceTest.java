package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.MediaType;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class HeaderConformanceTest {
    @ParameterizedTest
    @ValueSource(strings = {"wpt-mime-types.json", "wpt-generated-mime-types.json"})
    void mediaTypesAreReadAsTheStandardReadsThem(String file) throws IOException {
        for (JsonNode test : Conformance.json("http/mime/" + file)) {
            if (test.isString()) continue;
            String input = test.get("input").asString();
            var type = MediaType.parse(input);
            assertThat(type.map(MediaType::toString).orElse("failure"))
                    .as(input)
                    .isEqualTo(test.get("output").asString("failure"));
            if (test.has("encoding")) {
                var encoding = type.flatMap(MediaType::charset).flatMap(Encoding::ofLabel);
                assertThat(encoding.map(Encoding::standardName).orElse("none"))
                        .as(input)
                        .isEqualTo(test.get("encoding").asString("none"));
            }
        }
    }

    @Test
    void severalContentTypesAreExtractedAsTheFetchStandardSays() throws IOException {
        for (JsonNode test : Conformance.json("http/mime/wpt-content-types.json")) {
            List<String> headers =
                    test.get("contentType").valueStream().map(JsonNode::asString).toList();
            assertThat(MediaType.extract(headers).map(MediaType::toString).orElse("failure"))
                    .as(headers.toString())
                    .isEqualTo(test.get("mimeType").asString("failure"));
        }
    }

    @Test
    void refreshesAreReadAsTheStandardReadsThem() throws IOException {
        int cases = 0;
        for (JsonNode test : Conformance.json("html/meta-refresh-cases.json").get("cases")) {
            String input = test.get("input").asString();
            var refresh = Refresh.parse(input);
            assertThat(refresh.isPresent()).as(input).isEqualTo(test.get("refreshes").asBoolean());
            if (refresh.isPresent()) {
                assertThat(refresh.get().seconds())
                        .as(input)
                        .isEqualTo(test.get("seconds").asInt());
                assertThat(asUrlParserSees(refresh.get().reference().orElse("none")))
                        .as(input)
                        .isEqualTo(test.get("url").asString("none"));
            }
            cases++;
        }
        assertThat(cases).isEqualTo(73);
    }

    /** The cases name what is left when the URL parser has thrown out what it ignores. */
    private static String asUrlParserSees(String reference) {
        return reference.strip().replaceAll("[\t\n\r]", "");
    }
}
