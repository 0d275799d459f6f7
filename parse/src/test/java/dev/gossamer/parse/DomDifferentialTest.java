package dev.gossamer.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Random;
import org.jsoup.Jsoup;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our one pass and jsoup's tree must give the same links. */
class DomDifferentialTest {
    private static final Url PAGE = Url.of("http://example.org/dir/page.html");
    private static final int RANDOM_PAGES = 4000;

    private final HtmlParser parser = new HtmlParser(EnumSet.of(Want.LINKS));

    private void assertSameLinks(String what, Url url, String html) {
        var ours = DomLinks.of(parser.parse(url, "text/html;charset=utf-8", html.getBytes(UTF_8)));
        var theirs = DomLinks.of(url, Jsoup.parse(html, url.toString(), Parser.htmlParser()));
        assertThat(ours).as("%s: %s", what, html).isEqualTo(theirs);
    }

    @Test
    void realPagesGiveTheLinksOfTheirTree() throws IOException {
        var pages = JavadocPages.all();
        assertThat(pages).hasSizeGreaterThan(1000);
        pages.forEach((url, body) -> assertSameLinks(url.toString(), url, new String(body, UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026, 11, 12, 13, 14, 15, 16})
    void randomPagesGiveTheLinksOfTheirTree(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < RANDOM_PAGES; i++) {
            assertSameLinks("seed " + seed + ", page " + i, PAGE, RandomPage.html(random));
        }
    }
}
