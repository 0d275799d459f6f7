package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.RobotsDirectives;
import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.url.Url;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageReaderTest {
    private static final Url PAGE = Url.of("http://example.org/dir/page.html");
    private final HtmlParser parser = new HtmlParser(EnumSet.allOf(Want.class));

    private List<Link> links(String html) {
        return parser.parse(PAGE, "text/html;charset=utf-8", html.getBytes(StandardCharsets.UTF_8))
                .links();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "NAVIGATE, <a href=x>",
                "NAVIGATE, <area href=x>",
                "NAVIGATE, <blockquote cite=x>",
                "NAVIGATE, <svg><a xlink:href=x>",
                "FRAME, <iframe src=x>",
                "FRAME, <frame src=x>",
                "FORM, <form action=x>",
                "FORM, <form method=GET action=x>",
                "FORM, <button formaction=x>",
                "FORM, <input formaction=x>",
                "RESOURCE, <img src=x>",
                "RESOURCE, <image src=x>",
                "RESOURCE, <img srcset=x>",
                "RESOURCE, <input type=image src=x>",
                "RESOURCE, <source srcset='x 2x'>",
                "RESOURCE, <script src=x>",
                "RESOURCE, <video poster=x>",
                "RESOURCE, <track src=x>",
                "RESOURCE, <embed src=x>",
                "RESOURCE, <object data=x>",
                "RESOURCE, <body background=x>",
                "RESOURCE, <link rel='ALTERNATE stylesheet' href=x>",
                "RESOURCE, <link rel='shortcut icon' href=x>",
                "RESOURCE, <link rel=preload imagesrcset=x href=''>",
                "RELATION, <link rel=canonical href=x>",
                "RELATION, <link rel=next href=x>",
                "REFRESH, <meta http-equiv=Refresh content=3;x>",
            })
    void everyElementThatNamesALinkGivesItsKind(Link.Kind kind, String html) {
        assertThat(links(html).getLast().kind()).isEqualTo(kind);
        assertThat(links(html).getLast().target()).isEqualTo(Url.of("http://example.org/dir/x"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<form method=post action=x>",
                "<form method=dialog action=x>",
                "<link href=x>",
                "<link rel=preconnect href=x>",
                "<img src=''>",
                "<a name=x>",
                "<a ping=x>",
                "<meta http-equiv=refresh content=3>",
                "<p href=x>",
                "<a href=x",
                "<a href='x>",
                "<a href=mailto:x@example.org>",
                "<a href=javascript:x()>",
                "<a href=data:,x>",
                "<a href=tel:1>",
                "<a href=http://>",
                "<input src=x>",
            })
    void otherThingsAreNoLinks(String html) {
        assertThat(links(html)).isEmpty();
    }

    @Test
    void anotherSchemeWithAHostIsALinkAndOthersSayWhetherToFollow() {
        assertThat(links("<a href=ftp://example.org/x>").getFirst().target())
                .hasToString("ftp://example.org/x");
    }

    @Test
    void anEmptyHrefIsThePageItself() {
        assertThat(links("<a href=''>").getFirst().target()).isEqualTo(PAGE);
    }

    @Test
    void relIsLowerCaseAndNofollowIsSeen() {
        var link = links("<a href=x rel=' NoFollow\n UGC '>").getFirst();
        assertThat(link.rel()).isEqualTo("nofollow ugc");
        assertThat(link.isNofollow()).isTrue();
        assertThat(links("<a href=x rel=nofollowers>").getFirst().isNofollow()).isFalse();
    }

    @Test
    void positionIsWhereTheTagBegins() {
        assertThat(links("é <a href=x>").getFirst().position()).isEqualTo(3);
    }

    @Test
    void aSecondAnchorEndsTheFirst() {
        var links = links("<a href=1>one<a href=2>two<p>three</a>four");
        assertThat(links).extracting(Link::text).containsExactly("one", "two three");
    }

    @Test
    void onlyWhatIsWantedIsRead() {
        String html = "<title>t</title><a href=x>text</a><meta name=robots content=none>";
        byte[] body = html.getBytes(StandardCharsets.UTF_8);
        var nothing = new HtmlParser(EnumSet.noneOf(Want.class)).parse(PAGE, "", body);
        assertThat(nothing.links()).isEmpty();
        assertThat(nothing.title()).isEmpty();
        assertThat(nothing.text()).isEmpty();
        assertThat(nothing.noindex()).isTrue();
        var links = new HtmlParser(EnumSet.of(Want.LINKS)).parse(PAGE, "", body).links();
        assertThat(links).extracting(Link::text).containsExactly("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UTF-8",
                "UTF-16LE",
                "UTF-16BE",
                "windows-31j",
                "EUC-JP",
                "ISO-2022-JP",
                "gb18030"
            })
    void pagesAreReadInTheirEncoding(String charset) {
        byte[] body = "<a href=/日本?>表示</a>".getBytes(Charset.forName(charset));
        var link =
                parser.parse(PAGE, "text/html; charset=" + label(charset), body).links().getFirst();
        assertThat(link.text()).isEqualTo("表示");
        assertThat(link.target()).isEqualTo(Url.of("http://example.org/%E6%97%A5%E6%9C%AC?"));
    }

    private static String label(String charset) {
        return charset.equals("windows-31j") ? "shift_jis" : charset;
    }

    @Test
    void theQueryIsInThePagesEncoding() {
        byte[] body = "<a href='/é?é漢#é'>".getBytes(StandardCharsets.UTF_8);
        byte[] latin = "<a href='/é?é&#28450;#é'>".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(parser.parse(PAGE, "text/html;charset=utf-8", body).links().getFirst().target())
                .hasToString("http://example.org/%C3%A9?%C3%A9%E6%BC%A2#%C3%A9");
        assertThat(
                        parser.parse(PAGE, "text/html;charset=latin1", latin)
                                .links()
                                .getFirst()
                                .target())
                .hasToString("http://example.org/%C3%A9?%E9%26%2328450%3B#%C3%A9");
    }

    @Test
    void aLateDeclarationIsObeyed() {
        String html = "<!--" + "x".repeat(2000) + "--><meta charset=koi8-r><title>\u00D0</title>";
        var page = parser.parse(PAGE, "text/html", html.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(page.charset()).isEqualTo("KOI8-R");
        assertThat(page.title()).isEqualTo("п");
    }

    /** The standard has it so, because old pages hide scripts that write scripts in a comment. */
    @Test
    void anEndTagInAScriptInACommentInAScriptDoesNotEndIt() {
        assertThat(links("<p><script><!-- <script> </script> <a href=no> --></script><a href=x>"))
                .hasSize(1);
    }

    @Test
    void controlCharactersOfWindows1252AreKept() {
        byte[] body = {'<', 't', 'i', 't', 'l', 'e', '>', (byte) 0x80, (byte) 0x81, (byte) 0xE9};
        assertThat(parser.parse(PAGE, "text/html;charset=ascii", body).title())
                .isEqualTo("€\u0081é");
    }

    @Test
    void theReplacementEncodingHidesThePage() {
        byte[] body = "<a href=x>".getBytes(StandardCharsets.US_ASCII);
        var page = parser.parse(PAGE, "text/html;charset=iso-2022-kr", body);
        assertThat(page.charset()).isEqualTo("replacement");
        assertThat(page.links()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Shift_JIS", "GBK", "gb18030", "Big5", "EUC-KR", "EUC-JP"})
    void aStrayLeadByteDoesNotSwallowMarkup(String charset) {
        for (int lead = 0x81; lead <= 0xFE; lead++) {
            byte[] body = "x<a href=y>".getBytes(StandardCharsets.ISO_8859_1);
            body[0] = (byte) lead;
            assertThat(parser.parse(PAGE, "text/html;charset=" + charset, body).links())
                    .as("%s %x", charset, lead)
                    .hasSize(1);
        }
    }

    private ParsedPage page(String html) {
        return parser.parse(PAGE, "text/html;charset=utf-8", html.getBytes(StandardCharsets.UTF_8));
    }

    private ParsedPage page(String html, Want... wanted) {
        var reader = new HtmlParser(EnumSet.copyOf(List.of(wanted)));
        return reader.parse(PAGE, "text/html;charset=utf-8", html.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    <frame src=1 longdesc=2>          | FRAME 1, NAVIGATE 2
                    <img src=1 srcset='2, 3 2x' longdesc=4> | RESOURCE 1, RESOURCE 2, RESOURCE 3, NAVIGATE 4
                    <source src=1 srcset=2>           | RESOURCE 1, RESOURCE 2
                    <video src=1 poster=2>            | RESOURCE 1, RESOURCE 2
                    <audio src=1>                     | RESOURCE 1
                    <table background=1><td background=2><th background=3> | RESOURCE 1, RESOURCE 2, RESOURCE 3
                    <del cite=1><ins cite=2><q cite=3> | NAVIGATE 1, NAVIGATE 2, NAVIGATE 3
                    <svg><image href=1 xlink:href=2 /><use xlink:href=3> | RESOURCE 1, RESOURCE 3
                    <input type=image src=1 formaction=2> | FORM 2, RESOURCE 1
                    <button formmethod=post formaction=1><button formmethod=get formaction=2> | FORM 2
                    <p style='a:url(1)'><a href=2 style='a:url(3)'> | RESOURCE 1, RESOURCE 3, NAVIGATE 2
                    <svg><path style='a:url(1)'><p style='a:url(2)'> | RESOURCE 1, RESOURCE 2
                    <style>@import '1';</style><a href=2> | RESOURCE 1, NAVIGATE 2
                    <template><style>@import '1';</style><p style='a:url(1)'></template><a href=2> | NAVIGATE 2
                    <template><template></template><a href=1></template><a href=2> | NAVIGATE 2
                    </template><a href=1>             | NAVIGATE 1
                    <template><svg><a href=1></a><p><a href=2></template><a href=3> | NAVIGATE 3
                    <link rel=stylesheet href=1 imagesrcset=2> | RESOURCE 1, RESOURCE 2
                    <link rel=stylesheet imagesrcset=2><a href=1> | NAVIGATE 1
                    <base href=/b/><base href=/c/><a href=1> | NAVIGATE /b/1
                    <base target=x><base href=/b/><a href=1> | NAVIGATE /b/1
                    <a href=1><a href=mailto:x>b<a href=2> | NAVIGATE 1, NAVIGATE 2
                    """)
    void linksOfAPageInTheirOrder(String html, String links) {
        String shown =
                links(html).stream()
                        .map(link -> link.kind() + " " + link.target())
                        .collect(Collectors.joining(", "));
        assertThat(shown.replace("http://example.org/dir/", "").replace("http://example.org", ""))
                .isEqualTo(links);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    <a href=1>a<br>b</a>                    | a b
                    <a href=1>a<b>b</b>c</a>                | abc
                    <a href=1>a<div>b</div>c</a>d           | a b c
                    <a href=1><img alt='a b'>c</a>          | a b c
                    <a href=1>a<img alt=b>c<img alt=d></a>  | a b c d
                    <a href=1>a<template>b</template>c</a>  | ac
                    <a href=1>a<script>b</script>c</a>      | ac
                    <a href=1>a<style>b</style>c</a>        | a c
                    <a href=1>a<textarea>b</textarea>c</a>  | a c
                    <a href=1>a<xmp>b</xmp>c</a>            | a b c
                    <a href=1>a<plaintext>b                 | a b
                    <a href=1>a</p>b                        | a b
                    <a href=1 alt=' a  b '></a>             | a b
                    <a href=1 alt=a>b</a>                   | b
                    <area href=1 alt=a>                     | a
                    <link rel=next href=1 title=' a  b '>   | a b
                    <svg><a href=1>a</a>b</svg>             | a
                    <svg><a href=1>a<p>b</a>c               | a b
                    <a href=1>a&amp;b<i>&eacute;</i></a>    | a&bé
                    <a href=1>a</a>b<a name=x>c</a>         | a
                    """)
    void theTextOfALink(String html, String text) {
        assertThat(links(html).getFirst().text()).isEqualTo(text);
    }

    @Test
    void theTextOfALinkIsReadOnlyIfItIsWanted() {
        String html = "<a href=1 alt=a>b<img src=2 alt=c srcset=3></a><link rel=x href=4 title=d>";
        assertThat(page(html, Want.LINKS).links())
                .hasSize(4)
                .extracting(Link::text)
                .containsOnly("");
        assertThat(page(html, Want.ANCHOR_TEXT).links())
                .extracting(Link::text)
                .containsExactly("b c", "c", "c", "d");
        assertThat(page(html, Want.FACTS, Want.TEXT).links()).isEmpty();
        assertThat(page("<p style='a:url(1)'>", Want.LINKS).links()).isEmpty();
        assertThat(page("<p style='a:url(1)'>", Want.STYLES).links()).isEmpty();
        assertThat(page("<p style='a:url(1)'>", Want.LINKS, Want.STYLES).links()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    a<xmp>b</xmp>c            | a/b/c
                    a<plaintext>b<c>          | a/b<c>
                    a<iframe>b</iframe>c      | a/c
                    a<noframes>b</noframes>c  | a/c
                    a<title>b</title>c        | a/c
                    a<template>b</template>c  | ac
                    a<b>b</b><p>c</p>d        | ab/c/d
                    a<x-y>b</x-y>c            | a/b/c
                    a<svg><g>b</g></svg>c     | a/b/c
                    a<svg><script>b</script>c | a/c
                    a<svg><![CDATA[b]]></svg> | a/b
                    a<![CDATA[b]]>c           | ac
                    a<math><mi>b</mi></math>c | a/b/c
                    """)
    void theTextOfAPage(String html, String text) {
        assertThat(page(html).text().replace('\n', '/')).isEqualTo(text);
        assertThat(page(html, Want.TEXT).text().replace('\n', '/')).isEqualTo(text);
        assertThat(page(html, Want.LINKS).text()).isEmpty();
    }

    @Test
    void headingsHaveTheirLevels() {
        String html =
                "<h1>a</h1><h2>b<br>c</h2><h3>d<h4>e<script>x</script></h4><h5> </h5>"
                        + "<h6>f<textarea>x</textarea></h2>g<template><h1>x</h1></template><h3>h";
        var headings = page(html).facts().headings();
        assertThat(headings)
                .containsExactly(
                        new Facts.Heading(1, "a"),
                        new Facts.Heading(2, "b c"),
                        new Facts.Heading(3, "d"),
                        new Facts.Heading(4, "e"),
                        new Facts.Heading(6, "f"),
                        new Facts.Heading(3, "h"));
        assertThat(page(html, Want.FACTS).facts().headings()).isEqualTo(headings);
        assertThat(page(html, Want.TEXT).facts().headings()).isEmpty();
    }

    @Test
    void ofAFactTheFirstCounts() {
        var facts =
                page("""
                                <html lang=' en '><meta http-equiv=content-language content=de>
                                <title> </title><title>a</title><title>b</title>
                                <meta name=description content=' '><meta name=description content=c>
                                <meta name=description content=d>
                                <link rel=canonical href=/e><link rel=canonical href=/f>
                                <link rel='alternate x' hreflang=' De ' href=/g>
                                <link rel=alternate href=/h><link rel=next hreflang=fr href=/i>
                                <link rel=alternate hreflang=it href=mailto:x>
                                <meta name=robots content=noarchive><meta name=robots content=nofollow>
                                """)
                        .facts();
        assertThat(facts.language()).isEqualTo("en");
        assertThat(facts.title()).isEqualTo("a");
        assertThat(facts.description()).isEqualTo("c");
        assertThat(facts.canonical()).contains(Url.of("http://example.org/e"));
        assertThat(facts.alternates())
                .containsExactly(new Facts.Alternate("de", Url.of("http://example.org/g")));
        assertThat(facts.robots()).isEqualTo(new RobotsDirectives(false, true, true));
        assertThat(page("<meta http-equiv=content-language content=de>").facts().language())
                .isEqualTo("de");
    }

    @ParameterizedTest
    @CsvSource({
        "gossamer, gossamer, true",
        "Gossamer, GOSSAMER, true",
        "gossamer, googlebot, false",
        "'', '', false"
    })
    void aMetaElementMaySpeakToUs(String agent, String name, boolean isForUs) {
        String html = "<meta name='" + name + "' content=noindex>";
        var reader = new HtmlParser(EnumSet.noneOf(Want.class), agent);
        assertThat(reader.parse(PAGE, "", html.getBytes(StandardCharsets.UTF_8)).noindex())
                .isEqualTo(isForUs);
    }

    @Test
    void nothingOfAPageIsInTheNextOne() {
        String open =
                "<base href=/b/><title>t</title><meta name=description content=d><html lang=en>"
                        + "<meta name=robots content=none><link rel=canonical href=/c>"
                        + "<link rel=alternate hreflang=de href=/d><h1>h";
        for (String last : List.of("<a href=x>y", "<template>", "<svg><style>", "<textarea>x")) {
            assertThat(page(open + last)).isNotNull();
            var next = page("a<a href=x>b</a><title>c</title>");
            assertThat(next.text()).as(last).isEqualTo("ab");
            assertThat(next.title()).as(last).isEqualTo("c");
            assertThat(next.links())
                    .as(last)
                    .containsExactly(
                            new Link(
                                    Url.of("http://example.org/dir/x"),
                                    Link.Kind.NAVIGATE,
                                    "",
                                    "b",
                                    1));
            var facts = next.facts();
            assertThat(facts.description() + facts.language()).as(last).isEmpty();
            assertThat(facts.canonical()).as(last).isEmpty();
            assertThat(facts.alternates()).as(last).isEmpty();
            assertThat(facts.headings()).as(last).isEmpty();
            assertThat(facts.robots()).as(last).isEqualTo(RobotsDirectives.NONE);
        }
    }

    @Test
    void aPageSaysWhenSomethingWasLeftOutOfIt() {
        for (String html :
                List.of(
                        "<title>" + "x".repeat(ParseLimits.TITLE_CHARS) + "%s</title>",
                        "<h1>" + "x".repeat(ParseLimits.HEADING_CHARS) + "%s</h1>",
                        "<p>" + "x".repeat(ParseLimits.TEXT_CHARS) + "%s</p>",
                        "<a href='/?" + "x".repeat(ParseLimits.ATTRIBUTE_BYTES - 2) + "%s'>")) {
            assertThat(page(html.formatted("")).isTruncated()).isFalse();
            assertThat(page(html.formatted("x")).isTruncated()).isTrue();
        }
        assertThat(page("<p>next").isTruncated()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    <meta charset=koi8-r>                                             | KOI8-R
                    <meta charset=no-such><meta charset=koi8-r>                       | KOI8-R
                    <meta charset=koi8-r><meta charset=gbk>                           | KOI8-R
                    <meta http-equiv=Content-Type content='text/html; charset=koi8-r'> | KOI8-R
                    <meta http-equiv=Content-Type content='text/html'>                | windows-1252
                    <meta http-equiv=refresh content='0;charset=koi8-r'>              | windows-1252
                    <meta charset=utf-16>                                             | UTF-8
                    <meta charset=x-user-defined>                                     | windows-1252
                    """)
    void aDeclarationThatComesLateIsObeyedOnce(String meta, String charset) {
        String html = "<!--" + "x".repeat(2000) + "-->" + meta;
        byte[] body = html.getBytes(StandardCharsets.UTF_8);
        assertThat(parser.parse(PAGE, "text/html", body).charset()).isEqualTo(charset);
        assertThat(parser.parse(PAGE, "text/html;charset=gbk", body).charset()).isEqualTo("GBK");
        byte[] utf16 = ("\uFEFF" + html).getBytes(StandardCharsets.UTF_16LE);
        assertThat(parser.parse(PAGE, "text/html", utf16).charset()).isEqualTo("UTF-16LE");
    }
}
