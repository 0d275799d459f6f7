package dev.gossamer.report;

import dev.gossamer.crawl.CrawlLog;

/** A part of the report that is made from the log of requests. */
interface LogPart {
    /** Takes the lines of the log, the oldest first. */
    void read(CrawlLog.Entry line);
}
