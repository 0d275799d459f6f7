package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The filters of a crawl in their order. */
record Pipeline(List<Step> steps) implements UrlFilter {
    /**
     * @param name as in the configuration, so that a dropped URL can be told by whom
     */
    record Step(String name, UrlFilter filter) {}

    Pipeline {
        steps = List.copyOf(steps);
    }

    @Override
    public @Nullable Url apply(Url url, Found found) {
        Url now = url;
        for (int i = 0; i < steps.size(); i++) {
            now = steps.get(i).filter().apply(now, found);
            if (now == null) return null;
        }
        return now;
    }

    /** The name of the first filter that drops the URL; empty when it passes. */
    String firstToDrop(Url url, Found found) {
        Url now = url;
        for (var step : steps) {
            now = step.filter().apply(now, found);
            if (now == null) return step.name();
        }
        return "";
    }
}
