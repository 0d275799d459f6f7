package dev.gossamer.server;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.derive.DerivedData;
import java.nio.file.Path;
import java.util.EnumSet;

/** The command that a server of a test starts for a crawl: a process of its own. */
final class CrawlProcess {
    private CrawlProcess() {}

    public static void main(String[] words) throws Exception {
        var folder = Path.of(words[1]);
        if (words[0].equals("index"))
            CrawlDirectory.open(folder).derive(EnumSet.allOf(DerivedData.class), _ -> {});
        else Crawl.resume(folder).steerable().run();
    }
}
