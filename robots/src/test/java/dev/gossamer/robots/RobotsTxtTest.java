package dev.gossamer.robots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One test per clause of RFC 9309, and one per limit. */
class RobotsTxtTest {
    private static RobotsTxt parse(String... lines) {
        return RobotsTxt.parse(
                String.join("\n", lines).getBytes(StandardCharsets.UTF_8), "gossamer");
    }

    private static boolean isAllowed(RobotsTxt robots, String path) {
        return robots.isAllowed(Url.of("http://h" + path));
    }

    @Test
    void withoutRulesEverythingIsAllowed() {
        assertThat(isAllowed(parse(""), "/")).isTrue();
        assertThat(isAllowed(parse("Disallow: /", "User-agent: *"), "/")).isTrue();
        assertThat(isAllowed(RobotsTxt.ALLOW_ALL, "/")).isTrue();
    }

    @Test
    void theLongestRuleWinsAndAllowWinsTies() {
        var robots =
                parse("User-agent: *", "Disallow: /a/", "Allow: /a/b", "Disallow: /c", "Allow: /c");
        assertThat(isAllowed(robots, "/a/x")).isFalse();
        assertThat(isAllowed(robots, "/a/b")).isTrue();
        assertThat(isAllowed(robots, "/c")).isTrue();
        assertThat(isAllowed(robots, "/")).isTrue();
    }

    @Test
    void aLongerRuleForbidsWhatAShorterOneAllows() {
        var robots = parse("User-agent: *", "Allow: /", "Disallow: /private");
        assertThat(isAllowed(robots, "/private/x")).isFalse();
        assertThat(isAllowed(robots, "/public")).isTrue();
    }

    @Test
    void anAnchorMakesARuleMoreSpecific() {
        var robots = parse("User-agent: *", "Disallow: /a$", "Allow: /a");
        assertThat(isAllowed(robots, "/a")).isFalse();
        assertThat(isAllowed(robots, "/ab")).isTrue();
        var sameLength = parse("User-agent: *", "Disallow: /ab", "Allow: /a*");
        assertThat(isAllowed(sameLength, "/ab")).isTrue();
    }

    @Test
    void aPatternWithAsManyWildcardsAsAllowedKeepsItsAnchor() {
        var pattern = "/" + "*a".repeat(PathPattern.MAX_WILDCARDS) + "$";
        var path = "/" + "a".repeat(PathPattern.MAX_WILDCARDS);
        var robots = parse("User-agent: *", "Disallow: " + pattern);
        assertThat(isAllowed(robots, path)).isFalse();
        assertThat(isAllowed(robots, path + "b")).isTrue();
    }

    @Test
    void ourOwnGroupHidesTheOneForAll() {
        var robots =
                parse(
                        "User-agent: *",
                        "Disallow: /",
                        "User-agent: Gossamer",
                        "Disallow: /x",
                        "Crawl-delay: 2");
        assertThat(isAllowed(robots, "/y")).isTrue();
        assertThat(isAllowed(robots, "/x")).isFalse();
        assertThat(robots.crawlDelay()).contains(Duration.ofSeconds(2));
    }

    @Test
    void groupsForOneCrawlerAreMerged() {
        var robots =
                parse(
                        "User-agent: gossamer",
                        "Disallow: /a",
                        "User-agent: b",
                        "Disallow: /",
                        "User-agent: GOSSAMER/2.0",
                        "Disallow: /c");
        assertThat(isAllowed(robots, "/a")).isFalse();
        assertThat(isAllowed(robots, "/c")).isFalse();
        assertThat(isAllowed(robots, "/d")).isTrue();
    }

    @Test
    void aGroupMayNameSeveralCrawlersInLinesOfTheirOwn() {
        var robots =
                parse(
                        "User-agent: other",
                        "User-agent: gossamer",
                        "",
                        "Sitemap: /s",
                        "Disallow: /a");
        assertThat(isAllowed(robots, "/a")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gossamer-images", "goss", "gossamer2", "xgossamer"})
    void anotherProductTokenIsAnotherCrawler(String agent) {
        assertThat(isAllowed(parse("User-agent: " + agent, "Disallow: /"), "/")).isTrue();
    }

    @Test
    void robotsTxtItselfIsAlwaysAllowed() {
        assertThat(isAllowed(parse("User-agent: *", "Disallow: /"), "/robots.txt")).isTrue();
    }

    /** Section 2.2.3, and the table of 2.2.2. */
    @ParameterizedTest
    @CsvSource({
        "/fish, /fish.html, true",
        "/fish, /Fish, false",
        "/fish*, /fishheads/yummy.html?id=1, true",
        "/*.php, /folder/any.php.file.html, true",
        "/*.php$, /folder/filename.php, true",
        "/*.php$, /filename.php?parameters, false",
        "/a*b*c$, /aXbYcZc, true",
        "/a*b*c$, /aXcYb, false",
        "/$, /, true",
        "/$, /x, false",
        "/a$b, /a$b, true",
        "/a%24, /a$, true",
        "/a%2A$, /a*, true",
        "/a%2A, /ab, false",
        "/foo/bar?baz=https://foo.bar, /foo/bar?baz=https%3A%2F%2Ffoo.bar, true",
        "/foo/bar/\u30C4, /foo/bar/%E3%83%84, true",
        "/foo/bar/%e3%83%84, /foo/bar/\u30C4, true",
        "/foo/bar/%62%61%7A, /foo/bar/baz, true",
        "/a%2Fb, /a/b, false",
        "/a%2fb, /a%2Fb, true",
        "/a[b|c, /a%5Bb%7Cc, true",
        "**a***$, /xa, true",
        "a, /a, false",
        "/a%50, /aP, true",
        "/a%5B, /a%5D, false",
        "/xa%5B, /xb%5B, false",
        "/a%00, /a%00, true",
        "/a%00, /a%2500, false",
        "/a%0A, /a%250A, false",
        "/100%, /100%, true",
        "/100%2, /100%2, true",
    })
    void patternsMatchAsTheStandardSays(String pattern, String path, boolean matches) {
        assertThat(isAllowed(parse("User-agent: *", "Disallow: " + pattern), path))
                .isEqualTo(!matches);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void patternsMatchAsARegularExpressionWould(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            var pattern = "/" + random(random, "ab*") + (random.nextBoolean() ? "$" : "");
            var path = "/" + random(random, "ab");
            var regex =
                    pattern.replace("*", ".*").replace("$", "")
                            + (pattern.endsWith("$") ? "" : ".*");
            assertThat(isMatched(pattern, path))
                    .as("seed %d, %s, %s", seed, pattern, path)
                    .isEqualTo(path.matches(regex));
        }
    }

    private static boolean isMatched(String pattern, String path) {
        var rule = new RobotsTxt.Rule(false, PathPattern.of(pattern), 1);
        byte[] canonical = PathPattern.canonicalPath(path);
        boolean isMatched = new RuleSet(List.of(rule)).decisive(canonical) != null;
        assertThat(NaiveRules.matches(rule.pattern(), canonical)).isEqualTo(isMatched);
        return isMatched;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void manyRulesDecideAsOneAfterTheOther(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            var rules = new ArrayList<RobotsTxt.Rule>();
            for (int n = random.nextInt(30); n >= 0; n--) {
                var pattern = "/" + random(random, "aab*") + (random.nextInt(3) == 0 ? "$" : "");
                rules.add(new RobotsTxt.Rule(random.nextBoolean(), PathPattern.of(pattern), n));
            }
            var compiled = new RuleSet(rules);
            for (int n = 0; n < 20; n++) {
                var path = "/" + random(random, "ab") + random(random, "ab");
                byte[] canonical = PathPattern.canonicalPath(path);
                assertThat(Optional.ofNullable(compiled.decisive(canonical)))
                        .as("seed %d, round %d, %s", seed, i, path)
                        .isEqualTo(NaiveRules.decisive(rules, canonical).map(RobotsTxt.Rule::told));
            }
        }
    }

    private static String random(Random random, String letters) {
        var text = new StringBuilder();
        for (int length = random.nextInt(8); length > 0; length--)
            text.append(letters.charAt(random.nextInt(letters.length())));
        return text.toString();
    }

    @Test
    void commentsBlanksSlipsAndLineEndsAreReadAsMeant() {
        var robots = parse(" useragent :\t* # all", "\rdisalow: /a#b\r\nDISALLOW /c", "Disallow:");
        assertThat(isAllowed(robots, "/a")).isFalse();
        assertThat(isAllowed(robots, "/c")).isFalse();
        assertThat(isAllowed(robots, "/d")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
    void aByteOrderMarkIsNoText(String charset) {
        byte[] content = "\uFEFFUser-agent: *\nDisallow: /".getBytes(Charset.forName(charset));
        assertThat(isAllowed(RobotsTxt.parse(content, "gossamer"), "/")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1000",
        "0.5, 500",
        "1e99, 86400000",
        "3600, 3600000",
        "0, 0",
        "-1, -1",
        "x, -1",
        "NaN, -1"
    })
    void crawlDelaysMayHaveAFractionAndAreCut(String value, long millis) {
        var delay = parse("User-agent: *", "Crawl-delay: " + value).crawlDelay();
        assertThat(delay.map(Duration::toMillis).orElse(-1L)).isEqualTo(millis);
    }

    @Test
    void sitemapsBelongToNoGroup() {
        var robots =
                parse(
                        "User-agent: other",
                        "Sitemap: http://h/s.xml",
                        "sitemap: /t.xml",
                        "Sitemap: http://h/s.xml");
        assertThat(robots.sitemaps()).containsExactly("http://h/s.xml", "/t.xml");
        assertThat(
                        parse(
                                        "Sitemap: /s\n".repeat(3),
                                        numbered("Sitemap: /", 2 * RobotsTxt.MAX_SITEMAPS))
                                .sitemaps())
                .hasSize(RobotsTxt.MAX_SITEMAPS);
    }

    @Test
    void readsNoFurtherThanItsLimit() {
        var rule = "User-agent: *\nDisallow: /a\n";
        var padding = "#".repeat(RobotsTxt.MAX_BYTES - 2 * rule.length());
        assertThat(isAllowed(parse(rule + padding + "\nDisallow: /b\n"), "/b")).isFalse();
        // The line that the limit cuts is not taken for a shorter one.
        var cut = parse(rule + padding + "\nDisallow: /" + "b".repeat(100));
        assertThat(isAllowed(cut, "/a")).isFalse();
        assertThat(isAllowed(cut, "/bbbbbbbbbbb")).isTrue();
    }

    @Test
    void aLineThatEndsAtTheLimitIsWhole() {
        var head = "User-agent: *\nDisallow: /a\n";
        var padding = "#".repeat(RobotsTxt.MAX_BYTES - head.length() - "\nDisallow: /b".length());
        var whole = head + padding + "\nDisallow: /b";
        assertThat(isAllowed(parse(whole), "/b")).isFalse();
        assertThat(isAllowed(parse(whole + "\n"), "/b")).isFalse();
        assertThat(isAllowed(parse(whole + "c\n"), "/b")).isTrue();
    }

    @Test
    void aFileOfOneLineBeyondTheLimitHasNoRules() {
        var robots = parse("User-agent: *" + " ".repeat(RobotsTxt.MAX_BYTES));
        assertThat(isAllowed(robots, "/")).isTrue();
        assertThat(robots.heapBytes()).isZero();
    }

    @Test
    void aCarriageReturnMayEndTheFile() {
        assertThat(isAllowed(parse("User-agent: *\rDisallow: /\r"), "/")).isFalse();
    }

    @Test
    void aLineOfUtf16ThatTheLimitCutsIsLeftOutToo() {
        var text =
                "\uFEFFUser-agent: *\n"
                        + "#".repeat(RobotsTxt.MAX_BYTES / 2 - 26)
                        + "\nDisallow: /search";
        byte[] content = text.getBytes(StandardCharsets.UTF_16LE);
        assertThat(content.length).isGreaterThan(RobotsTxt.MAX_BYTES);
        assertThat(isAllowed(RobotsTxt.parse(content, "gossamer"), "/x")).isTrue();
    }

    @Test
    void allRulesWithinTheLimitHold() {
        var robots = parse("User-agent: *", numbered("Disallow: /", 30_000), "Disallow: /last");
        assertThat(isAllowed(robots, "/1")).isFalse();
        assertThat(isAllowed(robots, "/29999")).isFalse();
        assertThat(isAllowed(robots, "/last")).isFalse();
        assertThat(isAllowed(robots, "/x")).isTrue();
    }

    @Test
    void allRulesWithWildcardsWithinTheLimitHold() {
        var robots = parse("User-agent: *", numbered("Disallow: /*z", 20_000), "Allow: /*z77*ok$");
        assertThat(isAllowed(robots, "/xz77")).isFalse();
        assertThat(isAllowed(robots, "/xz77/ok")).isTrue();
        assertThat(isAllowed(robots, "/xz")).isTrue();
    }

    @Test
    void theDelayOfOneGroupIsNotThatOfAnother() {
        var robots =
                parse("User-agent: *", "Crawl-delay: 10", "User-agent: other", "Crawl-delay: 1");
        assertThat(robots.crawlDelay()).contains(Duration.ofSeconds(10));
        assertThat(
                        RobotsTxt.parse(
                                        "User-agent: *\nCrawl-delay: 10\nUser-agent: other\nCrawl-delay: 1"
                                                .getBytes(StandardCharsets.UTF_8),
                                        "other")
                                .crawlDelay())
                .contains(Duration.ofSeconds(1));
    }

    @Test
    void anAsteriskNamesEveryoneOnlyWhenItStandsAlone() {
        assertThat(isAllowed(parse("User-agent: * x", "Disallow: /"), "/")).isFalse();
        assertThat(isAllowed(parse("User-agent: *x", "Disallow: /"), "/")).isTrue();
        assertThat(isAllowed(parse("User-agent: *gossamer", "Disallow: /"), "/")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00FF\u00FE", "\u00FE\u00FF", "\u00EF\u00BB", ""})
    void aMarkOfUtf16BeforeAsciiIsNoUtf16(String mark) {
        byte[] content =
                (mark + "User-agent: *\nDisallow: /").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(isAllowed(RobotsTxt.parse(content, "gossamer"), "/")).isFalse();
    }

    @Test
    void theLineOfTheDecisiveRuleIsKnown() {
        byte[] content =
                "# hello\r\nUser-agent: *\rDisallow: /a\n\nAllow: /a/b # but\r\n"
                        .getBytes(StandardCharsets.UTF_8);
        var robots = RobotsTxt.parse(content, "gossamer");
        assertThat(robots.ruleFor(Url.of("http://h/a"))).contains(new RobotsRule(3, false));
        assertThat(robots.ruleFor(Url.of("http://h/a/b/c"))).contains(new RobotsRule(5, true));
        assertThat(robots.ruleFor(Url.of("http://h/c"))).isEmpty();
        assertThat(RobotsTxt.line(content, 3)).contains("Disallow: /a");
        assertThat(RobotsTxt.line(content, 5)).contains("Allow: /a/b # but");
        assertThat(RobotsTxt.line(content, 99)).isEmpty();
    }

    private static String numbered(String line, int count) {
        var lines = new StringBuilder();
        for (int i = 0; i < count; i++) lines.append(line).append(i).append('\n');
        return lines.toString();
    }

    /** The arrays and objects behind a rule take tens of bytes, and its text is kept once. */
    @Test
    void theEstimateOfMemoryGrowsWithTheRulesAndTheirTexts() {
        int count = 1_000;
        int textBytes = 100;
        var text = "x".repeat(textBytes);
        for (var end : List.of("", "*", "$")) {
            long few = heapBytes("Disallow: /" + text, end, count);
            long many = heapBytes("Disallow: /" + text, end, 3 * count);
            assertThat(few).as(end).isBetween((long) count * textBytes, 2L * count * textBytes);
            assertThat(many).as(end).isBetween(29 * few / 10, 31 * few / 10);
        }
        long pieces = heapBytes("Disallow: /*", "", count);
        assertThat(pieces).isBetween(64L * count, 400L * count);
        long longEnds = heapBytes("Disallow: /*" + text + "*", text + "$", count);
        long shortEnds = heapBytes("Disallow: /*" + text + "*", "$", count);
        assertThat(longEnds - shortEnds).isEqualTo((long) count * textBytes);
        long manyPieces = heapBytes("Disallow: /" + "*a".repeat(50) + "*", "", count);
        assertThat(manyPieces - pieces).isBetween(100L * count, 400L * count);
    }

    private static long heapBytes(String start, String end, int count) {
        var lines = new ArrayList<>(List.of("User-agent: *"));
        for (int i = 0; i < count; i++) lines.add(start + (10_000 + i) + end);
        return parse(lines.toArray(String[]::new)).heapBytes();
    }

    /** Would take hours if time were not linear. */
    @Test
    void hostilePatternsTakeLinearTime() {
        var path = "/" + "a".repeat(60_000);
        var robots =
                parse(
                        "User-agent: *",
                        "Disallow: /*" + "a".repeat(30_000) + "b",
                        "Disallow: /" + "*a".repeat(100_000) + "b$");
        assertThat(isAllowed(robots, path)).isFalse();
        assertThat(isAllowed(robots, "/b")).isTrue();
    }
}
