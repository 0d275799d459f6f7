package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gossamer.url.Url;
import java.util.EnumSet;

/**
 * Whatever the bytes are, all that a page names afterwards is ours, as our own parser reads it.
 * Replays its findings; fuzzes for a minute with JAZZER_FUZZ=1.
 */
class PageRewriterFuzzer {
    private static final Url PAGE = Url.of("http://example.org/dir/page.html");
    private static final Url SHOWN = Url.of("http://replay.test/");

    private final HtmlParser parser =
            new HtmlParser(EnumSet.of(HtmlParser.Want.LINKS, HtmlParser.Want.STYLES));

    @FuzzTest(maxDuration = "60s")
    void everyLinkLeadsWhereItShould(byte[] body) {
        byte[] shown = PageRewriter.rewrite(PAGE, "text/html", body, (url, _) -> "/here/" + url);
        for (var link : parser.parse(SHOWN, "text/html;charset=utf-8", shown).links())
            assertThat(link.target().toString()).startsWith("http://replay.test/");
    }
}
