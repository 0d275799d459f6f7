package dev.gossamer.crawl;

import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.url.Url;
import org.jspecify.annotations.Nullable;

/**
 * Asks the filters once more when a URL's turn has come: they may be others than those that let it
 * into the queue, as options given to a resume hold for what is queued too.
 */
final class Forbidden {
    private final CrawlContext crawl;

    Forbidden(CrawlContext crawl) {
        this.crawl = crawl;
    }

    boolean isForbidden(Task.Fetch fetch) {
        Url now = now(fetch);
        return now == null || !now.equals(fetch.url());
    }

    /** A URL that the filters now write in another way is taken in anew in that form. */
    Finished refused(Task.Fetch fetch) {
        Url other = now(fetch);
        if (other == null) return Finished.without(fetch, new Result.Refused());
        int priority = crawl.strategy().priority(other, found(fetch));
        var rewritten = LinkPicker.discovered(other, found(fetch), priority, FoundBy.FILTER);
        var finished = Finished.without(fetch, new Result.Refused());
        finished.picked().discovered().add(rewritten);
        return finished;
    }

    /** The URL as the filters let it pass now; null if they do not. */
    private @Nullable Url now(Task.Fetch fetch) {
        var limits = crawl.options().limits();
        if (fetch.depth() > limits.maxDepth()) return null;
        if (fetch.redirects() > limits.maxRedirects()) return null;
        try {
            return crawl.pipeline().apply(fetch.url(), found(fetch));
        } catch (RuntimeException | LinkageError e) {
            // A filter of the user's that fails now let it pass before.
            crawl.mistakes().tell(fetch, e);
            return fetch.url();
        }
    }

    private static Found found(Task.Fetch fetch) {
        return new Found(fetch.via(), fetch.depth(), fetch.redirects());
    }
}
