package dev.gossamer.cluster;

import java.io.IOException;

/**
 * The pages that this life of a node may fetch, of those that the whole crawl may have. They are
 * claimed on the board, some at a time, as {@link PageAllowance} describes. Owned by the thread
 * that reports; the loop of the crawl asks {@link #mayFetch}.
 */
final class PageClaims {
    private final NodeClients clients;

    /** Before the number of a claim of this life. */
    private final String mine;

    private volatile long maxPages;
    private volatile long allowed;
    private volatile long fetched;
    private volatile boolean isSpent;
    private int claims;
    private boolean isClaiming;

    /**
     * @param maxPages of the whole crawl, known before the first page is asked for, so that none is
     *     fetched that nobody claimed
     */
    PageClaims(NodeClients clients, long maxPages) {
        this.clients = clients;
        this.maxPages = maxPages;
        mine = ClusterBoard.CLAIM + clients.store().incarnation() + "/";
    }

    /** The crawl may have so many pages from now on. */
    void limit(long pages) {
        maxPages = pages;
    }

    /**
     * Returns whether one more page may be fetched.
     *
     * @param pages that this process has fetched or is about to fetch
     */
    boolean mayFetch(long pages) {
        fetched = pages;
        return maxPages == Long.MAX_VALUE || pages < allowed;
    }

    /** Returns whether all pages of the crawl are claimed by somebody. */
    boolean isSpent() {
        return isSpent;
    }

    /** Takes what was granted since, and claims more where most of it is used. */
    void claim() throws IOException {
        if (maxPages == Long.MAX_VALUE) return;
        var board = clients.board();
        var pages = new PageAllowance(maxPages);
        board.claims().forEach(pages::claim);
        long granted = pages.grantedTo(mine);
        isClaiming &= !board.claims().containsKey(mine + claims);
        isSpent = pages.isSpent();
        allowed = granted;
        if (isClaiming || isSpent || fetched < granted - granted / 4) return;
        isClaiming = true;
        clients.put(mine + ++claims, Long.toString(pages.nextClaim(board.reports().size())));
    }
}
