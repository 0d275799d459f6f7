/**
 * Joins the stages into a crawl, and is the API for programs that embed one.
 *
 * <p>A program begins with {@link dev.gossamer.crawl.Crawl}, which collects options and code of its
 * own and runs the crawl. {@code CrawlRun} opens every part, and {@code CrawlLoop} turns: it takes
 * a task from the frontier, makes that durable, and hands it to the resolver or the fetcher. What
 * comes back, an answer or a fault, becomes a {@code Visit}, waits in the {@code JobQueue} for a
 * worker, and takes the steps that {@code AnswerSteps} lists. Its end, a {@code Finished} with the
 * URLs that were discovered, goes back to the loop, which tells the frontier.
 */
@NullMarked
package dev.gossamer.crawl;

import org.jspecify.annotations.NullMarked;
