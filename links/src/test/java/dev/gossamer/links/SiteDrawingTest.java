package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;

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
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
}
