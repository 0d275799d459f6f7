package dev.gossamer.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trees of pages, also of those that leave out end tags. */
class TreeReaderTest {
    private static Node.Element tree(String html) {
        return TreeReader.read(html.getBytes(UTF_8));
    }

    /** An element as its name and, in brackets, what is in it. */
    private static String shown(Node node) {
        return switch (node) {
            case Node.Text text -> text.text();
            case Node.Element element ->
                    element.name()
                            + element.children().stream()
                                    .map(TreeReaderTest::shown)
                                    .collect(Collectors.joining(" ", "[", "]"));
        };
    }

    private static Node.Element first(String html) {
        return (Node.Element) tree(html).children().getFirst();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '§',
            value = {
                "<p>a<p>b => [p[a] p[b]]",
                "<p>a<b>b<p>c => [p[a b[b]] p[c]]",
                "<p>a<div>b</div>c => [p[a] div[b] c]",
                "<p>a<span>b</span>c => [p[a span[b] c]]",
                "<p>a<table><tr><td><p>b</table> => [p[a] table[tr[td[p[b]]]]]",
                "<p>a<span><table><tr><td><div>b</table> => [p[a span[]] table[tr[td[div[b]]]]]",
                "<table><tr><td>a<p>b</td><td>c</table> => [table[tr[td[a p[b]] td[c]]]]",
                "<ul><li>a<ul><li>b</ul><li>c</ul> => [ul[li[a ul[li[b]]] li[c]]]",
                "<ul><li><b>a<li>b</ul> => [ul[li[b[a]] li[b]]]",
                "<ul><li>a</ul><li>b => [ul[li[a]] li[b]]",
                "<dl><dt>a<dd>b<dt>c</dl> => [dl[dt[a] dd[b] dt[c]]]",
                "<dl><dd><dl><dt>a</dl><dd>b</dl> => [dl[dd[dl[dt[a]]] dd[b]]]",
                "<select><option>a<option>b</select> => [select[option[a] option[b]]]",
                "<a>x<a>y => [a[x] a[y]]",
                "<a>x<table><tr><td><a>y => [a[x table[tr[td[a[y]]]]]]",
                "<table><tr><th>a<td>b<tr><td>c</table>d => [table[tr[th[a] td[b]] tr[td[c]]] d]",
                "<table><tr><td><table><tr><td>a</table>b<td>c</table> => [table[tr[td[table[tr[td[a]]] b] td[c]]]]",
                "<table><caption>a<thead><tr><td>b<tbody><tr><td>c<tfoot><tr><td>d => [table[caption[a] thead[tr[td[b]]] tbody[tr[td[c]]] tfoot[tr[td[d]]]]]",
                "<div><table><tr><td>a</div>b</table></div>c => [div[table[tr[td[a b]]]] c]",
                "<b>a</table>b</b>c => [b[a b] c]",
                "<div>a<b>b</div>c => [div[a b[b]] c]",
                "a</br>b => [a br[] b]",
                "<br>a<img>b<hr>c => [br[] a img[] b hr[] c]",
                "<html><head><title>t</title></head><body><p>a</body></html>b => [title[t] p[a b]]",
                "<P>a</P><DIV>b</dIv>c => [p[a] div[b] c]",
                "<!-- a --><!DOCTYPE html>b<? c> => [b]",
                "<p>a<b => [p[a]]",
                "<textarea><b></textarea>c => [textarea[<b>] c]",
                "<style><b></style>c => [style[<b>] c]",
                "<xmp><b></xmp>c => [xmp[<b>] c]",
                "<iframe><b></iframe>c => [iframe[<b>] c]",
                "<noembed><b></noembed>c => [noembed[<b>] c]",
                "<noframes><b></noframes>c => [noframes[<b>] c]",
                "<script><b></script>c => [script[<b>] c]",
                "<plaintext><b></plaintext> => [plaintext[<b></plaintext>]]",
                "<title>a&amp;b</title><style>a&amp;b</style>&lt; => [title[a&b] style[a&amp;b] <]",
            })
    void elementsStandInOneAnother(String html, String tree) {
        assertThat(shown(tree(html))).isEqualTo(tree);
    }

    @Test
    void attributesAreReadAsTheyAreMeant() {
        var element = first("<a HREF='x&amp;y' href=z hidden ROLE=' Main '>");
        assertThat(element.attribute("href")).isEqualTo("x&y");
        assertThat(element.has("hidden")).isTrue();
        assertThat(element.attribute("hidden")).isEmpty();
        assertThat(element.has("id")).isFalse();
        assertThat(element.attribute("id")).isEmpty();
        assertThat(element.word("role")).isEqualTo("main");
    }

    @Test
    void anAttributeThatIsTooLongIsNotThere() {
        String most = "x".repeat(ParseLimits.ATTRIBUTE_BYTES);
        assertThat(first("<a b='" + most + "' c=d>").attribute("b")).isEqualTo(most);
        var element = first("<a b='" + most + "y' c=d>");
        assertThat(element.has("b")).isFalse();
        assertThat(element.attribute("c")).isEqualTo("d");
    }

    @Test
    void elementsBeyondTheDepthStandNextToTheirParent() {
        int depth = 0;
        Node.Element element = tree("<b>".repeat(TreeReader.MAX_DEPTH + 5) + "x");
        while (element.children().getFirst() instanceof Node.Element inner) {
            element = inner;
            depth++;
            if (element.children().isEmpty()) break;
        }
        assertThat(depth).isEqualTo(TreeReader.MAX_DEPTH);
    }

    @Test
    void textHasALineEndForEachBreak() {
        assertThat(tree("a <b>b<br>c</b> d").text()).isEqualTo("a b\nc d");
    }

    @Test
    void textIsWeighedWithoutWhiteSpaceAndApartFromLinks() {
        var root = tree("a b\n<p>cd <a href=x>efg <b>h</b></a> <a name=y>i</a></p>");
        root.weigh();
        root.weigh();
        assertThat(root.textChars()).isEqualTo(9);
        assertThat(root.proseChars()).isEqualTo(5);
    }
}
