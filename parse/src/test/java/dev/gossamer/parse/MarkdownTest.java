package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One element after another as Markdown. In the cases, ⏎ stands for a line end. */
class MarkdownTest {
    private static final Url URL = Url.of("http://a.test/dir/page.html");

    private static String read(String html) {
        byte[] body = html.replace('⏎', '\n').getBytes(StandardCharsets.UTF_8);
        return new MarkdownReader()
                .read(URL, "text/html; charset=utf-8", body)
                .text()
                .replace('\n', '⏎');
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '§',
            value = {
                "<h1>a</h1><h2>b</h2><h3>c</h3> => # a⏎⏎## b⏎⏎### c",
                "<h4>d</h4><h5>e</h5><h6>f</h6> => #### d⏎⏎##### e⏎⏎###### f",
                "<h1>a<br>b</h1> => # a b",
                "<h2> </h2>x => x",
                "<h2>a<p>b</p>c</h2> => ## a b c",
            })
    void headings(String html, String markdown) {
        assertThat(read(html)).isEqualTo(markdown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '§',
            value = {
                "a<pre> </pre>b => a⏎⏎b",
                "<pre class='brush: js'>x</pre> => ```js⏎x⏎```",
                "<pre class='a lang-C++ b'>x</pre> => ```c++⏎x⏎```",
                "<pre class='slanguage-x'>y</pre> => ```⏎y⏎```",
                "<pre class=highlight-python><b>x</b></pre> => ```python⏎x⏎```",
                "<pre><b>x</b><code class=lang-go>y</code></pre> => ```go⏎xy⏎```",
                "<pre><b class=lang-go>x</b></pre> => ```⏎x⏎```",
                "<xmp><b></xmp> => ```⏎<b>⏎```",
                "<plaintext><b> => ```⏎<b>⏎```",
                "<pre>⏎⏎  a⏎⏎b  ⏎</pre> => ```⏎⏎  a⏎⏎b⏎```",
                "<pre>a<br>b</pre> => ```⏎a⏎b⏎```",
                "<pre>a ```` b</pre> => `````⏎a ```` b⏎`````",
            })
    void codeBlocks(String html, String markdown) {
        assertThat(read(html)).isEqualTo(markdown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '§',
            value = {
                "<ol><li>a<li> <li>b</ol> => 1. a⏎2. b",
                "<ol start=x><li>a</ol> => 1. a",
                "<ol start=1234567><li>a</ol> => 1. a",
                "<ul start=5><li>a</ul> => - a",
                "<ol start=9><li>a<li>b</ol> => 9. a⏎10. b",
                "<ul>stray<li>a<p>b</ul> => - stray⏎⏎- a⏎⏎  b",
                "<ul><li>a</li><div>b</div></ul> => - a⏎- b",
                "<ul><li>a</li><ul><li>b</ul></ul> => - a⏎- - b",
                "<ul><li>a<ol><li>b</ol></ul> => - a⏎  1. b",
                "<ol><li>a<ul><li>b</ul></ol> => 1. a⏎   - b",
                "<ul><li>a<ul><li>b</ul>c</ul> => - a⏎⏎  - b⏎⏎  c",
                "<ul><li>a<p>2. b</ul> => - a⏎⏎  2\\. b",
                "<menu><li>a</menu><dir><li>b</dir> => - a⏎⏎- b",
                "<ul></ul>x<ul><li></ul>y => x⏎⏎y",
                "<ul><li><div><h4>a</h4></div><li>b</ul> => #### a⏎⏎b",
                "<ul><li>a<li><hr></ul> => a⏎⏎---",
                "<ul><li><table><tr><td>a<td>b</table></ul> => | a | b |⏎|---|---|",
                "<blockquote></blockquote>x => x",
                "<blockquote>a<blockquote>b</blockquote></blockquote> => > a⏎>⏎> > b",
                "<blockquote><pre>a⏎⏎b</pre></blockquote> => > ```⏎> a⏎>⏎> b⏎> ```",
                "<dl><dt><b>a</b><dd>b<dd>c</dl> => **a**⏎⏎- b⏎⏎- c",
                "<dl><dt>a<br>b<dd>c</dl> => a\\⏎b⏎⏎- c",
                "<dl><dt><p>a<p>b<dd>c</dl> => a⏎⏎b⏎⏎- c",
                "<dl><dt><dd>c</dl> => - c",
                "<dl><dd>a<p>b</dl> => - a⏎⏎  b",
            })
    void listsAndQuotations(String html, String markdown) {
        assertThat(read(html)).isEqualTo(markdown);
    }

    @Test
    void twelveListsOrQuotationsStandInOneAnotherAndDeeperOnesLieFlat() {
        assertThat(read("<ul><li>".repeat(12) + "x")).isEqualTo("- ".repeat(12) + "x");
        assertThat(read("<ul><li>".repeat(20) + "x")).isEqualTo("- ".repeat(12) + "x");
        assertThat(read("<dl><dd>".repeat(20) + "x")).isEqualTo("- ".repeat(12) + "x");
        assertThat(read("<blockquote>".repeat(20) + "x")).isEqualTo("> ".repeat(12) + "x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '§',
            value = {
                "<table><tr><td>a<tr><td>b</table> => a⏎⏎b",
                "<table><td>a<td>b</table> => a⏎⏎b",
                "<table>x<tr>y<td>a<td>b</table> => x⏎⏎y⏎⏎| a | b |⏎|---|---|",
                "<table><thead><tr><th>a<th>b<tbody><tr><td>1</table> => | a | b |⏎|---|---|⏎| 1 |  |",
                "<table><tr><td>a<br>b<td>c</table> => | a b | c |⏎|---|---|",
                "<table><tr><td><p>a<p>b<td>c</table> => | a b | c |⏎|---|---|",
                "<table><tr><td><b><div>a</div></b><td>b</table> => | a | b |⏎|---|---|",
                "<table><caption>C<p>D</caption><tr><td>a<td>b</table> => C⏎⏎D⏎⏎| a | b |⏎|---|---|",
                "<table><tr></table>x => x",
            })
    void tables(String html, String markdown) {
        assertThat(read(html)).isEqualTo(markdown);
    }

    /** Such a table is there for the layout, and its cells are read one after another. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '§',
            value = {
                "<ul><li>b</ul> => - b",
                "<div><ol><li>b</ol></div> => 1. b",
                "<dl><dt>b</dl> => **b**",
                "<pre>b</pre> => ```⏎b⏎```",
                "<h1>b</h1> => # b",
                "<h2>b</h2> => ## b",
                "<h3>b</h3> => ### b",
                "<blockquote>b</blockquote> => > b",
                "<table><tr><td>b<td>c</table> => | b | c |⏎|---|---|",
            })
    void aCellOfSeveralLinesFitsInNoTable(String cell, String markdown) {
        assertThat(read("<table><tr><td>a<td>" + cell + "</table>")).isEqualTo("a⏎⏎" + markdown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '§',
            value = {
                "<q>a</q> => “a”",
                "<del>a</del> <s>b</s> <strike>c</strike> => ~~a~~ ~~b~~ ~~c~~",
                "<em>a</em> <i>b</i> => *a* *b*",
                "<strong>a</strong> <b>b</b> => **a** **b**",
                "<b><strong>a</strong></b> => **a**",
                "x<b> </b>y => x y",
                "x<b></b>y => xy",
                "a<i> b</i>c => a *b*c",
                "a<i>b </i>c => a*b* c",
                "a<wbr>b => ab",
                "<kbd>a</kbd> <samp>b</samp> <tt>c</tt> => `a` `b` `c`",
                "<code>a`b</code> => ``a`b``",
                "<code>`a</code> => `` `a ``",
                "<code>a`</code> => `` a` ``",
                "<code> </code>x => x",
                "<code>a&shy;b&#x200b;c&nbsp; d</code> => `abc d`",
                "<code><a href=#x>a</a></code> => `a`",
                "<code><a href=/x>a</a>b</code> => `ab`",
                "<code><b>a</b></code> => `a`",
                "<code><div>a</div></code>b => `a`b",
                "<span>a<span>b</span></span> => ab",
                "<a href=/x><div>a</div><div>b</div></a> => a⏎⏎b",
                "<a href=/x><img src=i alt=p></a> => ![p](http://a.test/dir/i)",
                "<a href=/x> </a>y => y",
                "<a href=''>a</a> <a>b</a> => a b",
                "<a href='/x(1)'>a</a> => [a](http://a.test/x%281%29)",
                "a<a href=/x> b </a>c => a [b](http://a.test/x) c",
                "a<a href=/x>b</a>c => a[b](http://a.test/x)c",
                "<img src=i.png alt='a]b'> => ![a\\]b](http://a.test/dir/i.png)",
                "a<img alt=x>b => ab",
                "a<img src=i alt=' '>b => ab",
                "a<img src=javascript:x() alt=x>b => ab",
            })
    void partsOfALine(String html, String markdown) {
        assertThat(read(html)).isEqualTo(markdown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '§',
            value = {
                "a\\b`c => a\\\\b\\`c",
                "+ a => \\+ a",
                "- => \\-",
                "-a => -a",
                "&gt; a => \\> a",
                "# => \\#",
                "#a => #a",
                "###### a => \\###### a",
                "####### a => ####### a",
                "=== => \\===",
                "== => ==",
                "--- => \\---",
                "-- => --",
                "~~~ => \\~~~",
                "~~ => ~~",
                "1) a => 1\\) a",
                "1. => 1\\.",
                "1.5 => 1.5",
                "123456789. a => 123456789\\. a",
                "1234567890. a => 1234567890. a",
                "_a => \\_a",
                "a_ => a\\_",
                "a_. => a\\_.",
                "1_2 => 1_2",
                "a ] b => a \\] b",
                "a &lt; b => a \\< b",
                "a&#x2028;b => a b",
                "<br>a<br><br>b<br> => a\\⏎\\⏎b",
                "a <br> b => a\\⏎b",
            })
    void whatWouldBeTakenForAMarkIsEscaped(String html, String markdown) {
        assertThat(read(html)).isEqualTo(markdown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<base href=http://b.test/><a href=x>y</a>",
                "<p><base><base href=http://b.test/><base href=http://c.test/><a href=x>y</a>",
                "<a href=x>y</a><div><base href=http://b.test/></div>",
            })
    void theFirstBaseThatHasAnAddressCounts(String html) {
        assertThat(read(html)).isEqualTo("[y](http://b.test/x)");
    }

    @Test
    void aLongTextIsCutAtItsLimit() {
        String half = "<p>" + "x".repeat(ParseLimits.TEXT_CHARS / 2 + 10);
        assertThat(read(half + half)).hasSize(ParseLimits.TEXT_CHARS);
    }
}
