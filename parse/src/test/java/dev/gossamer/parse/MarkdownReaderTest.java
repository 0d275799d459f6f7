package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownReaderTest {
    private static final Url URL = Url.of("http://a.test/dir/page.html");

    private final MarkdownReader reader = new MarkdownReader();

    private String read(String html) {
        return reader.read(URL, "text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8))
                .text();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "<h2>A <i>b</i></h2><p>One<p>Two~## A *b*⏎⏎One⏎⏎Two",
                "<ul><li>a<li>b<ul><li>c</ul></ul>~- a⏎- b⏎  - c",
                "<ol start=3><li>a</li><li><p>b</p><p>c</p></li></ol>~3. a⏎⏎4. b⏎⏎   c",
                "<a href='../x?a=1#f'>there</a> <a href='#here'>here</a>~[there](http://a.test/x?a=1#f) here",
                "a <b> bold </b>word, <strong></strong><em>x</em>~a **bold** word, *x*",
                "use <code>a  *b*</code> or <code>`</code>~use `a *b*` or `` ` ``",
                "<code><a href=/x>f()</a></code>~[`f()`](http://a.test/x)",
                "<pre><code class='language-Java'>⏎int a;⏎  b();⏎</code></pre>~```java⏎int a;⏎  b();⏎```",
                "<pre>```</pre>~````⏎```⏎````",
                "<blockquote><p>a<p>b</blockquote>c~> a⏎>⏎> b⏎⏎c",
                "a<br>b<hr>c~a\\⏎b⏎⏎---⏎⏎c",
                "<img src=i.png alt='a picture'><img src=j.png>~![a picture](http://a.test/dir/i.png)",
                "<dl><dt>Term<dd>Meaning</dl>~**Term**⏎⏎- Meaning",
                "<table><tr><th>a<th>b<tr><td>1|2<td>3</table>~| a | b |⏎|---|---|⏎| 1\\|2 | 3 |",
                "<table><tr><td><p>layout</p><ul><li>x</ul></table>~layout⏎⏎- x",
                "<table><caption>C</caption><tr><td>a<td>b<td>c<tr><td>d</table>~C⏎⏎| a | b | c |⏎|---|---|---|⏎| d |  |  |",
                "<p># no heading<p>- no item<p>1. no number<p>a_b _c_ 2*3 [x] &lt;b>~\\# no heading⏎⏎\\- no item⏎⏎1\\. no number⏎⏎a_b \\_c\\_ 2\\*3 \\[x\\] \\<b>",
                "<ul><li><h3>Part</h3>text<li><h3>Other</h3></ul>~### Part⏎⏎text⏎⏎### Other",
                "<base href='http://b.test/'><a href=x>y</a>~[y](http://b.test/x)",
                "<a href='javascript:x()'>press</a> <a href='mailto:a@b'>write</a>~press write",
                "<p>one<div>two</div>three</p>~one⏎⏎two⏎⏎three",
            })
    void elementsBecomeTheirMarks(String html, String markdown) {
        assertThat(read(html.replace('⏎', '\n'))).isEqualTo(markdown.replace('⏎', '\n'));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<nav>x1</nav>",
                "<header><a href=/>x1</a></header>",
                "<footer>x1</footer>",
                "<aside>x1</aside>",
                "<div role=navigation>x1</div>",
                "<div class='site-nav top'>x1</div>",
                "<div id=leftSidebar>x1</div>",
                "<ul class=breadcrumbs><li>x1</ul>",
                "<div hidden>x1</div>",
                "<div style='display: none'>x1</div>",
                "<div aria-hidden=true>x1</div>",
                "<script>x1</script><style>x1</style><template>x1</template>",
                "<button>x1</button><select><option>x1</select><textarea>x1</textarea>",
                "<div><a href=/1>x1</a> <a href=/2>x1</a> <a href=/3>x1 and more</a></div>",
            })
    void whatStandsAroundTheTextIsLeftOut(String around) {
        String prose = "<p>" + "Words that people wrote to be read. ".repeat(10) + "</p>";
        assertThat(read(around + "<div><h1>Title</h1>" + prose + "</div>" + around))
                .startsWith("# Title\n\nWords that")
                .doesNotContain("x1");
    }

    @Test
    void nameThatHoldsMostOfThePageIsNoSidebar() {
        String prose = "<p>" + "Words that people wrote to be read. ".repeat(30) + "</p>";
        assertThat(read("<div class=menu>" + prose + "</div>")).startsWith("Words");
    }

    @Test
    void pageThatIsAListOfLinksStaysOne() {
        assertThat(read("<h1>Index</h1><ul><li><a href=a>A</a><li><a href=b>B</a></ul>"))
                .isEqualTo("# Index\n\n- [A](http://a.test/dir/a)\n- [B](http://a.test/dir/b)");
    }

    @Test
    void pageSaysWhatItsMainPartIs() {
        String prose = "<p>" + "Much is said elsewhere too. ".repeat(30) + "</p>";
        assertThat(read(prose + "<main><p>Main</main>" + prose)).isEqualTo("Main");
    }

    @Test
    void charsetTitleAndLanguageAreThePages() {
        var page =
                reader.read(
                        URL,
                        "text/html; charset=iso-8859-1",
                        "<html lang=fr><title>\u00e9t\u00e9</title>\u00e0 la plage"
                                .getBytes(StandardCharsets.ISO_8859_1));
        assertThat(page)
                .isEqualTo(new MarkdownReader.Prose("\u00e9t\u00e9", "fr", "\u00e0 la plage"));
    }

    @Test
    void hostilePagesEndSoon() {
        for (String deep :
                new String[] {"<div>", "<ul><li>", "<blockquote>", "<b>", "<table><tr><td>"}) {
            assertThat(read(deep.repeat(50_000) + "text")).contains("text");
        }
        assertThat(read("<p>a".repeat(TreeReader.MAX_ELEMENTS + 10)).split("\n\n"))
                .hasSize(TreeReader.MAX_ELEMENTS - 1);
        assertThat(read("x ".repeat(3 << 20)).length()).isLessThanOrEqualTo(ParseLimits.TEXT_CHARS);
    }

    /** On pages that name their main part, that part is the truth. */
    @Test
    void javadocIsReadAsItsMainPart() throws IOException {
        var quality = new Quality();
        for (var page : someJavadoc().entrySet()) {
            var document = document(page.getValue());
            var main = document.select("main, [role=main]");
            if (main.isEmpty()) continue;
            String text = reader.read(page.getKey(), "text/html", page.getValue()).text();
            quality.add(main.text(), text);
        }
        assertThat(quality.pages).isGreaterThan(30);
        assertThat(quality.recall()).as(quality::toString).isGreaterThan(0.98);
        assertThat(quality.precision()).as(quality::toString).isGreaterThan(0.98);
    }

    /** The same pages with the names taken away, so that they must be guessed. */
    @Test
    void javadocIsReadAlmostAsWellWhenNothingNamesItsParts() throws IOException {
        var quality = new Quality();
        for (var page : someJavadoc().entrySet()) {
            var document = document(page.getValue());
            var main = document.select("main, [role=main]");
            if (main.isEmpty()) continue;
            String truth = main.text();
            for (String name : new String[] {"main", "nav", "header", "footer"}) {
                document.select(name).tagName("div");
            }
            document.select("[role]").removeAttr("role");
            document.select("*").removeAttr("class").removeAttr("id");
            byte[] bare = document.outerHtml().getBytes(StandardCharsets.UTF_8);
            quality.add(truth, reader.read(page.getKey(), "text/html;charset=utf-8", bare).text());
        }
        assertThat(quality.recall()).as(quality::toString).isGreaterThan(0.9);
        assertThat(quality.precision()).as(quality::toString).isGreaterThan(0.9);
    }

    /** One page of forty; all of them take a minute. */
    private static Map<Url, byte[]> someJavadoc() throws IOException {
        var some = new HashMap<Url, byte[]>();
        int number = 0;
        for (var page : JavadocPages.all().entrySet()) {
            if (number++ % 40 == 0) some.put(page.getKey(), page.getValue());
        }
        return some;
    }

    private static Document document(byte[] html) {
        return Jsoup.parse(new String(html, StandardCharsets.UTF_8));
    }

    /** Counts words that are in both, by page. */
    private static final class Quality {
        private int pages;
        private long wanted;
        private long got;
        private long both;

        void add(String truth, String markdown) {
            var expected = words(truth);
            var found = words(markdown.replaceAll("\\]\\([^)]*\\)", "]"));
            pages++;
            wanted += sum(expected);
            got += sum(found);
            expected.forEach((word, n) -> both += Math.min(n, found.getOrDefault(word, 0)));
        }

        private static Map<String, Integer> words(String text) {
            var words = new HashMap<String, Integer>();
            Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
                    .filter(word -> !word.isEmpty())
                    .forEach(word -> words.merge(word, 1, Integer::sum));
            return words;
        }

        private static long sum(Map<String, Integer> words) {
            return words.values().stream().mapToLong(Integer::longValue).sum();
        }

        double recall() {
            return both / (double) wanted;
        }

        double precision() {
            return both / (double) got;
        }

        @Override
        public String toString() {
            return "%d pages: recall %.4f, precision %.4f".formatted(pages, recall(), precision());
        }
    }
}
