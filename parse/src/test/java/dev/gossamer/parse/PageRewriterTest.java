package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageRewriterTest {
    private static final Url PAGE = Url.of("http://a.test/dir/page");

    private static String rewritten(String page) {
        byte[] body = page.getBytes(StandardCharsets.UTF_8);
        byte[] shown =
                PageRewriter.rewrite(
                        PAGE,
                        "text/html;charset=utf-8",
                        body,
                        (url, use) -> "/" + use.name().charAt(0) + "/" + url);
        return new String(shown, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    <a href=x>y</a>                     | <a href="/P/http://a.test/dir/x">y</a>
                    <A HREF='x' TARGET=_top ONCLICK=y>  | <a href="/P/http://a.test/dir/x">
                    <a href=mailto:a@b>                 | <a>
                    <a href=' javascript:x'>            | <a>
                    <img src="data:image/png;base64,A"> | <img src="data:image/png;base64,A">
                    <iframe src=x></iframe>             | <iframe src="/F/http://a.test/dir/x"></iframe>
                    <frame src=x>                       | <frame src="/F/http://a.test/dir/x">
                    <img src=a src=b>                   | <img src="/P/http://a.test/dir/a">
                    <p title='"&amp;'>a &lt; b</p>      | <p title="&quot;&amp;">a &lt; b</p>
                    <base href=/b/><a href=x>           | <a href="/P/http://a.test/b/x">
                    <a href=x><base href=/b/>           | <a href="/P/http://a.test/b/x">
                    <script>a<b>c</script>d             | d
                    <script src=x></script>d            | d
                    <style>a{b:url(x)}</style>          | <style>a{b:url("/P/http://a.test/dir/x")}</style>
                    <title><a href=x></title>           | <title>&lt;a href=x></title>
                    <textarea><img src=x></textarea>    | <textarea>&lt;img src=x></textarea>
                    <link rel=icon href=x>              | <link rel="icon" href="/P/http://a.test/dir/x">
                    <link rel="icon prefetch" href=x>   | ``
                    <link href=x>                       | ``
                    <meta name=a content=b>             | <meta name="a" content="b">
                    <meta charset=koi8-r>               | <meta>
                    <meta http-equiv=refresh content=5> | ``
                    <!-- x -->a<!-- > -->               | a
                    a<img src=x                         | a
                    a < b                               | a &lt; b
                    <!DOCTYPE html><p>x                 | <!DOCTYPE html><p>x
                    <xmp><b>&lt;</xmp>                  | <pre>&lt;b>&amp;lt;</pre>
                    <svg><style><a id=b></style>        | <svg><style>\\3c a id=b></style>
                    <br/>                               | <br/>
                    """)
    void pagesAreWrittenAnew(String page, String wanted) {
        assertThat(rewritten(page)).isEqualTo(wanted);
    }

    /** What is left out must not leave its neighbours a tag. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<<!-- x -->link rel=preconnect href=http://b.test/>",
                "<<script></script>link rel=preconnect href=http://b.test/>",
                "<<base>a href=http://b.test/>x</a>",
                "<</script>a href=http://b.test/>x</a>",
                "<<link rel=prefetch href=x>a href=http://b.test/>x</a>",
                "<<!-- x -->!-- <a title='--><link rel=preconnect href=http://b.test/>'>",
                "<svg><style><</style>a href=http://b.test/></svg>",
                "<noscript><p title='</noscript><link rel=preconnect href=http://b.test/>'>",
                "<link title=' rel=' icon\"x rel=preconnect href=http://b.test/>",
            })
    void piecesThatStayMakeNoTag(String page) {
        String nested =
                "<iframe srcdoc=\"%s\">"
                        .formatted(page.replace("&", "&amp;").replace("\"", "&quot;"));
        for (String each : List.of(rewritten(page), rewritten(nested).replace("&amp;", "&")))
            assertThat(each)
                    .doesNotContainPattern("<(link|a|!--)[^>]*[ =\"]http://b.test/")
                    .doesNotContain("rel=\"preconnect\"");
    }

    @Test
    void pagesWithinPagesEndSomewhere() {
        String page = "<img src=x>";
        for (int i = 0; i < 6; i++)
            page =
                    "<iframe srcdoc=\""
                            + page.replace("&", "&amp;").replace("\"", "&quot;")
                            + "\"></iframe>";
        assertThat(rewritten(page)).contains("srcdoc").doesNotContain("img");
    }

    /** Random markup, with the pieces that parsers stumble over. */
    @RepeatedTest(1000)
    void whateverThePageAllLinksAreOurs(RepetitionInfo round) {
        var random = new Random(round.getCurrentRepetition());
        String[] pieces = {
            "<a href=",
            "<img src='",
            "\"",
            "'",
            ">",
            "<",
            "/",
            "http://b.test/",
            " ",
            "=",
            "&quot;",
            "<script>",
            "</script>",
            "<style>",
            "</style>",
            "url(",
            ")",
            "@import ",
            "<!--",
            "-->",
            "<svg>",
            "<![CDATA[",
            "]]>",
            "<title>",
            "</title>",
            "<base href=",
            "\0",
            "srcset=",
            ",",
            "<iframe srcdoc=",
            "<meta http-equiv=refresh content='0;url=",
            "<textarea>",
            "<noscript>"
        };
        var page = new StringBuilder();
        for (int i = 0; i < 60; i++) page.append(pieces[random.nextInt(pieces.length)]);
        var parser = new HtmlParser(EnumSet.of(HtmlParser.Want.LINKS, HtmlParser.Want.STYLES));
        byte[] shown = rewritten(page.toString()).getBytes(StandardCharsets.UTF_8);
        for (var link :
                parser.parse(Url.of("http://replay.test/"), "text/html;charset=utf-8", shown)
                        .links())
            assertThat(link.target().host()).as("%s", page).isEqualTo("replay.test");
    }
}
