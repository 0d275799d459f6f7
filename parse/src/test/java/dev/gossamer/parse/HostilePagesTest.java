package dev.gossamer.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.url.Url;
import java.lang.management.ManagementFactory;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostilePagesTest {
    private static final Url PAGE = Url.of("http://example.org/");
    private static final int SIZE = 500_000;

    /** Work that grows with the square of the size would take 16 times as long. */
    private static final double TOO_MUCH_FOR_FOUR_TIMES_THE_SIZE = 11;

    private final HtmlParser parser = new HtmlParser(EnumSet.allOf(Want.class));

    private ParsedPage parse(String html) {
        return parser.parse(PAGE, "text/html;charset=utf-8", html.getBytes(UTF_8));
    }

    /** {@code start|again and again}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a |x=y ",
                "<a |x",
                "<a href=\"|x",
                "<a href='|&amp;",
                "<a |href ",
                "|<a href=x ",
                "|<div>",
                "|<a href=x>",
                "|</div>",
                "|<",
                "|</",
                "|<!",
                "|<!--",
                "<!--|->",
                "<!--|--!",
                "|<!-->",
                "|<?",
                "|\0",
                "|&",
                "|&amp",
                "|&#",
                "|&#x110000",
                "&#|9",
                "&|a",
                "|>",
                "|\r",
                "<script>|<!--<script",
                "<script>|</script",
                "<script><!--|</script ",
                "<style>|</styl",
                "<textarea>|</textarea",
                "<title>|&lt;",
                "|<title>",
                "|<svg>",
                "<svg>|<g>",
                "<svg>|<title>",
                "<svg>|</x>",
                "|<svg><p>",
                "<svg>|<![CDATA[",
                "<svg><![CDATA[|]",
                "|<template>",
                "|</template>",
                "<plaintext>|<a>",
                "|<h1>",
                "<a href=x>|y ",
                "<img srcset='|a,",
                "<img srcset='|(",
                "|<img srcset=a,b>",
                "|<base href=x>",
                "|<meta http-equiv=refresh content='0;url=x'>",
                "|<meta charset=gbk>",
                "|<link rel='a b' href=x>",
                "|<!doctype",
                "<a href=|%20",
                "|<math><mi>",
                "<a href='|?&#233;",
                "|=",
                "|\"",
                "<a \"|=\"",
            })
    void timeIsLinearInTheSizeOfThePage(String pattern) {
        String start = pattern.substring(0, pattern.indexOf('|'));
        String piece = pattern.substring(pattern.indexOf('|') + 1);
        String small = start + piece.repeat(SIZE / 4 / piece.length());
        String large = start + piece.repeat(SIZE / piece.length());
        assertThat(parse(large)).isNotNull();
        double ratio = Double.MAX_VALUE;
        // The best of some tries: other work on the machine and compilation only ever add.
        for (int i = 0; i < 6 && ratio > TOO_MUCH_FOR_FOUR_TIMES_THE_SIZE; i++) {
            long smallNanos = cpuNanos(small);
            ratio = (double) cpuNanos(large) / smallNanos;
        }
        assertThat(ratio).isLessThan(TOO_MUCH_FOR_FOUR_TIMES_THE_SIZE);
    }

    private long cpuNanos(String html) {
        byte[] body = html.getBytes(UTF_8);
        var threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        parser.parse(PAGE, "text/html;charset=utf-8", body);
        return threads.getCurrentThreadCpuTime() - start;
    }

    @Test
    void aMillionAttributesAreOneTag() {
        var page = parse("<a " + "x=y ".repeat(1_000_000) + "href=/found>text</a>");
        assertThat(page.links().getFirst().target()).isEqualTo(Url.of("http://example.org/found"));
    }

    @Test
    void linksBeyondTheLimitAreLeftOut() {
        var page = parse("<a href=x>".repeat(ParseLimits.LINKS + 1));
        assertThat(page.links()).hasSize(ParseLimits.LINKS);
        assertThat(page.isTruncated()).isTrue();
        assertThat(parse("<a href=x>").isTruncated()).isFalse();
    }

    @Test
    void aValueBeyondTheLimitIsEmpty() {
        String title = "x".repeat(ParseLimits.ATTRIBUTE_BYTES + 1);
        var page = parse("<img src=/a alt='" + title + "'>");
        assertThat(page.links().getFirst().text()).isEmpty();
        assertThat(page.isTruncated()).isTrue();
    }

    @Test
    void aUrlBeyondTheLimitIsNoLink() {
        int most = ParseLimits.URL_CHARS - PAGE.toString().length();
        assertThat(parse("<a href=" + "x".repeat(most) + ">").links()).hasSize(1);
        assertThat(parse("<a href=" + "x".repeat(most + 1) + ">").links()).isEmpty();
    }

    @Test
    void aLongBaseDoesNotMultiply() {
        String base = "<base href=/" + "x".repeat(ParseLimits.URL_CHARS - 100) + "/>";
        var html = new StringBuilder(base);
        for (int i = 0; i < ParseLimits.LINKS; i++) html.append("<a href=").append(i).append('>');
        var page = parse(html.toString());
        int chars = page.links().stream().mapToInt(l -> l.target().toString().length()).sum();
        assertThat(chars).isLessThanOrEqualTo(ParseLimits.ALL_URL_CHARS);
        assertThat(page.links()).hasSizeGreaterThan(1000);
        assertThat(page.isTruncated()).isTrue();
    }

    @Test
    void oneReferenceIsResolvedOnce() {
        var links = parse("<a href=x><a href=y><a href=x>").links();
        assertThat(links.get(2).target()).isSameAs(links.get(0).target());
        assertThat(links.get(1).target()).isNotEqualTo(links.get(0).target());
    }

    @Test
    void referencesThatHashAlikeAreAllFound() {
        var html = new StringBuilder();
        for (int i = 0; i < 4096; i++) {
            html.append("<a href='");
            for (int bit = 0; bit < 12; bit++) html.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            html.append("'>");
        }
        assertThat(parse(html.toString()).links()).extracting(Link::target).doesNotHaveDuplicates();
    }

    @Test
    void textsAreCutAtTheirLimits() {
        String word = "word ".repeat(ParseLimits.TEXT_CHARS / 5 + 10);
        var page =
                parse(
                        "<title>%s</title><meta name=description content='%s'><h1>%s</h1><a href=x>%s"
                                .formatted(word, "word ".repeat(2000), word, word));
        assertThat(page.title().length())
                .isBetween(ParseLimits.TITLE_CHARS - 5, ParseLimits.TITLE_CHARS);
        assertThat(page.facts().description().length())
                .isBetween(ParseLimits.DESCRIPTION_CHARS - 5, ParseLimits.DESCRIPTION_CHARS);
        assertThat(page.facts().headings().getFirst().text().length())
                .isBetween(ParseLimits.HEADING_CHARS - 5, ParseLimits.HEADING_CHARS);
        assertThat(page.links().getFirst().text().length())
                .isBetween(ParseLimits.ANCHOR_CHARS - 5, ParseLimits.ANCHOR_CHARS);
        assertThat(page.text().length())
                .isBetween(ParseLimits.TEXT_CHARS - 5, ParseLimits.TEXT_CHARS);
        assertThat(page.isTruncated()).isTrue();
    }

    @Test
    void aBreakAfterTheCutChangesNothing() {
        String most = "x".repeat(ParseLimits.HEADING_CHARS);
        var page = parse("<h1>" + most + "<br>y<p>z</h1>");
        assertThat(page.facts().headings().getFirst().text()).isEqualTo(most);
        var text = new CollapsedText(4);
        text.append("abcd");
        text.breakLine();
        text.append("e");
        text.breakLine();
        assertThat(text).hasToString("abcd");
    }

    @Test
    void aCutLeavesNoHalfCharacter() {
        String smiles = "😀".repeat(ParseLimits.TITLE_CHARS);
        assertThat(parse("<title>x" + smiles + "</title>").title()).endsWith("😀");
    }

    @Test
    void headingsBeyondTheLimitAreLeftOut() {
        var page = parse("<h1>x</h1>".repeat(ParseLimits.HEADINGS + 1));
        assertThat(page.facts().headings()).hasSize(ParseLimits.HEADINGS);
        assertThat(page.isTruncated()).isTrue();
    }

    @Test
    void anyBytesInAnyEncodingAreAPage() {
        byte[] all = new byte[65536 * 2];
        for (int i = 0; i < 65536; i++) {
            all[2 * i] = (byte) (i >> 8);
            all[2 * i + 1] = (byte) i;
        }
        for (Encoding encoding : Encoding.values()) {
            String type = "text/html;charset=" + encoding.standardName();
            assertThat(parser.parse(PAGE, type, all).charset()).isNotEmpty();
        }
    }
}
