package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.SimScope;
import dev.gossamer.url.Url;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A seed that is redirected to another host widens the scope on all nodes. */
class ScopeRootsIT {
    @TempDir Path dir = Path.of("");

    @Test
    void allNodesKnowWhereASeedWasRedirectedTo() throws Exception {
        try (var nodes = new LocalNodes(dir)) {
            var web = nodes.server.web();
            var seed = web.movedSeedUrls(1, true).getFirst();
            nodes.create(nodes.crawl(seed), false);
            nodes.start("one");
            nodes.start("two");
            nodes.awaitEnd();
            var target = Url.of(web.seedUrls(2).get(1));
            for (var name : List.of("one", "two"))
                assertThat(Files.readString(nodes.folder(name).resolve("state/roots")))
                        .as(name)
                        .contains(target.host());
            var asked = nodes.asked();
            web.truth(List.of(seed), SimScope.HOST)
                    .forEachRequired(
                            (url, _) -> {
                                var needed = Url.of(url);
                                assertThat(asked).contains(needed.host() + needed.pathAndQuery());
                            });
            assertThat(asked).hasSizeGreaterThan(10);
        }
    }
}
