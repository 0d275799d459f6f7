package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.url.Url;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
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
}
