package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.RobotsDirectives;
import dev.gossamer.http.MediaType;
import dev.gossamer.url.Url;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadersTest {
    private static final Url PAGE = Url.of("http://example.org/dir/page");

    @Test
    void linkHeadersAreLinks() {
        var links =
                LinkHeader.parse(
                        PAGE,
                        "<next>; rel=next, </a,b;c>; title=\"x, \\\"y\\\"\" ; REL=\"Canonical  foo\","
                                + "</s.css>; rel=stylesheet; rel=next");
        assertThat(links)
                .containsExactly(
                        new Link(
                                Url.of("http://example.org/dir/next"),
                                Link.Kind.RELATION,
                                "next",
                                "",
                                0),
                        new Link(
                                Url.of("http://example.org/a,b;c"),
                                Link.Kind.RELATION,
                                "canonical foo",
                                "x, \"y\"",
                                0),
                        new Link(
                                Url.of("http://example.org/s.css"),
                                Link.Kind.RESOURCE,
                                "stylesheet",
                                "",
                                0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''",
                "<",
                "<x",
                "x>; rel=next",
                "<x>",
                "<x>; rel",
                "<x>; rel=",
                "<x>;;;=",
                "<x>; rel=next; anchor=\"#y\"",
                "<x>; rel=\"",
                "<mailto:x>; rel=next",
                "<x>; rel=preconnect",
                "<x>; title=\"; rel=next",
                "<x>, rel=next",
                "<x> rel=next",
                "<x>; xrel=next",
                "<http://[x>; rel=next"
            })
    void brokenLinkHeadersAreNoLinks(String value) {
        assertThat(LinkHeader.parse(PAGE, value)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<x>;rel=next                          | http://example.org/dir/x next",
                "<x> ; rel = next                      | http://example.org/dir/x next",
                "<x>; rel=\"next                       | http://example.org/dir/x next",
                "<x>; rel=\"\\n\\e\\xt\"              | http://example.org/dir/x next",
                "<x>; a; rel=next                      | http://example.org/dir/x next",
                "<x>; a=b; rel=next; rel=prev          | http://example.org/dir/x next",
                "<x>; rel=\t next                      | http://example.org/dir/x next",
                "y, <x>; rel=next                      | http://example.org/dir/x next",
                "<y, <x>; rel=next                     | http://example.org/dir/y,%20%3Cx next",
                "<x>; rel=\"next\\                     | http://example.org/dir/x next\\",
                "<x,>; rel=next                        | http://example.org/dir/x, next",
                "<x>; title=\"a,\"; rel=next           | http://example.org/dir/x next",
                "<>; rel=next                          | http://example.org/dir/page next",
            })
    void oddLinkHeadersAreLinksAllTheSame(String value, String link) {
        assertThat(LinkHeader.parse(PAGE, value))
                .extracting(each -> each.target() + " " + each.rel())
                .containsExactly(link);
    }

    @Test
    void linkHeadersAreReadToTheLimit() {
        String many = "<x>;rel=next,".repeat(ParseLimits.LINKS + 1);
        assertThat(LinkHeader.parse(PAGE, many)).hasSize(ParseLimits.LINKS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "noindex | true false false",
                "NOINDEX, NoFollow | true true false",
                "none | true true false",
                "noarchive | false false true",
                "gossamer: noindex | true false false",
                "other: noindex | false false false",
                "other: noindex, gossamer: nofollow, noarchive | false true true",
                "noindex, other: nofollow | true false false",
                "unavailable_after: 25 Jun 2010 15:00:00 PST, noindex | true false false",
                "max-snippet: 5, nofollow | false true false",
                "all | false false false",
                "'' | false false false",
                ", : ,;: | false false false",
            })
    void robotsTagSpeaksToUsOrToOthers(String value, String expected) {
        var directives = RobotsDirectives.ofHeader(value, "gossamer");
        assertThat(
                        directives.noindex()
                                + " "
                                + directives.nofollow()
                                + " "
                                + directives.noarchive())
                .isEqualTo(expected);
    }

    @Test
    void theStricterOfHeaderAndPageWins() {
        var merged =
                RobotsDirectives.ofMeta("nofollow")
                        .and(RobotsDirectives.ofHeader("noindex", "gossamer"));
        assertThat(merged).isEqualTo(new RobotsDirectives(true, true, false));
    }

    @Test
    void htmlIsRecognisedByItsType() {
        assertThat(MediaType.parse("Text/HTML; x").orElseThrow().isHtml()).isTrue();
        assertThat(MediaType.parse("application/pdf").orElseThrow().isHtml()).isFalse();
    }
}
