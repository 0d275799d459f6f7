package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.url.Url;
import java.util.EnumSet;

/** No bytes, declared or not, break the decoding. Fuzzes for a minute with JAZZER_FUZZ=1. */
class CharsetFuzzer {
    private static final Url PAGE = Url.of("http://example.org/");
    private static final HtmlParser PARSER = new HtmlParser(EnumSet.allOf(Want.class));

    @FuzzTest(maxDuration = "60s")
    void anyBytesInAnyEncodingAreAPage(FuzzedDataProvider data) {
        Encoding encoding = data.pickValue(Encoding.values());
        String header = data.consumeString(40);
        byte[] body = data.consumeRemainingAsBytes();
        String text = encoding.decode(body, 0, body.length);
        assertThat(text.length()).isLessThanOrEqualTo(body.length + 1);
        PARSER.parse(PAGE, "text/html;charset=" + encoding.standardName(), body);
        assertThat(PARSER.parse(PAGE, header, body).charset()).isNotEmpty();
    }
}
