package dev.gossamer.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.RobotsDirectives;
import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.url.Url;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlParserTest {
    private static final Url PAGE = Url.of("http://example.org/dir/page.html");

    private static ParsedPage parse(String html) {
        return new HtmlParser(EnumSet.allOf(Want.class))
                .parse(PAGE, "text/html; charset=utf-8", html.getBytes(UTF_8));
    }

    private static List<String> targets(String html) {
        return parse(html).links().stream().map(link -> link.target().toString()).toList();
    }

    @Test
    void linksAreResolvedAgainstThePage() {
        assertThat(targets("<a href=other.html>x</a><A HREF='/top'>y</A>"))
                .containsExactly("http://example.org/dir/other.html", "http://example.org/top");
    }

    @Test
    void baseCountsForLinksBeforeItAndOnlyTheFirstCounts() {
        assertThat(targets("<a href=x></a><base href=/b/><base href=/c/><a href=y></a>"))
                .containsExactly("http://example.org/b/x", "http://example.org/b/y");
    }

    @Test
    void whatIsNotHttpIsNoLink() {
        assertThat(
                        targets(
                                "<a href='mailto:a@b.c'></a><a href='javascript:x()'></a>"
                                        + "<a href='&#106;avascript:x()'></a><img src='data:,x'>"))
                .isEmpty();
    }

    @Test
    void linksInCommentsTemplatesAndRawTextAreNoLinks() {
        assertThat(
                        targets(
                                """
                                <!-- <a href=a></a> --><template><a href=b></a></template>
                                <script>"<a href=c>"</script><style><a href=d></style>
                                <textarea><a href=e></textarea><title><a href=f></title>
                                <xmp><a href=g></xmp><noscript><a href=yes></a></noscript>
                                <iframe><a href=h></iframe><a href=cut"""))
                .containsExactly("http://example.org/dir/yes");
    }

    @Test
    void anchorTextIsCollapsedAndHasTheAltOfImages() {
        var links =
                parse("<a href=x> one\n <b>two</b><img src=i alt='a picture'>&amp;</a>").links();
        assertThat(links.getFirst().text()).isEqualTo("one two a picture &");
        assertThat(links.get(1).text()).isEqualTo("a picture");
    }

    @Test
    void factsAreRead() {
        var page =
                parse(
                        """
                        <html lang=en><title> A  title </title><meta name=description content=" About ">
                        <link rel=canonical href=/c><link rel="alternate" hreflang=DE href=/de>
                        <meta name=ROBOTS content="noindex, NOFOLLOW"><h1>First</h1><h2>Sec<b>ond</b></h2>
                        """);
        var facts = page.facts();
        assertThat(page.title()).isEqualTo("A title");
        assertThat(facts.description()).isEqualTo("About");
        assertThat(facts.canonical()).contains(Url.of("http://example.org/c"));
        assertThat(facts.language()).isEqualTo("en");
        assertThat(facts.alternates())
                .containsExactly(new Facts.Alternate("de", Url.of("http://example.org/de")));
        assertThat(facts.headings())
                .containsExactly(new Facts.Heading(1, "First"), new Facts.Heading(2, "Second"));
        assertThat(facts.robots()).isEqualTo(new RobotsDirectives(true, true, false));
    }

    @Test
    void textIsInDocumentOrderALineABlock() {
        var page =
                parse(
                        "<title>no</title><p>One <i>t</i>wo<p>three<script>no</script>"
                                + "<ul><li>four<li>fi&eacute;</ul><style>no</style>six");
        assertThat(page.text()).isEqualTo("One two\nthree\nfour\nfié\nsix");
    }
}
