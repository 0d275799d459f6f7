package dev.gossamer.cluster;

import java.io.IOException;

/**
 * The failure that a user names a crawl that the brokers do not have, or would create one that they
 * have already. Its message is one line that says what to do.
 */
public final class WrongCrawlException extends IOException {
    private static final long serialVersionUID = 1;

    WrongCrawlException(String message) {
        super(message);
    }
}
