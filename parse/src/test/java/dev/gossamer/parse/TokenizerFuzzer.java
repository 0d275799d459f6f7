package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.parse.Tokenizer.State;
import dev.gossamer.url.Url;
import java.util.EnumSet;

/** Any bytes are a page. Replays its findings; fuzzes for a minute with JAZZER_FUZZ=1. */
class TokenizerFuzzer {
    private static final Url PAGE = Url.of("http://example.org/dir/page.html");
    private static final HtmlParser ALL = new HtmlParser(EnumSet.allOf(Want.class));
    private static final HtmlParser LINKS = new HtmlParser(EnumSet.of(Want.LINKS, Want.STYLES));

    @FuzzTest(maxDuration = "60s")
    void anyBytesAreAPage(byte[] body) {
        var page = ALL.parse(PAGE, "text/html;charset=utf-8", body);
        for (Link link : page.links()) {
            assertThat(link.target().host()).isNotEmpty();
            assertThat(link.position()).isBetween(0, body.length - 1);
        }
        var again = LINKS.parse(PAGE, "text/html;charset=utf-8", body);
        assertThat(again.links())
                .as("what else is wanted does not change the links")
                .extracting(Link::target)
                .isEqualTo(page.links().stream().map(Link::target).toList());
        for (State state : State.values()) TokenText.tokens(body, state, "script");
    }
}
