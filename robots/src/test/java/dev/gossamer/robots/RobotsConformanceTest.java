package dev.gossamer.robots;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The cases of Google's parser and of crawler-commons. Where those two agree, so do we; the rest is
 * in docs/robots.md.
 */
class RobotsConformanceTest {
    private static Path file(String name) {
        var file =
                Path.of(
                        System.getProperty("conformance.dir", "../../shared/conformance"),
                        "robots",
                        name);
        assumeTrue(Files.exists(file), () -> "skipped, no conformance data: " + file);
        return file;
    }

    private static List<JsonNode> cases(String name) {
        var file = file(name);
        return StreamSupport.stream(
                        JsonMapper.builder().build().readTree(file).get("cases").spliterator(),
                        false)
                .toList();
    }

    private static RobotsTxt robots(JsonNode test) {
        byte[] content =
                test.has("robots")
                        ? test.get("robots").asString().getBytes(StandardCharsets.UTF_8)
                        : Base64.getDecoder().decode(test.get("robots_base64").asString());
        var agent = test.get("agent");
        return RobotsTxt.parse(
                content, agent.isArray() ? agent.path(0).asString("") : agent.asString());
    }

    private static boolean isAllowed(JsonNode test) {
        // An empty URL stands for the root, whose host does not matter.
        return robots(test)
                .isAllowed(Url.parse(test.get("url").asString()).orElse(Url.of("http://h/")));
    }

    /** For a message. */
    private static String name(JsonNode test) {
        return "%s, %s, %s, expected %s"
                .formatted(
                        test.get("test").asString(),
                        test.get("agent"),
                        test.get("url"),
                        test.get("allowed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"google-robotstxt-cases.json", "crawler-commons-cases.json"})
    void agreesWhereTheOthersAgree(String file) {
        var failures = new ArrayList<String>();
        for (var test : cases(file)) {
            if (!test.path("consensus").asBoolean(false)) continue;
            if (isAllowed(test) != test.get("allowed").asBoolean())
                failures.add(name(test) + "\n" + test.get("robots"));
        }
        assertThat(failures).isEmpty();
    }

    /**
     * Tests with cases on which the two differ and we go with the other one; docs/robots.md says
     * why.
     */
    private static final Map<String, String> DECIDED =
            Map.ofEntries(
                    entry(
                            "GoogleOnly_AcceptUserAgentUpToFirstSpace",
                            "only the product token of a name counts, of ours too"),
                    entry(
                            "ID_Encoding",
                            "URLs are escaped, and needless escapes undone, before comparison"),
                    entry("GoogleOnly_IndexHTMLisDirectory", "/index.html says nothing about /"),
                    entry(
                            "GoogleOnly_LineTooLong",
                            "lines are not cut; the file's limit is enough"),
                    entry("testNutchCases", "a crawler has one name"),
                    entry("testNutchCases2", "a line names one crawler"),
                    entry("testMultiAgentNames", "a line names one crawler"),
                    entry("testSpacesInMultipleUserAgentNames", "a line names one crawler"),
                    entry("testHeritrixCases", "names are compared from their start"),
                    entry(
                            "testMatchingUserAgentNamesHttpHeader",
                            "names are compared from their start"),
                    entry("testHtmlMarkupInRobotsTxt", "HTML is no robots.txt"),
                    entry("testBigCrawlDelay", "a long delay is cut, it does not forbid"),
                    entry("testDirectiveTypos", "useg-agent is no usual slip"),
                    entry("testPrecedenceOfRules", "/* is longer than /"),
                    entry("testSitemap", "a line without a name is nothing"));

    @Test
    void elsewhereDiffersOnlyAsDecided() {
        var different = new TreeSet<String>();
        for (var file : List.of("google-robotstxt-cases.json", "crawler-commons-cases.json")) {
            for (var test : cases(file)) {
                if (test.path("consensus").asBoolean(false) || isAsExpected(test)) continue;
                different.add(test.get("test").asString());
            }
        }
        assertThat(different).containsExactlyInAnyOrderElementsOf(DECIDED.keySet());
    }

    private static boolean isAsExpected(JsonNode test) {
        if (test.has("allowed")) return isAllowed(test) == test.get("allowed").asBoolean();
        var robots = robots(test);
        if (test.has("crawl_delay_ms")) {
            long expected =
                    test.get("crawl_delay_ms").isNull() ? 0 : test.get("crawl_delay_ms").asLong();
            return robots.crawlDelay().orElse(Duration.ZERO).toMillis() == expected;
        }
        if (test.has("sitemap_count"))
            return robots.sitemaps().size() == test.get("sitemap_count").asInt();
        var at = test.get("sitemap_at");
        return robots.sitemaps().get(at.get(0).asInt()).equals(at.get(1).asString());
    }

    /** Paths are made of the rules themselves, with something in the place of wildcards. */
    @Test
    void rulesOfRealFilesDecideTogetherAsOneAfterTheOther() throws IOException {
        var files = file("crawler-commons-files");
        try (var all = Files.list(files)) {
            for (var file : all.toList()) {
                var lines = Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList();
                decidesAsOneAfterTheOther(file, rules(lines));
            }
        }
    }

    private static List<RobotsTxt.Rule> rules(List<String> lines) {
        var rules = new ArrayList<RobotsTxt.Rule>();
        for (int i = 0; i < lines.size(); i++) {
            var field = lines.get(i).split(":", 2);
            if (field.length < 2 || field[1].isBlank()) continue;
            boolean isAllow = field[0].strip().equalsIgnoreCase("allow");
            rules.add(new RobotsTxt.Rule(isAllow, PathPattern.of(field[1].strip()), i + 1));
        }
        return rules;
    }

    private static void decidesAsOneAfterTheOther(Path file, List<RobotsTxt.Rule> rules) {
        var compiled = new RuleSet(rules);
        for (var rule : rules) {
            var path =
                    new StringBuilder(
                            new String(rule.pattern().first(), StandardCharsets.ISO_8859_1));
            for (byte[] piece : rule.pattern().middle())
                path.append("x/").append(new String(piece, StandardCharsets.ISO_8859_1));
            path.append(new String(rule.pattern().last(), StandardCharsets.ISO_8859_1));
            for (var url :
                    List.of("" + path, path + "x", "/" + path, path.substring(path.length() / 2))) {
                byte[] canonical = PathPattern.canonicalPath(url);
                assertThat(Optional.ofNullable(compiled.decisive(canonical)))
                        .as("%s, %s", file, url)
                        .isEqualTo(NaiveRules.decisive(rules, canonical).map(RobotsTxt.Rule::told));
            }
        }
    }
}
