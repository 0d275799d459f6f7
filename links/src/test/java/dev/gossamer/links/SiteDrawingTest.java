package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

class SiteDrawingTest {
    @TempDir private Path dir;

    @Test
    void everyPageHasARowOfItsOwnInsideThePicture() throws Exception {
        var pages = new RandomPages(3, 5, 40);
        try (var store = LinkStore.open(dir)) {
            for (int i = 0; i < 150; i++) store.add(pages.page());
            store.commit("");
        }
        String svg;
        try (var graph = LinkGraph.open(dir)) {
            svg = SiteDrawing.draw(graph, Optional.empty(), 50);
        }
        var root =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                        .getDocumentElement();
        double width = Double.parseDouble(root.getAttribute("width"));
        double height = Double.parseDouble(root.getAttribute("height"));
        var texts = root.getElementsByTagName("text");
        Set<Double> rows = new HashSet<>();
        int names = 0;
        for (int i = 0; i < texts.getLength(); i++) {
            var text = (Element) texts.item(i);
            double y = Double.parseDouble(text.getAttribute("y"));
            double x = Double.parseDouble(text.getAttribute("x"));
            assertThat(y).isBetween(10.0, height - 5);
            if (!text.getAttribute("class").equals("page")) continue;
            names++;
            rows.add(y);
            assertThat(x + 7.3 * text.getTextContent().length()).isLessThan(width);
        }
        assertThat(names).isEqualTo(50);
        assertThat(rows).as("no two names in one row").hasSize(50);
    }

    @Test
    void firstPageIsTheOneThatOtherHostsLinkTo() throws IOException {
        var home = Url.of("http://a.example/home");
        var links = List.of(new Edge(home, Edge.Kind.NAVIGATE, "a"));
        try (var store = LinkStore.open(dir)) {
            for (String page :
                    List.of("http://b.example/", "http://b.example/1", "http://c.example/"))
                store.add(new PageLinks(Url.of(page), Instant.EPOCH, 200, links));
            store.add(
                    new PageLinks(
                            home,
                            Instant.EPOCH,
                            200,
                            List.of(
                                    new Edge(
                                            Url.of("http://b.example/"),
                                            Edge.Kind.NAVIGATE,
                                            "b"))));
            store.commit("");
        }
        try (var graph = LinkGraph.open(dir)) {
            assertThat(SiteDrawing.draw(graph, Optional.empty(), 9)).contains(">a.example/home<");
        }
    }

    @Test
    void pageWithoutLinksIsDrawnToo() throws IOException {
        try (var store = LinkStore.open(dir)) {
            store.add(new PageLinks(Url.of("http://a.example/"), Instant.EPOCH, 200, List.of()));
            store.commit("");
        }
        try (var graph = LinkGraph.open(dir)) {
            assertThat(SiteDrawing.draw(graph, Optional.empty(), 9)).contains(">a.example/<");
        }
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    @Test
    void anEmptyGraphAndAnUnknownPageAreRefused() throws IOException {
        try (var graph = new TestGraph().open(dir, 1)) {
            assertThatThrownBy(() -> SiteDrawing.draw(graph, Optional.empty(), 9))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("no pages");
            var unknown = Optional.of(TestGraph.url("a.test/"));
            assertThatThrownBy(() -> SiteDrawing.draw(graph, unknown, 9))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not in the graph");
        }
    }

    @Test
    void withoutLinksFromOtherHostsTheShortestNameOfTheLargestHostIsFirst() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("b.test/", "b.test/1")
                        .page("a.test/long", "a.test/longer")
                        .page("a.test/longer", "a.test/long")
                        .page("a.test/longest", "a.test/longer")
                        .page("a.test/x")
                        .open(dir)) {
            assertThat(SiteDrawing.draw(graph, Optional.empty(), 9))
                    .contains("font-weight='600' fill='#222'>a.test<")
                    .contains(">a.test/long<")
                    .contains("2 of 6 URLs, 4 links");
        }
    }

    @Test
    void aPageThatOthersLinkToButThatHasNoLinksIsNotFirst() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("b.test/1", "c.test/", "a.test/")
                        .page("b.test/2", "c.test/")
                        .page("c.test/")
                        .page("a.test/", "a.test/1")
                        .open(dir)) {
            assertThat(SiteDrawing.draw(graph, Optional.empty(), 9)).contains(">a.test/<");
        }
    }

    @Test
    void textsAreEscapedAndLongOnesCutInTheMiddle() throws IOException {
        String path = "a.test/?a=1&b='" + "x".repeat(80) + "end";
        try (var graph = new TestGraph().page("a.test/", path).open(dir)) {
            var svg = SiteDrawing.draw(graph, Optional.of(TestGraph.url("a.test/")), 9);
            assertThat(svg).contains("?a=1&amp;b=").doesNotContain("1&b");
            assertThat(svg).containsPattern(">/\\?a=1&amp;b=[^<]*…x{29}end</text>");
        }
    }

    /** Sixty-four characters are the longest name that is drawn whole. */
    @Test
    void aNameOfTheLargestLengthIsNotCut() throws IOException {
        String whole = "/" + "x".repeat(63);
        String cut = "/" + "y".repeat(64);
        try (var graph =
                new TestGraph().page("a.test/", "a.test" + whole, "a.test" + cut).open(dir)) {
            var svg = SiteDrawing.draw(graph, Optional.of(TestGraph.url("a.test/")), 9);
            assertThat(svg).contains(">" + whole + "<");
            assertThat(svg).contains(">/" + "y".repeat(30) + "…" + "y".repeat(32) + "</text>");
        }
    }

    @Test
    void pagesOfOtherHostsAreDrawnWithTheirHostAndInAnotherColour() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("a.test/", "a.test/1", "b.test/2")
                        .page("b.test/2")
                        .open(dir)) {
            var svg = SiteDrawing.draw(graph, Optional.of(TestGraph.url("a.test/")), 9);
            assertThat(svg).contains(">a.test/</text>", ">/1</text>", ">b.test/2</text>");
            assertThat(count(svg, "fill='#0b6e75'><title>http://a.test/")).isEqualTo(2);
            assertThat(count(svg, "fill='#c2571a'><title>http://b.test/")).isEqualTo(1);
        }
    }

    @Test
    void linksBesideTheTreeAreArcs() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("a.test/", "a.test/1", "a.test/2")
                        .page("a.test/1", "a.test/2")
                        .page("a.test/2", "a.test/1")
                        .open(dir)) {
            var svg = SiteDrawing.draw(graph, Optional.of(TestGraph.url("a.test/")), 9);
            assertThat(count(svg, "class='arc' d=")).isEqualTo(2);
            assertThat(svg).contains("<title>/1 → /2</title>", "<title>/2 → /1</title>");
            assertThat(count(svg, "class='ring'")).isZero();
            assertThat(count(svg, "stroke='#b9c2c6'")).as("branches").isEqualTo(2);
        }
    }

    @Test
    void aPageThatNearlyAllLinkToHasARingInPlaceOfArcs() throws IOException {
        var links = new String[9];
        var pages = new TestGraph();
        for (int i = 0; i < links.length; i++) {
            links[i] = "a.test/" + i;
            pages.page("a.test/" + i, "a.test/");
        }
        try (var graph = pages.page("a.test/", links).open(dir)) {
            var svg = SiteDrawing.draw(graph, Optional.of(TestGraph.url("a.test/")), 20);
            assertThat(count(svg, "class='ring'")).isEqualTo(1);
            assertThat(count(svg, "class='arc' d=")).isZero();
            assertThat(svg).as("links to it").contains("fill='#888'>9</text>");
        }
    }

    /** A URL that is known as a picture alone has no rank; neither has anything else drawn. */
    @Test
    void aPageWithoutRankIsDrawnAsASmallCircle() throws IOException {
        try (var graph = new TestGraph().page("a.test/", "RESOURCE a.test/img").open(dir)) {
            var svg = SiteDrawing.draw(graph, Optional.of(TestGraph.url("a.test/img")), 9);
            assertThat(svg).contains("r='2.5'").doesNotContain("NaN");
        }
    }

    @Test
    void deepPagesAreNotDrawnFurtherToTheRight() throws IOException {
        var pages = new TestGraph();
        for (int i = 0; i < 15; i++) pages.page("a.test/" + i, "a.test/" + (i + 1));
        try (var graph = pages.open(dir)) {
            var svg = SiteDrawing.draw(graph, Optional.of(TestGraph.url("a.test/0")), 20);
            // 30 for the first, and 26 for each step up to the twelfth.
            assertThat(svg).contains("<circle cx='30.0'", "<circle cx='342.0'");
            assertThat(count(svg, "<circle cx='342.0'")).isEqualTo(4);
        }
    }

    /** Two pages that link to each other: every number of the picture follows from the layout. */
    @Test
    void aSmallPictureHasItsLinesAndCirclesInPlace() throws IOException {
        try (var graph =
                new TestGraph().page("a.test/", "a.test/1").page("a.test/1", "a.test/").open(dir)) {
            var svg = SiteDrawing.draw(graph, Optional.of(TestGraph.url("a.test/")), 9);
            assertThat(svg)
                    .startsWith("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 560 144'")
                    .contains("width='560' height='144'")
                    .contains("<rect width='100%' height='100%' fill='#fff'/>")
                    .contains("<style>.arc:hover")
                    .contains("<text x='16' y='66' fill='#555'>Arcs: other links.");
            assertThat(svg)
                    .as("branch")
                    .contains("d='M30.0 95.0 V110.0 Q30.0 117.0 37.0 117.0 H56.0'");
            // The longest name ends at 30 + 14 + 7 * 7.3, and 70 more are left for the numbers.
            assertThat(svg)
                    .as("arc")
                    .contains(
                            "d='M155.1 117.0 C213.6 117.0 213.6 95.0 155.1 95.0'"
                                    + " fill='none' stroke='#0b6e75'",
                            "<title>/1 → a.test/</title>");
            assertThat(svg)
                    .as("first page")
                    .contains(
                            "<circle cx='30.0' cy='95.0' r='8.0'",
                            "<text class='page' x='44.0' y='99.5' fill='#222'>a.test/</text>",
                            "<text x='149.1' y='99.0' text-anchor='end'");
            assertThat(svg)
                    .as("second page")
                    .contains(
                            "<circle cx='56.0' cy='117.0' r='8.0'",
                            "<text class='page' x='70.0' y='121.5' fill='#222'>/1</text>",
                            "<text x='149.1' y='121.0' text-anchor='end'");
        }
    }

    @Test
    void circlesGrowWithTheRootOfTheRank() throws IOException {
        try (var graph = new TestGraph().page("a.test/", "a.test/1").open(dir)) {
            var svg = SiteDrawing.draw(graph, Optional.of(TestGraph.url("a.test/")), 9);
            // The ranks are as 1 to 1.85.
            assertThat(svg).contains("cy='95.0' r='6.5'", "cy='117.0' r='8.0'");
        }
    }

    @Test
    void thePictureIsAsWideAsItsLongestNameAndItsArcs() throws IOException {
        String name = "x".repeat(61);
        for (int pages : new int[] {1, 24}) {
            var links = new String[pages];
            for (int i = 0; i < pages; i++) links[i] = "a.test/%02d".formatted(i) + name;
            try (var graph = new TestGraph().page("a.test/", links).open(dir.resolve("" + pages))) {
                var svg = SiteDrawing.draw(graph, Optional.of(TestGraph.url("a.test/")), 30);
                // Names end at 56 + 14 + 64 * 7.3, then 70, then 11 for each row, at most 220 in
                // all.
                int width = pages == 1 ? 607 + 40 + 22 : 607 + 260;
                int height = 84 + 22 * (pages + 1) + 16;
                assertThat(svg).contains("width='" + width + "' height='" + height + "'");
            }
        }
    }

    /** A page has a ring from six tenths of the others on, and only among more than five pages. */
    @ParameterizedTest
    @CsvSource({"5, 2, false", "5, 3, true", "5, 5, true", "4, 4, false"})
    void aRingNeedsEnoughLinksAndPages(int others, int linksBack, boolean hasRing)
            throws IOException {
        var links = new String[others];
        var pages = new TestGraph();
        for (int i = 0; i < others; i++) {
            links[i] = "a.test/" + i;
            if (i < linksBack) pages.page(links[i], "a.test/");
        }
        try (var graph = pages.page("a.test/", links).open(dir)) {
            var svg = SiteDrawing.draw(graph, Optional.of(TestGraph.url("a.test/")), 20);
            assertThat(count(svg, "class='ring' cx='30.0' cy='95.0' r='10.5'"))
                    .isEqualTo(hasRing ? 1 : 0);
            assertThat(count(svg, "class='ring'")).isEqualTo(hasRing ? 1 : 0);
            assertThat(count(svg, "class='arc' d=")).isEqualTo(hasRing ? 0 : linksBack);
        }
    }
}
