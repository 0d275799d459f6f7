/**
 * robots.txt bytes in, rules out; pure functions. Called by the crawl when an answer to /robots.txt
 * has arrived.
 */
@NullMarked
package dev.gossamer.robots;

import org.jspecify.annotations.NullMarked;
