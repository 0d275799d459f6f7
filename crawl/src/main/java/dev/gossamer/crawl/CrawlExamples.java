package dev.gossamer.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Some of the URLs that were not crawled, or not well, and why: up to a hundred for each reason,
 * the first and the last of them. A crawl that runs writes them down every ten seconds.
 *
 * @param errors by fault, such as {@code connect_refused}, or by status from 400 on
 * @param dropped by the rule of {@link Status#dropped}
 * @param leftOut by the rule of {@link Status#leftOut}
 */
public record CrawlExamples(
        Map<String, List<Example>> errors,
        Map<String, List<Example>> dropped,
        Map<String, List<Example>> leftOut) {
    static final CrawlExamples NONE = new CrawlExamples(Map.of(), Map.of(), Map.of());

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public CrawlExamples {
        errors = Objects.requireNonNullElse(errors, Map.of());
        dropped = Objects.requireNonNullElse(dropped, Map.of());
        leftOut = Objects.requireNonNullElse(leftOut, Map.of());
    }

    /**
     * One of them.
     *
     * @param via the page that named it; empty for a seed
     * @param detail what else is known, such as what the network said; empty if nothing is
     */
    public record Example(String url, String via, String detail) {}

    /** Reads those of the crawl in a folder; there are none where a crawl has not begun. */
    public static CrawlExamples read(Path folder) throws IOException {
        return readFile(CrawlDirectory.open(folder).examples());
    }

    static CrawlExamples readFile(Path file) throws IOException {
        if (!Files.exists(file)) return NONE;
        try {
            return JSON.readValue(Files.readAllBytes(file), CrawlExamples.class);
        } catch (JacksonException e) {
            // They are of use to people only, and come anew as the crawl goes on.
            return NONE;
        }
    }

    byte[] toJson() {
        return JSON.writeValueAsBytes(this);
    }
}
