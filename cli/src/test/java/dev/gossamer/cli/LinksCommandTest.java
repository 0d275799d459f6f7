package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.links.Edge;
import dev.gossamer.links.Edge.Kind;
import dev.gossamer.links.LinkStore;
import dev.gossamer.links.PageLinks;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LinksCommandTest {
    private static final String HOME = "http://a.example/";
    private static final String NEWS = "http://a.example/news";
    private static final String GONE = "http://a.example/gone";
    private static final String LOST = "http://lost.example/";
    private static final String OTHER = "http://b.example/";

    @TempDir private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        String[] all = new String[args.length + 2];
        all[0] = "links";
        all[1] = folder.toString();
        System.arraycopy(args, 0, all, 2, args.length);
        return Main.run(all, new PrintWriter(out, true), new PrintWriter(err, true));
    }

    private JsonNode json(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 1);
        all[args.length] = "--json";
        assertThat(run(all)).as(err::toString).isZero();
        return JsonMapper.shared().readTree(out.toString());
    }

    @BeforeEach
    void crawl() throws IOException {
        Files.writeString(folder.resolve("crawl.yaml"), "seeds: [" + HOME + "]\n");
        Files.writeString(
                folder.resolve("crawl.log"),
                "2026-11-15T08:00:00Z 200 9 1 "
                        + HOME
                        + " - text/html - -\n"
                        + "2026-11-15T08:00:00Z dns 0 1 "
                        + LOST
                        + " "
                        + NEWS
                        + " - - -\n");
    }

    private void write() throws IOException {
        try (var store = LinkStore.open(folder.resolve("links"))) {
            store.add(page(HOME, 200, link(NEWS, "The news"), link(GONE, "old")));
            store.add(page(NEWS, 200, link(HOME, "Home"), link(OTHER, "b"), link(LOST, "lost")));
            store.add(page(OTHER, 200, link(NEWS, "News of \u001b[31ma")));
            store.add(page(GONE, 404));
            store.commit("1");
        }
    }

    private static Edge link(String target, String text) {
        return new Edge(Url.of(target), Kind.NAVIGATE, text);
    }

    private static PageLinks page(String source, int status, Edge... edges) {
        return new PageLinks(Url.of(source), Instant.EPOCH, status, List.of(edges));
    }

    @Test
    void withoutLinksItSaysHowToBuildThem() throws IOException {
        assertThat(run("--top", "3")).isEqualTo(2);
        assertThat(err.toString().strip())
                .contains("holds no link graph, and no archive to build it from")
                .hasLineCount(1);
        Files.createDirectories(folder.resolve("warc/cdxj"));
        Files.writeString(folder.resolve("warc/a.warc"), "");
        assertThat(run("--top", "3")).isEqualTo(2);
        assertThat(err.toString()).contains("'gossamer index " + folder + "' builds it");
    }

    @ParameterizedTest
    @CsvSource({
        "--to nonsense, not a URL: 'nonsense'",
        "--top 3 --hosts, choose one",
        "--top -1, --top is -1",
        "--top 0, --top is 0",
        "--hosts --limit 0, --limit is 0",
        "--hosts --limit -1, --limit is -1",
        "--top 3 --by size, --by",
        "--path http://a.example/, --path",
        "--svg /no/such/folder/x.svg, cannot write",
        "--svg x.svg --from http://nowhere.example/, not fetched",
    })
    void mistakesGetOneLine(String line, String told) throws IOException {
        write();
        assertThat(run(line.split(" "))).as(out::toString).isEqualTo(2);
        assertThat(err.toString()).contains(told).startsWith("gossamer: ");
        assertThat(err.toString().strip().lines()).hasSize(1);
    }

    @Test
    void linksToAPageComeWithWordsAndCounts() throws IOException {
        write();
        assertThat(run("--to", NEWS)).isZero();
        assertThat(out.toString())
                .contains("2 links to it", "1 × \"The news\"", HOME, OTHER)
                .doesNotContain("\u001b");
        out.getBuffer().setLength(0);
        var json = json("--to", NEWS);
        assertThat(json.get("links").asInt()).isEqualTo(2);
        assertThat(json.get("from").get(0).get("url").asString()).isEqualTo(OTHER);
    }

    @Test
    void nothingIsSaidOfAPageThatNobodyKnows() throws IOException {
        write();
        assertThat(run("--to", "http://unheard.example/")).isZero();
        assertThat(out.toString()).contains("nothing links to it, and it was not fetched");
    }

    @Test
    void linksFromAPageComeWithItsStatus() throws IOException {
        write();
        var json = json("--from", HOME);
        assertThat(json.get("status").asInt()).isEqualTo(200);
        assertThat(json.get("to")).hasSize(2);
    }

    @Test
    void topIsByLinksFromOtherHostsOrByPageRank() throws IOException {
        write();
        assertThat(json("--top", "1").get("top").get(0).get("url").asString()).isEqualTo(NEWS);
        out.getBuffer().setLength(0);
        var ranked = json("--top", "2", "--by", "pagerank").get("top");
        assertThat(ranked.get(0).get("rank").asDouble())
                .isGreaterThan(ranked.get(1).get("rank").asDouble());
    }

    /** Other hosts link to none of its pages. */
    private void writeSingleSite() throws IOException {
        try (var store = LinkStore.open(folder.resolve("links"))) {
            store.add(page(HOME, 200, link(NEWS, "The news"), link(OTHER, "b"), link(LOST, "l")));
            store.add(page(NEWS, 200, link(HOME, "Home"), link(OTHER, "b")));
            store.add(page("http://a.example/x", 200, link(NEWS, "The news")));
            store.commit("1");
        }
    }

    @Test
    void topOfASingleSiteIsByPageRank() throws IOException {
        writeSingleSite();
        assertThat(run("--top", "2")).isZero();
        assertThat(out.toString()).contains("rank %", NEWS);
        out.getBuffer().setLength(0);
        assertThat(run("--top", "2", "--by", "links")).isZero();
        assertThat(out.toString()).contains(OTHER, "none of them was fetched");
    }

    @Test
    void hostsThatWereCrawledComeFirst() throws IOException {
        writeSingleSite();
        assertThat(json("--hosts").get("hosts").get(0).get("host").asString())
                .isEqualTo("a.example");
    }

    @Test
    void aPictureBeginsAtTheSeed() throws IOException {
        writeSingleSite();
        String seed = "http://a.example/x";
        Files.writeString(folder.resolve("crawl.yaml"), "seeds: [" + seed + "]\n");
        var own = folder.resolve("own.svg");
        var from = folder.resolve("from.svg");
        assertThat(run("--svg", own.toString())).isZero();
        assertThat(run("--svg", from.toString(), "--from", seed)).isZero();
        assertThat(Files.readString(own)).isEqualTo(Files.readString(from));
    }

    @Test
    void deadLinksIncludeFaultsOfTheLog() throws IOException {
        write();
        assertThat(run("--dead")).isZero();
        assertThat(out.toString())
                .contains("404  " + GONE, "in " + HOME + "  \"old\"", "dns  " + LOST, "in " + NEWS);
    }

    @Test
    void pathHostsAndPictureAreThere() throws IOException {
        write();
        assertThat(json("--path", HOME, LOST).get("links").asInt()).isEqualTo(2);
        out.getBuffer().setLength(0);
        assertThat(json("--hosts").get("links").get(0).get("from").asString()).isNotEmpty();
        var svg = folder.resolve("site.svg");
        assertThat(run("--svg", svg.toString())).isZero();
        assertThat(Files.readString(svg)).startsWith("<svg").contains("a.example");
    }
}
