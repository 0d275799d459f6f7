package dev.gossamer.server;

import dev.gossamer.crawl.RunningCrawls;
import java.io.IOException;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Questions to the process of a crawl. */
final class Asked {
    private Asked() {}

    /** Asks; a crawl that does not answer is a problem of its own. */
    static JsonNode of(RunningCrawls.Running running, String what, Map<String, ?> more) {
        try {
            return running.ask(what, more);
        } catch (IOException e) {
            throw new Problem(
                    Problem.Kind.CRAWL_UNREACHABLE,
                    "its process does not answer; it may have ended at this moment");
        }
    }
}
