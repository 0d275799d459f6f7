package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.CrawlOptions.NearDuplicatePages;
import dev.gossamer.url.Url;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownTextsAfterAKillTest {
    private static final Url PAGE = Url.of("http://a.test/page");
    private static final Url OTHER = Url.of("http://a.test/other");

    @TempDir Path folder;

    /** Its answer was in the log when the process was killed, its links were not in the journal. */
    @Test
    void aPageThatIsFetchedAgainAfterAKillIsNoCopyOfItself() throws Exception {
        var text = "The quick brown fox jumps over the lazy dog and runs far away. ".repeat(20);
        var first = CrawlRun.texts(NearDuplicatePages.DROP, folder.resolve("none"));
        var similarity = first.look(PAGE, text);
        assertThat(similarity.isNear()).isFalse();
        Path file = folder.resolve("crawl.log");
        try (var log = CrawlLog.open(file, new DiskRetry())) {
            log.write(
                    new CrawlLog.Line(
                            Instant.EPOCH, "200", 1, 1, PAGE, PAGE, "", "", similarity.note()));
        }
        var again = CrawlRun.texts(NearDuplicatePages.DROP, file);
        assertThat(again.look(PAGE, text).isNear()).isFalse();
        assertThat(again.look(OTHER, text).isNear()).isTrue();
    }
}
