package dev.gossamer.crawl;

import dev.gossamer.fetch.Validators;
import dev.gossamer.http.Headers;
import dev.gossamer.store.Capture;
import dev.gossamer.store.KnownPage;
import dev.gossamer.store.KnownPages;
import dev.gossamer.store.PayloadDigest;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The pages of earlier crawls, about which servers are asked whether they have changed. These
 * archives are a help and no more: where one cannot be read, the page is asked for as if it were
 * not known.
 */
final class EarlierPages {
    private static final System.Logger LOG = System.getLogger("dev.gossamer.crawl");
    private static final int MAX_MESSAGE_CHARS = 200;

    private final KnownPages pages;
    private final Consumer<PayloadDigest> onLoss;
    private final AtomicBoolean isLossTold = new AtomicBoolean();

    /**
     * @param folders of earlier crawls; at least one
     * @param onLoss is told the digest of a content that cannot be read any more
     */
    EarlierPages(List<Path> folders, Consumer<PayloadDigest> onLoss) throws IOException {
        this.pages = KnownPages.in(folders, this::lost);
        this.onLoss = onLoss;
    }

    /**
     * A page that can be asked about.
     *
     * @param validators at least one
     */
    record Known(KnownPage page, Validators validators) {
        Headers headers() {
            return page.headers();
        }
    }

    /** Returns the page that earlier crawls have of a URL, if it has validators. Reads the disk. */
    Optional<Known> find(Url url) {
        return pages.find(url)
                .map(page -> new Known(page, Validators.of(page.headers(), page.at())))
                .filter(known -> !known.validators().areNone());
    }

    /** Reads the whole page; empty where it cannot be read any more. */
    Optional<Capture.Unchanged> read(Known known) {
        return pages.read(known.page());
    }

    private void lost(Optional<PayloadDigest> payload, IOException cause) {
        payload.ifPresent(onLoss);
        if (isLossTold.getAndSet(true)) return;
        String message = String.valueOf(cause.getMessage());
        LOG.log(
                System.Logger.Level.WARNING,
                "what cannot be read of an earlier crawl is downloaded again; the first was "
                        + message.substring(0, Math.min(MAX_MESSAGE_CHARS, message.length())));
    }
}
