package dev.gossamer.crawl;

/**
 * Mistakes in our own code, or in filters and listeners of the user's: each is counted and told,
 * with what was being done, and costs no more than that.
 */
record Mistakes(Statistics statistics) {
    private static final System.Logger LOG = System.getLogger("dev.gossamer.crawl");

    void tell(Object work, Throwable e) {
        statistics.mistake();
        LOG.log(System.Logger.Level.WARNING, "while working on " + work + ": " + e);
        LOG.log(System.Logger.Level.DEBUG, "where that happened", e);
    }
}
