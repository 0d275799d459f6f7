package dev.gossamer.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class SitemapTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Sitemap read(byte[] file) {
        return Sitemap.read(file, Sitemap.MAX_BYTES);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    private static String urls(int count, String query) {
        var text = new StringBuilder("<?xml version=\"1.0\"?>\n<urlset xmlns=\"x\">\n");
        for (int i = 0; i < count; i++)
            text.append("<url><loc>http://h/").append(i).append(query).append("</loc></url>\n");
        return text + "</urlset>";
    }

    @Test
    void pagesOfASitemap() {
        var sitemap =
                read(
                        bytes(
                                """
                                \s
                                <?xml version="1.0" encoding="UTF-8"?>
                                <!-- made by hand -->
                                <s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"
                                    xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
                                  <s:url><s:loc> http://h/a?x=1&amp;y=2 </s:loc><s:lastmod>2026</s:lastmod></s:url>
                                  <s:url>
                                    <image:image><image:loc>http://h/i.png</image:loc></image:image>
                                    <s:loc><![CDATA[http://h/b]]></s:loc>
                                  </s:url>
                                </s:urlset>
                                """));
        assertThat(sitemap.locations()).containsExactly("http://h/a?x=1&y=2", "http://h/b");
        assertThat(sitemap.isIndex()).isFalse();
        assertThat(sitemap.isWhole()).isTrue();
    }

    @Test
    void anIndexNamesSitemaps() {
        var index =
                "<sitemapindex><sitemap><loc>http://h/1.xml</loc></sitemap>"
                        + "<sitemap><loc>http://h/2.xml</loc></sitemap></sitemapindex>";
        assertThat(Sitemap.isSitemap(bytes(index))).isTrue();
        assertThat(read(bytes(index)))
                .isEqualTo(new Sitemap(List.of("http://h/1.xml", "http://h/2.xml"), true, true));
    }

    @Test
    void feedsAndTexts() {
        var rss =
                """
                <rss version="2.0"><channel><link>http://h/</link>
                <item><title>t</title><link>http://h/news</link></item></channel></rss>
                """;
        var atom =
                """
                <feed xmlns="http://www.w3.org/2005/Atom"><link href="http://h/"/><entry>
                <link rel="self" href="http://h/self"/><link href="http://h/entry"/></entry></feed>
                """;
        assertThat(read(bytes(rss)).locations()).containsExactly("http://h/news");
        assertThat(read(bytes(atom)).locations()).containsExactly("http://h/entry");
        assertThat(read(bytes("\uFEFFhttp://h/1\r\n\r\nno\r\nHTTPS://h/ä \n")).locations())
                .containsExactly("http://h/1", "HTTPS://h/ä");
        assertThat(Sitemap.isSitemap(bytes(rss))).isFalse();
    }

    /** The reader of the JDK counts the entities, and would stop at URL 33,333. */
    @Test
    void aLargeSitemapWithManyEntitiesIsReadWhole() throws IOException {
        var file = bytes(urls(Sitemap.MAX_LOCATIONS, "?a=1&amp;b=2&amp;c=3&amp;d=4"));
        assertThat(read(file).locations()).hasSize(Sitemap.MAX_LOCATIONS);
        assertThat(read(file).isWhole()).isTrue();
        assertThat(read(gzip(file)).locations()).hasSize(Sitemap.MAX_LOCATIONS);
    }

    @Test
    void aPackedFileIsNotRecognisedBeforeItIsUnpacked() throws IOException {
        assertThat(Sitemap.isSitemap(gzip(bytes(urls(1, ""))))).isFalse();
    }

    @Test
    void aPrefixNeedNotBeDeclared() {
        var sitemap = read(bytes("<s:urlset><s:url><s:loc>http://h/</s:loc></s:url></s:urlset>"));
        assertThat(sitemap).isEqualTo(new Sitemap(List.of("http://h/"), false, true));
    }

    @Test
    void elementsInsideALocationAreTakenForTheirText() {
        var sitemap =
                read(
                        bytes(
                                "<urlset><url><loc>http://h/<b>1</b>/x</loc></url>"
                                        + "<url><loc>http://h/2</loc></url></urlset>"));
        assertThat(sitemap.locations()).containsExactly("http://h/1/x", "http://h/2");
    }

    @Test
    void aLocationMayBeAsLongAsTheLimitAndNoLonger() {
        var longest = "http://h/" + "x".repeat(Sitemap.MAX_LOCATION_LENGTH - "http://h/".length());
        for (var format :
                List.of(
                        "http://h/\n%s\n",
                        "<urlset><url><loc>http://h/</loc></url><url><loc>%s</loc></url></urlset>",
                        "<urlset><url><loc>http://h/</loc></url><url><loc>%s</loc></url>&")) {
            assertThat(read(bytes(format.formatted(longest))).locations())
                    .as(format)
                    .containsExactly("http://h/", longest);
            assertThat(read(bytes(format.formatted(longest + "x"))).locations())
                    .as(format)
                    .containsExactly("http://h/");
        }
    }

    @Test
    void aTextHasNoMoreLocationsThanTheProtocolAllows() {
        var lines = "http://h/\n".repeat(Sitemap.MAX_LOCATIONS + 5);
        assertThat(read(bytes(lines)).locations()).hasSize(Sitemap.MAX_LOCATIONS);
    }

    @Test
    void aFileTooShortForAUrlNamesNothing() {
        for (var file : List.of("h", "htt", "\uFEFF", "\uFEFFhtt", " ", "<"))
            assertThat(read(bytes(file)).locations()).as(file).isEmpty();
    }

    @Test
    void noMoreThanTheProtocolAllowsAreTaken() {
        assertThat(read(bytes(urls(Sitemap.MAX_LOCATIONS + 5, ""))).locations())
                .hasSize(Sitemap.MAX_LOCATIONS);
        var longLocation =
                "<urlset><url><loc>http://h/" + "x".repeat(9_000) + "</loc></url></urlset>";
        assertThat(read(bytes(longLocation)).locations()).isEmpty();
    }

    @Test
    void whatStandsBeforeATearCounts() throws IOException {
        var whole = bytes(urls(1_000, ""));
        var torn = read(Arrays.copyOf(whole, whole.length / 2));
        assertThat(torn.isWhole()).isFalse();
        assertThat(torn.locations()).hasSizeBetween(450, 550).contains("http://h/0");
        var packed = gzip(whole);
        assertThat(read(Arrays.copyOf(packed, packed.length / 2)).locations())
                .contains("http://h/0");
    }

    @Test
    void anAmpersandThatIsNotEscapedCostsNothing() {
        var sitemap =
                read(
                        bytes(
                                "<urlset><url><loc>http://h/1?a=1&b=2</loc></url>"
                                        + "<url><loc>http://h/2?a=1&amp;b=2</loc></url></urlset>"));
        assertThat(sitemap.locations()).containsExactly("http://h/1?a=1&b=2", "http://h/2?a=1&b=2");
        assertThat(sitemap.isWhole()).isFalse();
    }

    @Test
    void bombsAndOtherFilesAreRefused() throws IOException {
        var laughs =
                """
                <!DOCTYPE u [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
                <!ENTITY file SYSTEM "file:///etc/passwd">]>
                <urlset><url><loc>http://h/&b;&file;</loc></url><url><loc>http://h/2</loc></url></urlset>
                """;
        assertThat(read(bytes(laughs)).locations())
                .noneMatch(location -> location.contains("aa") || location.contains("root"));
        assertThat(read(bytes("<html><body>404</body></html>")).locations()).isEmpty();
        assertThat(read(bytes("<a>".repeat(1_000_000))).locations()).isEmpty();
        assertThat(read(gzip(new byte[200 << 20])).locations()).isEmpty();
        assertThat(read(new byte[0]).locations()).isEmpty();
    }
}
