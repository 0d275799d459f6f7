package dev.gossamer.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ContentSnifferTest {
    private static final String XHTML =
            "<?xml version=\"1.0\"?>\n<!-- a > b --><!DOCTYPE html>\n"
                    + "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><body/></html>";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static boolean isHtml(String fields, String content) throws IOException {
        var headers = Headers.of(bytes("HTTP/1.1 200 OK\r\n" + fields + "\r\n"));
        return ContentSniffer.isHtml(headers, _ -> bytes(content));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE html><p>x",
                " \r\n\t\f<!doctype HTML ><p>x",
                "<HTML>",
                "<head>",
                "<a href=x>",
                "<!-- x -->",
                "<!--",
                "<Title>x",
                "<br>",
                "<h1 class=x>"
            })
    void htmlBeginsLikeThis(String content) {
        assertThat(ContentSniffer.sniff(bytes(content))).isEqualTo("text/html");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<abbr> | text/plain",
                "<html | text/plain",
                "plain words | text/plain",
                "'' | text/plain",
                "x <html> | text/plain",
                "<?xml version='1.0'?><rss/> | text/xml",
                "%PDF-1.7 | application/pdf",
                "%!PS-Adobe-3.0 | application/postscript",
                "GIF89a | image/gif",
                "BMP | image/bmp",
                "RIFFxxxxWEBPVP8 | image/webp",
                "RIFFxxxxWAVE | audio/wave",
                "xxxxftypmp42 | video/mp4",
            })
    void otherBeginnings(String content, String type) {
        assertThat(ContentSniffer.sniff(bytes(content))).isEqualTo(type);
    }

    @Test
    void binaryIsNotText() {
        assertThat(ContentSniffer.sniff(bytes("abc\0def"))).isEqualTo("application/octet-stream");
        assertThat(ContentSniffer.sniff(bytes("abc\u001Bdef"))).isEqualTo("text/plain");
        assertThat(ContentSniffer.sniff(bytes("\u0089PNG\r\n\u001A\n"))).isEqualTo("image/png");
        assertThat(ContentSniffer.sniff(bytes("\u00FF\u00D8\u00FF\u00E0"))).isEqualTo("image/jpeg");
        assertThat(ContentSniffer.sniff(bytes("\u00EF\u00BB\u00BF<html>"))).isEqualTo("text/plain");
        assertThat(ContentSniffer.sniff(bytes("PK\3\4\0"))).isEqualTo("application/zip");
        String late = "x".repeat(ContentSniffer.MAX_BYTES) + "\0";
        assertThat(ContentSniffer.sniff(bytes(late))).isEqualTo("text/plain");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Content-Type:\r\n",
                "Content-Type: html\r\n",
                "Content-Type: unknown/unknown\r\n",
                "Content-Type: application/unknown\r\n",
                "Content-Type: */*\r\n"
            })
    void answersWithoutAUsefulTypeAreSniffed(String fields) throws IOException {
        assertThat(isHtml(fields, "<!DOCTYPE html><a href=x>")).isTrue();
        assertThat(isHtml(fields, "words")).isFalse();
        assertThat(isHtml(fields, XHTML)).isTrue();
        assertThat(isHtml(fields + "X-Content-Type-Options: NoSniff\r\n", "<html>")).isFalse();
    }

    /** The edges of the ranges of bytes that no text holds. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 0x08, 0x0B, 0x0E, 0x1A, 0x1C, 0x1F})
    void bytesThatNoTextHoldsMakeItBinary(int b) {
        assertThat(ContentSniffer.sniff(bytes("words" + (char) b)))
                .isEqualTo("application/octet-stream");
    }

    @ParameterizedTest
    @ValueSource(ints = {0x09, 0x0A, 0x0C, 0x0D, 0x1B, 0x20, 0x7F, 0x80, 0xFF})
    void otherBytesAreText(int b) {
        assertThat(ContentSniffer.sniff(bytes("words" + (char) b))).isEqualTo("text/plain");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/rss+xml", "image/svg+xml"})
    void xhtmlUnderAnotherNameIsWhatItIsNamed(String type) throws IOException {
        assertThat(isHtml("Content-Type: " + type + "\r\n", XHTML)).isFalse();
    }

    @Test
    void theFirstTagOfXhtmlMayBeCut() throws IOException {
        String cut = XHTML.substring(0, XHTML.indexOf(" lang"));
        assertThat(isHtml("Content-Type: text/xml\r\n", cut)).isTrue();
        assertThat(isHtml("Content-Type: text/xml\r\n", "\u00EF\u00BB\u00BF" + XHTML)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "text/html, true",
        "application/xhtml+xml, true",
        "text/plain, false",
        "application/octet-stream, false",
        "text/xml, false",
        "image/png, false"
    })
    void aTypeThatIsNamedIsBelieved(String type, boolean isHtml) throws IOException {
        assertThat(isHtml("Content-Type: " + type + "\r\n", "<html>")).isEqualTo(isHtml);
    }

    @Test
    void ofSeveralTypesTheLastCounts() throws IOException {
        String both = "Content-Type: text/plain\r\nContent-Type: text/html\r\n";
        assertThat(isHtml(both, "x")).isTrue();
        assertThat(isHtml("Content-Type: text/html\r\nContent-Type: text/plain\r\n", "<html>"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/xml", "application/xml; charset=utf-8"})
    void xhtmlAsXmlIsHtml(String type) throws IOException {
        String fields = "Content-Type: " + type + "\r\n";
        assertThat(isHtml(fields, XHTML)).isTrue();
        assertThat(isHtml(fields, XHTML.replace("1999/xhtml", "other"))).isFalse();
        assertThat(isHtml(fields, "<?xml version='1.0'?><rss>" + XHTML + "</rss>")).isFalse();
        assertThat(isHtml(fields, "<?xml <!-- <! ")).isFalse();
    }
}
