package dev.gossamer.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HeapShareTest {
    private static final long MEGABYTE = 1 << 20;
    private static final Path PAGE = Path.of("../docs/memory.md");

    @ParameterizedTest
    @EnumSource(HeapShare.class)
    void aShareGrowsWithTheHeapAndStaysWithinIt(HeapShare share) {
        long before = 0;
        for (long heap = 64 * MEGABYTE; heap <= 65_536 * MEGABYTE; heap *= 2) {
            assertThat(share.of(heap)).isGreaterThanOrEqualTo(before).isLessThan(heap);
            before = share.of(heap);
        }
    }

    @Test
    void boundsHoldForEveryHeap() {
        assertThat(HeapShare.LINKS_OF_A_PAGE.of(MEGABYTE)).isEqualTo(1_000);
        assertThat(HeapShare.LINKS_OF_A_PAGE.of(160 * MEGABYTE)).isEqualTo(10_240);
        assertThat(HeapShare.LINKS_OF_A_PAGE.of(65_536 * MEGABYTE)).isEqualTo(50_000);
        assertThat(HeapShare.RANKS.of(400 * MEGABYTE)).isEqualTo(100 * MEGABYTE);
        assertThat(HeapShare.CONTENT.of(32 * MEGABYTE)).isEqualTo(MEGABYTE);
    }

    @Test
    void whatIsCountedByAnIntIsNeverNegative() {
        assertThat(HeapShare.QUEUES.count()).isPositive();
        assertThat(HeapShare.BODIES.here())
                .isEqualTo(HeapShare.BODIES.of(Runtime.getRuntime().maxMemory()));
    }

    /**
     * What a crawl holds for long at the same time, in bytes, leaves a half for everything else.
     */
    @Test
    void allSharesOfACrawlFitTogether() {
        long heap = 256 * MEGABYTE;
        long bytes =
                HeapShare.BODIES.of(heap)
                        + HeapShare.QUEUES.of(heap)
                        + HeapShare.RULES.of(heap)
                        + HeapShare.SEEN_CACHE.of(heap)
                        + HeapShare.SEEN.of(heap) * 30
                        + HeapShare.HOSTS.of(heap) * 3 * 1024;
        assertThat(bytes).isLessThan(heap * 2 / 3);
    }

    /** Prints the table with {@code -Dmemory.docs=write}. */
    @Test
    void thePageHasTheTable() throws IOException {
        var table =
                new StringBuilder(
                        "| share | unit | bytes of heap for each | 128 MB | 2 GB |\n|---|---|---|---|---|\n");
        for (var share : HeapShare.values()) {
            table.append(
                    "| `%s` | %s | %,d | %,d | %,d |\n"
                            .formatted(
                                    share.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                                    share.unit(),
                                    share.heapBytesEach(),
                                    share.of(128 * MEGABYTE),
                                    share.of(2048 * MEGABYTE)));
        }
        String page = Files.readString(PAGE);
        int from = page.indexOf("| share |");
        int to = page.indexOf("\n\n", from);
        assertThat(Stream.of(from, to)).allMatch(at -> at >= 0);
        if ("write".equals(System.getProperty("memory.docs")))
            Files.writeString(PAGE, page.substring(0, from) + table + page.substring(to + 1));
        else assertThat(page.substring(from, to + 1)).isEqualTo(table.toString());
    }
}
