package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a crawl in their order.
 *
 * <p>A URL that a filter changed is looked at by all of them again, until none changes it:
 * otherwise one that is changed late passes filters that would have dropped it. So what passed
 * passes again unchanged, which a resumed crawl relies on when it looks at its queue with other
 * filters.
 */
record Pipeline(List<Step> steps) implements UrlFilter {
    /** Filters that still change a URL after this many rounds undo each other's work. */
    static final int MAX_ROUNDS = 10;

    /**
     * @param name as in the configuration, so that a dropped URL can be told by whom
     */
    record Step(String name, UrlFilter filter) {}

    Pipeline {
        steps = List.copyOf(steps);
    }

    /** Null also for a URL on which the filters cannot agree. */
    @Override
    public @Nullable Url apply(Url url, Found found) {
        Url now = url;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Url before = now;
            for (int i = 0; i < steps.size(); i++) {
                now = steps.get(i).filter().apply(now, found);
                if (now == null) return null;
            }
            if (now.equals(before)) return now;
        }
        return null;
    }

    boolean hasStep(String name) {
        return steps.stream().anyMatch(step -> step.name().equals(name));
    }

    /** Filters that say where a user never wants to go, wherever a URL comes from. */
    private static final Set<String> FORBIDDING = Set.of("scheme", "exclude", "bad-hosts");

    /** Returns the name of a filter that forbids to ask for this URL at all; empty if none does. */
    String firstToForbid(Url url) {
        var found = Found.seed(url);
        for (var step : steps)
            if (FORBIDDING.contains(step.name()) && step.filter().apply(url, found) == null)
                return step.name();
        return "";
    }

    /** Returns the name of the first filter that changes a URL which passes; empty if none does. */
    String firstToChange(Url url, Found found) {
        for (var step : steps) {
            Url after = step.filter().apply(url, found);
            if (after == null || !after.equals(url)) return step.name();
        }
        return "";
    }

    /**
     * Returns the name of the first filter that drops the URL; empty when it passes. For a URL on
     * which the filters cannot agree it is the last one that changed it.
     */
    String firstToDrop(Url url, Found found) {
        Url now = url;
        String last = "";
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Url before = now;
            for (var step : steps) {
                Url after = step.filter().apply(now, found);
                if (after == null) return step.name();
                if (!after.equals(now)) last = step.name();
                now = after;
            }
            if (now.equals(before)) return "";
        }
        return last;
    }
}
