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

    private static String used(String page) {
        byte[] shown =
                PageRewriter.rewrite(
                        PAGE,
                        "text/html;charset=utf-8",
                        page.getBytes(StandardCharsets.UTF_8),
                        (url, use) -> use + url.path());
        return new String(shown, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    <a href=/x>                         | <a href="PAGE/x">
                    <area href=/x>                      | <area href="PAGE/x">
                    <img src=/x longdesc=/y>            | <img src="PART/x" longdesc="PAGE/y">
                    <object data=/x>                    | <object data="FRAME/x">
                    <embed src=/x>                      | <embed src="FRAME/x">
                    <iframe src=/x>                     | <iframe src="FRAME/x">
                    <video poster=/x>                   | <video poster="PART/x">
                    <body background=/x>                | <body background="PART/x">
                    <svg><use xlink:href=/x>            | <svg><use xlink:href="PART/x">
                    <a href=#x>                         | <a href="#x">
                    <a href=ftp://b.test/x>             | <a>
                    <a href=data:image/png,x>           | <a>
                    <img src=' DATA:image/png,x '>      | <img src="DATA:image/png,x">
                    <img src=data:text/html,x>          | <img>
                    <iframe src=data:image/png,x>       | <iframe>
                    <img srcset='/x 2x, mailto:y 3x'>   | <img srcset="PART/x 2x, about:invalid 3x">
                    <img srcset='DATA:,x 2x'>           | <img srcset="DATA:,x 2x">
                    <p style='a:url(/x)'>               | <p style="a:url(&quot;PART/x&quot;)">
                    <p style='a:url(DATA:,x)'>          | <p style="a:url(DATA:,x)">
                    <link rel=icon imagesrcset=/x>      | <link rel="icon" imagesrcset="PART/x">
                    """)
    void aReferenceIsRewrittenForItsUse(String page, String wanted) {
        assertThat(used(page)).isEqualTo(wanted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    <meta http-equiv=refresh content='5;url=/x'>          | <meta http-equiv="refresh" content="5; url=PAGE/x">
                    <meta content='5;url=/x' name=a http-equiv=' Refresh '> | <meta http-equiv="refresh" content="5; url=PAGE/x">
                    <meta http-equiv=refresh content='5;url=mailto:x'>    | ``
                    <meta http-equiv=refresh content=x>                   | ``
                    <meta http-equiv=' Content-Security-Policy ' content=x>y | y
                    <meta http-equiv=set-cookie content=x>y               | y
                    <meta http-equiv=x-ua-compatible content=x>           | <meta http-equiv="x-ua-compatible" content="x">
                    <meta name=a name=b onload=c content=d>               | <meta name="a" content="d">
                    <meta name=a content=b content='5;url=/x' http-equiv=refresh> | ``
                    <meta name=a                                          | ``
                    <link rel=' Shortcut  ICON ' href=/x>                 | <link rel=" Shortcut  ICON " href="PART/x">
                    <link rel='' href=/x>y                                | y
                    <link rel=alternate rel=preload href=/x>              | <link rel="alternate" href="PART/x">
                    """)
    void whatSpeaksToTheBrowserIsKeptOnlyIfItIsHarmless(String page, String wanted) {
        assertThat(used(page)).isEqualTo(wanted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    <p a"b=c d=e>                       | <p d="e">
                    <p a'b=c <d=e f>                    | <p f="">
                    <p x='<b>' y=a"z'&amp;lt;>            | <p x="&lt;b>" y="a&quot;z'&amp;lt;">
                    <portal src=/x>a</portal>           | a</portal>
                    <svg><animate href=/x /><set a=b>   | <svg>
                    a</base>b</script>c                 | abc
                    <noembed><b></noembed>a             | <noembed></noembed>a
                    <noframes><b></noframes>a           | <noframes></noframes>a
                    <iframe><b></iframe>a               | <iframe></iframe>a
                    <plaintext><b>&amp;                 | <pre>&lt;b>&amp;amp;
                    <textarea></textarea><b>            | <textarea></textarea><b>
                    <script></script><b>a</b>           | <b>a</b>
                    <style>a</style>b < c               | <style>a</style>b &lt; c
                    <style>a<b</style>c                 | <style>a\\3c b</style>c
                    <style>a < b</style>c               | <style>a < b</style>c
                    <style>a<!--</style>c               | <style>a\\3c !--</style>c
                    <title>a</title><xmp>b</xmp>c<b     | <title>a</title><pre>b</pre>c
                    <!doctype HTML PUBLIC "x">          | <!DOCTYPE HTML PUBLIC "x">
                    <script src=/x                      | ``
                    """)
    void markupThatMisleadsIsMadeHarmless(String page, String wanted) {
        assertThat(used(page)).isEqualTo(wanted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<base target=x href=/b/><a href=x>",
                "<base><base href=/b/><base href=/c/><a href=x>",
                "<script><base href=/c/></script><base href=/b/><a href=x>",
                "<title><base href=/c/></title><a href=x><p title='<base href=/c/>'><base href=/b/>",
                "<!-- <base href=/c/> --></base href=/c/><base href='/b/'><a href=x>",
                "<BASE HREF=/b/><a href=x>",
            })
    void theFirstBaseOfAPageCounts(String page) {
        assertThat(used(page)).contains("<a href=\"PAGE/b/x\">");
    }

    @Test
    void threePagesStandInOneAnother() {
        String page = "<img src=/x>";
        for (int depth = 0; depth <= 4; depth++) {
            assertThat(used(page).contains("PART/x")).as("%d", depth).isEqualTo(depth <= 3);
            page = "<iframe srcdoc=\"" + page.replace("&", "&amp;").replace("\"", "&quot;") + "\">";
        }
        assertThat(used("<base href=/b/><iframe srcdoc='<img src=x>'>")).contains("PART/b/x");
    }

    @Test
    void theResultIsInUtf8WhateverThePageWasIn() {
        byte[] latin = "<a href='/?\u00e9'>\u00e9".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(rewritten("text/html;charset=latin1", latin))
                .isEqualTo("<a href=\"http://a.test/?%E9\">\u00e9");
        byte[] marked = "\uFEFF<p>\u00e9".getBytes(StandardCharsets.UTF_8);
        assertThat(rewritten("", marked)).isEqualTo("<p>\u00e9");
        byte[] declared = "<meta charset=latin1><p>\u00e9".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(rewritten("text/html", declared)).isEqualTo("<meta><p>\u00e9");
    }

    private static String rewritten(String type, byte[] body) {
        return new String(
                PageRewriter.rewrite(PAGE, type, body, (url, _) -> url.toString()),
                StandardCharsets.UTF_8);
    }

    @Test
    void styleSheetsAreRewritten() {
        byte[] latin =
                "a{b:url(x);c:\"\u00e9\"}@import 'mailto:x';".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(styles("text/css;charset=latin1", latin))
                .isEqualTo(
                        "a{b:url(\"http://a.test/dir/x\");c:\"\u00e9\"}@import \"about:invalid\";");
        byte[] marked = "\uFEFFa{b:\"\u00e9\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(styles("text/css", marked)).isEqualTo("a{b:\"\u00e9\"}");
    }

    private static String styles(String type, byte[] body) {
        return new String(
                PageRewriter.rewriteStyles(PAGE, type, body, (url, _) -> url.toString()),
                StandardCharsets.UTF_8);
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
