package dev.gossamer.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EncodingConformanceTest {
    private static final Url PAGE = Url.of("http://example.org/");
    private static final HtmlParser PARSER = new HtmlParser(EnumSet.of(Want.LINKS));

    private static String charset(String contentType, byte[] body) {
        return PARSER.parse(PAGE, contentType, body).charset();
    }

    /** html5lib's cases, but for one: its declaration is written by a script, and we run none. */
    @Test
    void html5libCasesGiveTheirEncoding() throws IOException {
        int cases = 0;
        List<String> failures = new ArrayList<>();
        for (String file : List.of("tests1.dat", "tests2.dat", "test-yahoo-jp.dat")) {
            byte[] all = Files.readAllBytes(Conformance.path("html/encoding-html5lib/" + file));
            for (String block : new String(all, ISO_8859_1).split("(^|\n)#data\n")) {
                if (block.isEmpty()) continue;
                int split = block.lastIndexOf("\n#encoding\n");
                String expected = block.substring(split + "\n#encoding\n".length()).strip();
                String actual = charset("", block.substring(0, split).getBytes(ISO_8859_1));
                if (!actual.equalsIgnoreCase(expected)) {
                    failures.add(expected + " but was " + actual + " in " + block);
                }
                cases++;
            }
        }
        assertThat(failures).isEmpty();
        assertThat(cases).isEqualTo(82);
    }

    @Test
    void aDeclarationWrittenByAScriptIsNotSeen() throws IOException {
        Path file = Conformance.path("html/encoding-html5lib/scripted/tests1.dat");
        assertThat(charset("", Files.readAllBytes(file))).isEqualTo("windows-1252");
    }

    @Test
    void byteOrderMarkHeaderAndMetaWinInThatOrder() throws IOException {
        Path folder = Conformance.path("html/input-byte-stream-wpt");
        int cases = 0;
        for (var test : Conformance.json(folder.resolve("expected.json"))) {
            byte[] body = Files.readAllBytes(folder.resolve(test.get("file").asString()));
            String header = test.get("http_header").asString().substring("Content-Type: ".length());
            assertThat(charset(header, body))
                    .as(test.get("file").asString())
                    .isEqualTo(test.get("expected").asString());
            cases++;
        }
        assertThat(cases).isEqualTo(11);
    }

    @Test
    void everyLabelNamesItsEncoding() throws IOException {
        var labels = Conformance.json("html/encoding-labels.json").properties();
        for (var label : labels) {
            String padded = " \t" + label.getKey().toUpperCase(Locale.ROOT) + "\n";
            assertThat(Encoding.ofLabel(padded).map(Encoding::standardName))
                    .as(label.getKey())
                    .isEqualTo(Optional.of(label.getValue().asString()));
        }
        assertThat(labels).hasSize(228);
    }

    @Test
    void aLongNameOfAnEncodingIsNone() {
        assertThat(Encoding.ofLabel("utf-8\u00A0")).isEmpty();
        assertThat(Encoding.ofLabel("")).isEmpty();
    }

    /**
     * Of the cases for the query of a URL, those that have a character for us to encode. Known to
     * differ: in ISO-2022-JP we switch to the JDK's set of characters for an overline.
     */
    @Test
    void queriesAreEncodedAsTheUrlStandardSays() throws IOException {
        for (var test : Conformance.json("url/wpt-percent-encoding.json")) {
            if (test.isString()) continue;
            String input = test.get("input").asString();
            for (var output : test.get("output").properties()) {
                var encoding = Encoding.ofLabel(output.getKey()).orElseThrow();
                if (encoding == Encoding.ISO_2022_JP) continue;
                var url = new References(PAGE, encoding).resolve("?" + input).orElseThrow();
                assertThat(url.query().orElseThrow())
                        .as(input + " in " + output.getKey())
                        .isEqualTo(output.getValue().asString());
            }
        }
    }
}
