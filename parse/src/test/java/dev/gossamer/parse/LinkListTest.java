package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkListTest {
    private static final References BASE =
            new References(Url.of("http://a.test/dir/"), Encoding.UTF_8);

    private final LinkList list = new LinkList();

    private int add(String reference) {
        return list.add(Link.Kind.NAVIGATE, reference, "rel", 7);
    }

    @Test
    void linksKeepTheirOrderTextAndPlace() {
        assertThat(add("x")).isZero();
        assertThat(add("mailto:x")).isEqualTo(1);
        assertThat(list.add(Link.Kind.FRAME, "x", "", 9)).isEqualTo(2);
        list.setText(2, "text");
        assertThat(list.resolve(BASE))
                .containsExactly(
                        new Link(Url.of("http://a.test/dir/x"), Link.Kind.NAVIGATE, "rel", "", 7),
                        new Link(Url.of("http://a.test/dir/x"), Link.Kind.FRAME, "", "text", 9));
        list.clear();
        assertThat(list.resolve(BASE)).isEmpty();
        add("y");
        assertThat(list.resolve(BASE).getFirst().text()).isEmpty();
    }

    /** More than it has room for at first, half of them twice, some of one hash. */
    @Test
    void manyLinksAreResolvedEachToItsOwn() {
        for (int i = 0; i < 500; i++) add("p" + i % 250);
        String[] alike = {"AaAa", "BBBB", "AaBB", "BBAa"};
        for (String reference : alike) add(reference);
        var links = list.resolve(BASE);
        assertThat(links).hasSize(504);
        for (int i = 0; i < 500; i++)
            assertThat(links.get(i).target()).hasToString("http://a.test/dir/p" + i % 250);
        for (int i = 0; i < 4; i++)
            assertThat(links.get(500 + i).target()).hasToString("http://a.test/dir/" + alike[i]);
        assertThat(list.isTruncated()).isFalse();
    }

    @Test
    void linksBeyondTheLimitAreLeftOut() {
        for (int i = 0; i < ParseLimits.LINKS; i++) assertThat(add("x")).isEqualTo(i);
        assertThat(list.isTruncated()).isFalse();
        assertThat(add("x")).isEqualTo(-1);
        assertThat(list.isTruncated()).isTrue();
        assertThat(list.resolve(BASE)).hasSize(ParseLimits.LINKS);
        list.clear();
        assertThat(list.isTruncated()).isFalse();
    }

    @Test
    void aReferenceAsLongAsTheLimitIsALink() {
        int room = ParseLimits.URL_CHARS - "http://a.test/dir/".length();
        add("x".repeat(room));
        add("x".repeat(room + 1));
        add("x".repeat(ParseLimits.URL_CHARS + 1));
        assertThat(list.resolve(BASE)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "stylesheet, RESOURCE",
        "next stylesheet, RESOURCE",
        "icon, RESOURCE",
        "apple-touch-icon, RESOURCE",
        "apple-touch-icon-precomposed, RESOURCE",
        "mask-icon, RESOURCE",
        "manifest, RESOURCE",
        "preload, RESOURCE",
        "modulepreload, RESOURCE",
        "image_src, RESOURCE",
        "canonical, RELATION",
        "preconnect canonical, RELATION",
        "canonical preconnect, RELATION",
        "preconnect, ''",
        "dns-prefetch, ''",
        "dns-prefetch preconnect, ''",
        "'', ''",
    })
    void relationsMakeAKind(String rel, String kind) {
        assertThat(LinkRelation.kind(rel).map(Link.Kind::name).orElse("")).isEqualTo(kind);
    }
}
