package dev.gossamer.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A crawl that nobody runs, as {@link Control} needs it: what is changed holds when it goes on. */
final class SteeredFolder implements Control.Steered {
    private final CrawlDirectory directory;

    SteeredFolder(Path folder) {
        directory = CrawlDirectory.open(folder);
    }

    @Override
    public boolean isRunning() {
        return false;
    }

    @Override
    public CrawlOptions options() throws IOException {
        return CrawlOptions.load(directory.configuration());
    }

    @Override
    public CrawlDirectory directory() {
        return directory;
    }

    @Override
    public Status status() throws IOException {
        return directory.status();
    }

    /** Filters see a seed when the crawl goes on. */
    @Override
    public void check(CrawlOptions next) {}

    @Override
    public CompletableFuture<Void> instruct(Consumer<CrawlLoop> work) {
        throw new UsageException(directory.root() + " is not being crawled");
    }

    @Override
    public void keep(CrawlOptions next) throws IOException {
        try (var lock = directory.lock().orElse(null)) {
            if (lock == null)
                throw new UsageException(
                        directory.root() + " is being crawled by a process that cannot be steered");
            next.settings().save(directory.configuration());
        }
    }

    @Override
    public CompletableFuture<Void> putInForce() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void stop() {
        throw new UsageException(directory.root() + " is not being crawled");
    }
}
