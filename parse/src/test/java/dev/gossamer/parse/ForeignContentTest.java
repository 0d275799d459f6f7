package dev.gossamer.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.url.Url;
import java.util.EnumSet;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignContentTest {
    private static final Url PAGE = Url.of("http://example.org/");

    private static ParsedPage parse(String html) {
        return new HtmlParser(EnumSet.allOf(Want.class))
                .parse(PAGE, "text/html;charset=utf-8", html.getBytes(UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<svg><a href=1></a><a xlink:href=2></a><use href=3 /></svg><a href=4>",
                "<svg><style><a href=1></style></svg><style><a href=2></style>",
                "<svg><title><a href=1></title><desc><a href=2></a></desc></svg>",
                "<svg><foreignObject><style><a href=1></style></foreignObject></svg>",
                "<svg><foreignObject><p><a href=1></a></p></foreignObject><style><a href=2></style></svg>",
                "<svg><![CDATA[<a href=1>]]></svg><![CDATA[<a href=2>]]>",
                "<svg><p><style><a href=1></style>",
                "<svg><g></p><style><a href=1></style>",
                "<svg/><style><a href=1></style>",
                "<svg><style/><a href=1></a></svg>",
                "<math><mi><style><a href=1></style></mi><style><a href=2></style></math>",
                "<math><annotation-xml encoding=text/html><style><a href=1></style></annotation-xml></math>",
                "<math><annotation-xml><style><a href=1></style></annotation-xml></math>",
                "<svg><font color=x><style><a href=1></style>",
                "<svg><font><style><a href=1></style></font></svg>",
                "<svg><image href=1 /><img src=2></svg>",
                "<svg><template><a href=1></a></template></svg>",
                "<template><svg><a href=1></a></svg></template>",
                "<svg><g><g></g></svg><textarea><a href=1></textarea>",
                "<svg><base href=/x/ /></svg><a href=1>",
                "<svg></abc><style><a href=1></style>",
                "<svg></svgx><style><a href=1></style>",
                "<svg><g></G></SVG><style><a href=1></style>",
                "<svg></br><style><a href=1></style>",
            })
    void linksInSvgAndMathAreThoseOfTheTree(String html) {
        assertThat(DomLinks.of(parse(html)))
                .isEqualTo(DomLinks.of(PAGE, Jsoup.parse(html, PAGE.toString())));
    }

    /** By the standard; jsoup reads it as a script of HTML. */
    @Test
    void scriptInSvgIsReadAsMarkup() {
        assertThat(DomLinks.of(parse("<svg><script href=1><a href=2></script></svg>")))
                .containsExactly("NAVIGATE http://example.org/2", "RESOURCE http://example.org/1");
    }

    @Test
    void styleInSvgIsNoText() {
        assertThat(parse("a<svg><style>b</style><text>c</text></svg>d").text())
                .isEqualTo("a\nc\nd");
    }

    /** By the standard; jsoup closes the element. */
    @Test
    void anElementAroundAnIntegrationPointIsNotEndedWithinIt() {
        String html = "<svg><g><foreignObject></g><style><a href=1></style>";
        assertThat(parse(html).links()).isEmpty();
    }

    /** The standard lets the svg stay open; on pages that nest well it makes no difference. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<svg><foreignObject></svg></foreignObject><style><a href=1></style>",
                "<math><mi></math></mi><style><a href=1></style>",
            })
    void theEndOfTheWholeEndsAllThatIsInIt(String html) {
        assertThat(parse(html).links()).isEmpty();
    }

    @Test
    void deeperThanTheLimitIsNotTracked() {
        String deep = "<g>".repeat(ForeignContent.DEPTH + 10);
        assertThat(parse("<svg>" + deep + "<a href=1></a>").links()).hasSize(1);
    }
}
