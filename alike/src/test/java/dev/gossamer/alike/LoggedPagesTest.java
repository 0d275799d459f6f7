package dev.gossamer.alike;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.store.PayloadDigest;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Copies and duplicates among the pages of a log. */
class LoggedPagesTest {
    private static final Duplicates.Counts COUNTS = new Duplicates.Counts(9, 8, 7);

    private final List<LoggedPages.Page> pages = new ArrayList<>();
    private final LoggedPages log = pages::forEach;

    /**
     * @param content a number for the payload; 0 where its digest is not known
     * @param like the simhash of the page before; 0 for none
     */
    private void page(String path, int content, long simhash, long like) {
        byte[] sha1 = new byte[20];
        sha1[7] = (byte) content;
        var digest =
                content == 0
                        ? Optional.<PayloadDigest>empty()
                        : Optional.of(new PayloadDigest(sha1));
        var before = like == 0 ? OptionalLong.empty() : OptionalLong.of(like);
        pages.add(new LoggedPages.Page(url(path), digest, new Similarity(simhash, before)));
    }

    private static Url url(String path) {
        return Url.of("http://a.test" + path);
    }

    private Copies copies(String path) throws IOException {
        return Copies.of(log, url(path));
    }

    @Test
    void pagesWithTheSamePayloadAreCopiesOfEachOther() throws IOException {
        page("/1", 5, 0, 0);
        page("/2", 5, 0, 0);
        page("/3", 6, 0, 0);
        page("/4", 5, 0, 0);
        assertThat(copies("/2").same()).containsExactly("http://a.test/1", "http://a.test/4");
        assertThat(copies("/3").same()).isEmpty();
    }

    @Test
    void unknownPayloadsAreNotTheSame() throws IOException {
        page("/1", 0, 0, 0);
        page("/2", 0, 0, 0);
        assertThat(copies("/1").same()).isEmpty();
    }

    @Test
    void nearTextsNameTheFirstAndTheFirstNamesThem() throws IOException {
        page("/first", 1, 70, 0);
        page("/near", 2, 71, 70);
        page("/nearer", 3, 72, 70);
        page("/other", 4, 900, 0);
        assertThat(copies("/near").isNear()).isTrue();
        assertThat(copies("/near").like()).contains("http://a.test/first");
        assertThat(copies("/near").near()).isEmpty();
        assertThat(copies("/first").isNear()).isFalse();
        assertThat(copies("/first").like()).isEmpty();
        assertThat(copies("/first").near())
                .containsExactly("http://a.test/near", "http://a.test/nearer");
        assertThat(copies("/other").near()).isEmpty();
    }

    @Test
    void theNewestCaptureOfAUrlCounts() throws IOException {
        page("/1", 5, 0, 0);
        page("/2", 5, 0, 0);
        page("/1", 6, 0, 0);
        page("/3", 6, 0, 0);
        assertThat(copies("/1").same()).containsExactly("http://a.test/3");
    }

    @Test
    void aPageThatWasNotFetchedHasNoCopies() throws IOException {
        page("/1", 5, 0, 0);
        assertThat(copies("/none"))
                .isEqualTo(new Copies(false, Set.of(), Optional.empty(), Set.of()));
    }

    @Test
    void nearDuplicatesAreNamedWithTheFirstOfTheirKind() throws IOException {
        page("/first", 1, 70, 0);
        page("/near", 2, 71, 70);
        page("/lost", 3, 72, 999);
        var found = Duplicates.of(COUNTS, log);
        assertThat(found.near())
                .containsExactly(
                        new Duplicates.Near("http://a.test/near", "http://a.test/first"),
                        new Duplicates.Near("http://a.test/lost", ""));
        assertThat(List.of(found.pages(), found.duplicates(), found.nearDuplicates()))
                .containsExactly(9L, 8L, 7L);
    }

    @Test
    void mirrorsAreHostsWithTheSamePayloads() throws IOException {
        for (int content = 1; content < 20; content++) {
            byte[] sha1 = new byte[20];
            sha1[7] = (byte) content;
            for (String host : List.of("a", "b")) {
                pages.add(
                        new LoggedPages.Page(
                                Url.of("http://" + host + ".test/" + content),
                                Optional.of(new PayloadDigest(sha1)),
                                Similarity.UNKNOWN));
            }
        }
        assertThat(Duplicates.of(COUNTS, log).mirrors())
                .extracting(mirror -> mirror.host() + " " + mirror.other())
                .containsExactly("a.test b.test");
    }

    @Test
    void noMoreNearDuplicatesAreNamedThanTheLimit() throws IOException {
        page("/first", 0, 70, 0);
        for (int i = 0; i < Duplicates.MAX_NAMED + 5; i++) page("/" + i, 0, 71, 70);
        assertThat(Duplicates.of(COUNTS, log).near()).hasSize(Duplicates.MAX_NAMED);
        assertThat(copies("/first").near()).hasSize(Copies.MAX_COUNTED);
    }
}
