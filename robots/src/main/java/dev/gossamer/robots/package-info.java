/**
 * The answer to a request for /robots.txt in, rules and how long they hold out; pure functions.
 * Called by the crawl: {@link dev.gossamer.robots.RobotsAnswer} when the answer has arrived, {@link
 * dev.gossamer.robots.RobotsTxt#isAllowed} for every URL of that origin.
 */
@NullMarked
package dev.gossamer.robots;

import org.jspecify.annotations.NullMarked;
