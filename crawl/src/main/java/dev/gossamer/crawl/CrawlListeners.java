package dev.gossamer.crawl;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * All listeners of a crawl. What one of them throws is told, and the next one is called.
 *
 * @param applications where other programs hear of their requests
 */
record CrawlListeners(
        List<Consumer<? super Page>> pages,
        List<Consumer<? super Failure>> failures,
        List<Consumer<? super Status>> progress,
        Optional<ResultSink> applications) {
    CrawlListeners {
        pages = List.copyOf(pages);
        failures = List.copyOf(failures);
        progress = List.copyOf(progress);
    }

    static <T> void tell(List<Consumer<? super T>> listeners, T event, Mistakes mistakes) {
        for (var listener : listeners) {
            try {
                listener.accept(event);
            } catch (RuntimeException | LinkageError e) {
                mistakes.tell(listener.getClass().getName(), e);
            }
        }
    }
}
