package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.fetch.Fault;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedRequestsTest {
    private static final NormalForm AS_WRITTEN = NormalForm.of(Set.of(), List.of());

    @TempDir Path folder = Path.of("");

    @Test
    void noMoreAreKeptThanTheLimit() throws IOException {
        var file = folder.resolve("crawl.log");
        try (var log = CrawlLog.open(file, new DiskRetry())) {
            for (int i = 0; i < 50; i++) {
                var url = Url.of("http://a.test/" + i);
                log.failed(Instant.EPOCH, Fault.CONNECT_TIMEOUT, 1, url, url, "");
            }
        }
        assertThat(FailedRequests.read(file, AS_WRITTEN, 10))
                .hasSize(10)
                .containsKey(Url.of("http://a.test/9"));
        assertThat(FailedRequests.read(file, AS_WRITTEN)).hasSize(50);
    }
}
