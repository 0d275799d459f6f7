package dev.gossamer.robots;

/**
 * A rule of a robots.txt.
 *
 * @param line its number in the file, counted from one ({@link RobotsTxt#line} has its text); zero
 *     for a rule that stands in no file
 * @param isAllowing whether it allows what it matches
 */
public record RobotsRule(int line, boolean isAllowing) {}
