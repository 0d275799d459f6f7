package dev.gossamer.crawl;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a crawl cannot be told any more, as its files are damaged or gone. The archive is
 * not touched, and a new crawl can go on from it.
 */
public final class StateLostException extends IOException {
    private final String damage;
    private final transient Path folder;

    StateLostException(String damage, CrawlDirectory directory, @Nullable Exception cause) {
        super(
                "%s; the archive is not touched: a new crawl into another folder, configured by %s and with known set to %s, archives only what is new"
                        .formatted(damage, directory.configuration(), directory.root()),
                cause);
        this.damage = damage;
        folder = directory.root();
    }

    /** Returns what is wrong, without what can be done about it. */
    public String damage() {
        return damage;
    }

    /** Returns the folder of the crawl. */
    public Path folder() {
        return folder;
    }
}
