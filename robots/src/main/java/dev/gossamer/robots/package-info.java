/**
 * Rules for robots, RFC 9309, and sitemaps; pure functions.
 *
 * <p>The life of a robots.txt here: the answer to the request for it comes in, and {@link
 * dev.gossamer.robots.RobotsAnswer} tells whether it allows everything, forbids everything, or must
 * be read. {@code RobotsLines} cuts it into lines, {@code RobotsParser} takes the groups that are
 * meant for this crawler, and the result is a {@link dev.gossamer.robots.RobotsTxt}: a delay, and
 * rules that {@code RuleSet} keeps in a form in which {@link
 * dev.gossamer.robots.RobotsTxt#isAllowed} asks them for every URL of the origin.
 *
 * <p>A {@link dev.gossamer.robots.Sitemap} comes in as bytes too, and its URLs go out. All of it is
 * internal: the crawl calls it.
 */
@NullMarked
package dev.gossamer.robots;

import org.jspecify.annotations.NullMarked;
