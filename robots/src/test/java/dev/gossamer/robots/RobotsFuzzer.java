package dev.gossamer.robots;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Optional;

/**
 * Any bytes are a robots.txt, and compiled rules decide as they do one after the other. An input is
 * a path, a line feed, a file whose lines are also taken for patterns.
 */
class RobotsFuzzer {
    private static final int MAX_RULES = 50;

    @FuzzTest(maxDuration = "1m")
    void readsAnything(byte[] input) {
        var text = new String(input, StandardCharsets.ISO_8859_1);
        int split = Math.max(0, text.indexOf('\n'));
        var path = "/" + text.substring(0, split);
        Url.parse("http://h" + path).ifPresent(url -> reads(input, url));
        var rules = new ArrayList<RobotsTxt.Rule>();
        text.substring(split)
                .lines()
                .limit(MAX_RULES)
                .forEach(
                        line ->
                                rules.add(
                                        new RobotsTxt.Rule(
                                                line.length() % 2 == 0,
                                                PathPattern.of(line),
                                                rules.size())));
        byte[] canonical = PathPattern.canonicalPath(path);
        assertThat(Optional.ofNullable(new RuleSet(rules).decisive(canonical)))
                .isEqualTo(NaiveRules.decisive(rules, canonical).map(RobotsTxt.Rule::told));
    }

    private static void reads(byte[] content, Url url) {
        var robots = RobotsTxt.parse(content, "gossamer");
        var rule = robots.ruleFor(url);
        assertThat(robots.isAllowed(url)).isEqualTo(rule.map(RobotsRule::isAllowing).orElse(true));
        rule.ifPresent(each -> assertThat(RobotsTxt.line(content, each.line())).isPresent());
        assertThat(robots.heapBytes()).isNotNegative();
    }
}
