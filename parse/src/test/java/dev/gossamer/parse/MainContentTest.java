package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which parts of a page are its content. What must go or stay is called x1. */
class MainContentTest {
    private static final Url URL = Url.of("http://a.test/");

    private static String read(String html) {
        byte[] body = html.getBytes(StandardCharsets.UTF_8);
        return new MarkdownReader().read(URL, "text/html; charset=utf-8", body).text();
    }

    /** Words of four letters that have that many letters together. */
    private static String words(int letters) {
        return "abcd ".repeat(letters / 4) + "a".repeat(letters % 4);
    }

    private static String paragraph(int letters) {
        return "<p>" + words(letters) + "</p>";
    }

    private static String withContent(String other) {
        return other + "<div><h1>Title</h1>" + paragraph(400) + "</div>";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<div style='color:red;visibility : hidden'>x1</div>",
                "<div style='DISPLAY:NONE'>x1</div>",
                "<div aria-hidden=' True '>x1</div>",
                "<p><span hidden>x1</span></p>",
                "<div><div><script>x1</script></div></div>",
                "<div role=Banner>x1</div>",
                "<div class=topNav>x1</div>",
                "<div class='x nav2'>x1</div>",
                "<div id=site_menu>x1</div>",
                "<form class=subscribe>x1</form>",
                "<p><span class=share>x1</span> <a href=/ class=skip>x1</a></p>",
                "<div><div><nav>x1</nav></div></div>",
                "<header>x1<h2>x1</h2></header>",
            })
    void whatIsAroundTheContentGoes(String around) {
        assertThat(read(withContent(around))).contains("# Title").doesNotContain("x1");
        String within = "<div><h1>Title</h1>" + around + paragraph(400) + "</div>";
        assertThat(read(within)).contains("# Title").doesNotContain("x1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<h2>x1</h2>",
                "<h2 class=share>x1</h2>",
                "<h2>Of <span class=navigator>x1</span></h2>",
                "<h2>Of <span class=shared>x1</span></h2>",
                "<h2>Of <span aria-hidden=false>x1</span></h2>",
                "<h2>Of <span style='display:block'>x1</span></h2>",
                "<header><h1>x1</h1></header>",
                "<header>x1<div><h1>y</h1></div></header>",
            })
    void whatIsPartOfTheContentStays(String part) {
        assertThat(read(withContent(part))).contains("x1").contains("# Title");
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "article"})
    void theHeadOfTheContentStays(String name) {
        String content = "<%1$s><header>x1</header>%2$s</%1$s>".formatted(name, paragraph(400));
        assertThat(read("<header>x2</header>" + content)).startsWith("x1").doesNotContain("x2");
        String deeper = content.replace("<header>x1</header>", "<div><header>x1</header></div>");
        assertThat(read(deeper)).startsWith("x1");
    }

    @ParameterizedTest
    @CsvSource({"400, false", "410, true"})
    void whatHasMoreThanTwoFifthsOfTheProseIsNotAround(int letters, boolean stays) {
        String around = "<div class=sidebar>x1" + words(letters - 2) + "</div>";
        assertThat(read(paragraph(1000 - letters) + around).contains("x1")).isEqualTo(stays);
    }

    @ParameterizedTest
    @CsvSource({"501, true", "500, false"})
    void anArticleIsTheContentIfItIsMostOfThePage(int letters, boolean isContent) {
        String other = "<p>x1" + words(1000 - letters - 2);
        String article = "<article>" + paragraph(letters) + "</article>";
        assertThat(read(other + article).contains("x1")).isEqualTo(!isContent);
    }

    @Test
    void aPartThatIsNamedButEmptyIsNotTheContent() {
        assertThat(read("<main></main><p>x1")).isEqualTo("x1");
        assertThat(read("<main><nav>x2</nav></main><p>x1 y z")).isEqualTo("x1 y z");
        assertThat(read("<p>y<div role=Main>x1</div>")).isEqualTo("x1");
        assertThat(read("<article></article><p>x1")).isEqualTo("x1");
    }

    @ParameterizedTest
    @CsvSource({"249, true", "250, false"})
    void aPageOfFewWordsIsNotCutByGuesses(int letters, boolean stays) {
        String links = "<div><a href=/1>x1</a> <a href=/2>x1</a></div>";
        assertThat(read(links + paragraph(letters)).contains("x1")).isEqualTo(stays);
    }

    @ParameterizedTest
    @CsvSource({"div, 851, false", "div, 850, true", "span, 900, true", "section, 900, false"})
    void theChildThatHasNearlyAllProseIsTheContent(String name, int letters, boolean stays) {
        String content = "<%1$s>%2$s</%1$s>".formatted(name, words(letters));
        String other = "<p>x1" + words(1000 - letters - 2) + "</p>";
        assertThat(read(other + content).contains("x1")).isEqualTo(stays);
        assertThat(read(content + other).contains("x1")).isEqualTo(stays);
    }

    @ParameterizedTest
    @CsvSource({"h1, true", "h2, true", "h3, false"})
    void aHeadingNextToTheContentBelongsToIt(String name, boolean stays) {
        String heading = "<%1$s>x1</%1$s>".formatted(name);
        assertThat(read(heading + "<div>" + paragraph(900) + "</div>").contains("x1"))
                .isEqualTo(stays);
    }

    @Test
    void theWayDownGoesThroughTablesAndForms() {
        String table = "<form><table><tbody><tr><td>" + paragraph(900) + "</td></tr></tbody>";
        assertThat(read("<h3>x1</h3>" + table)).doesNotContain("x1");
        String cells = "<table><tr><td>x1</td><td>" + paragraph(900) + "</td></tr></table>";
        assertThat(read(cells)).doesNotContain("x1");
    }

    /**
     * @param prose letters of the block that are not in its links
     * @param links letters of its links
     */
    @ParameterizedTest
    @CsvSource({
        "30, 70, true",
        "29, 71, false",
        "0, 2, false",
        "100, 900, true",
        "90, 900, false",
    })
    void aBlockThatIsMostlyLinksGoes(int prose, int links, boolean stays) {
        String block =
                "<div>%s <a href=/>x1%s</a></div>".formatted(words(prose), "a".repeat(links - 2));
        String content = "<div>" + paragraph(470) + block + paragraph(490 - prose) + "</div>";
        assertThat(read(content).contains("x1")).isEqualTo(stays);
    }

    @Test
    void linksOfAParagraphStay() {
        String paragraph = "<p>See <span>" + words(100) + "</span><a href=/>x1</a></p>";
        String two = paragraph(200) + paragraph(200);
        assertThat(read(two + paragraph)).contains("x1");
        assertThat(read(two + "<pre><div><a href=/>x1</a></div></pre>")).contains("x1");
        String deep = "<section><div><a href=/>x1</a></div>" + words(50);
        assertThat(read(two + deep)).doesNotContain("x1");
    }

    @Test
    void anAnchorWithoutAnAddressIsNoLink() {
        assertThat(read("<div><a name=x>x1</a></div>" + paragraph(200) + paragraph(200)))
                .contains("x1");
    }
}
