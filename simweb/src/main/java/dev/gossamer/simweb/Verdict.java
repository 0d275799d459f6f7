package dev.gossamer.simweb;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What {@link Judge} found. Empty findings are a complete and polite crawl. */
public final class Verdict {
    /** What a crawl can do wrong. */
    public enum Finding {
        /** Due, and not fetched (or, where no attempt can succeed, not tried). */
        MISSED,
        /** Asked for again after a final answer, or more often than any retry needs. */
        REPEATED,
        /** Forbidden by robots.txt, or asked for before robots.txt was answered. */
        FORBIDDEN,
        /** Out of scope, or nothing links there. */
        STRANGE,
        /** Sooner after the last answer of the host than its delay. */
        TOO_SOON_FOR_HOST,
        /** Sooner after the last answer of the address than the delay. */
        TOO_SOON_FOR_ADDRESS,
        /** Sooner than the Retry-After of the last answer of the origin. */
        TOO_SOON_AFTER_REFUSAL,
        /** More requests under way to one host or address than connections are allowed. */
        TOO_MANY_REQUESTS,
        /** More connections open to one address than allowed. */
        TOO_MANY_CONNECTIONS,
        /** The log was full, so the rest is unknown. */
        LOG_FULL
    }

    private static final int EXAMPLES = 5;

    private final Map<Finding, Long> counts = new EnumMap<>(Finding.class);
    private final Map<Finding, List<String>> examples = new EnumMap<>(Finding.class);
    private long requests;
    private long fetched;
    private long required;

    Verdict() {}

    void add(Finding finding, String example) {
        counts.merge(finding, 1L, Long::sum);
        List<String> some = examples.computeIfAbsent(finding, _ -> new ArrayList<>());
        if (some.size() < EXAMPLES) some.add(example);
    }

    void totals(long requests, long fetched, long required) {
        this.requests = requests;
        this.fetched = fetched;
        this.required = required;
    }

    public boolean isClean() {
        return counts.isEmpty();
    }

    public long count(Finding finding) {
        return counts.getOrDefault(finding, 0L);
    }

    /** The first few, spelled out. */
    public List<String> examples(Finding finding) {
        return List.copyOf(examples.getOrDefault(finding, List.of()));
    }

    public long requests() {
        return requests;
    }

    /** Required URLs that were dealt with. */
    public long fetched() {
        return fetched;
    }

    public long required() {
        return required;
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        text.append(requests)
                .append(" requests; ")
                .append(fetched)
                .append(" of ")
                .append(required)
                .append(" URLs dealt with; ");
        text.append(isClean() ? "nothing wrong\n" : "wrong:\n");
        counts.forEach(
                (finding, count) -> {
                    text.append("  ").append(finding).append(": ").append(count).append('\n');
                    examples(finding)
                            .forEach(example -> text.append("    ").append(example).append('\n'));
                });
        return text.toString();
    }
}
