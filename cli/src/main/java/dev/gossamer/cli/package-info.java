/**
 * The command {@code gossamer}.
 *
 * <p>The life of a command: {@link dev.gossamer.cli.Main} lets picocli read the line; the options
 * of a crawl are made from the table of settings ({@code CrawlFlags}). The class of the command
 * calls the library, and what comes back, a value, is printed as text or as JSON. While a crawl
 * runs, {@code Progress} shows how far it is and {@code Interrupts} stops it. A mistake of the user
 * gets one line that says what to do, and the exit status 2.
 *
 * <p>Nothing here is for programs: whatever the command can do, they can do with {@code crawl}.
 */
@NullMarked
package dev.gossamer.cli;

import org.jspecify.annotations.NullMarked;
