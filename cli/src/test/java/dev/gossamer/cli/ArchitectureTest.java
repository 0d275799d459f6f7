package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The pages that guide through the code name classes; those that they name exist. */
class ArchitectureTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("`([A-Z][A-Za-z]+[a-z])(\\.[A-Za-z]+)?`");

    private static final Pattern IN_CODE = Pattern.compile("\\{@code\\s[*\\s]*([A-Z]\\w+)\\}");
    private static final Pattern STEP = Pattern.compile("new (\\w+)\\(");
    private static final Pattern LINKED = Pattern.compile("\\{@link (dev\\.gossamer\\.[\\w.]+)");

    private static Set<String> classes(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.substring(0, name.length() - ".java".length()))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void everyClassThatArchitectureNamesExists() throws IOException {
        Set<String> classes = classes(ROOT);
        var missing = new TreeSet<String>();
        int named = 0;
        var matcher = NAMED.matcher(Files.readString(ROOT.resolve("ARCHITECTURE.md")));
        while (matcher.find()) {
            named++;
            if (!classes.contains(matcher.group(1))) missing.add(matcher.group(1));
        }
        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(30);
    }

    /** The walk of a URL goes forward: the steps of an answer stand in the order of the code. */
    @Test
    void theStepsOfAnAnswerAreThoseOfTheCode() throws IOException {
        String code =
                Files.readString(
                        ROOT.resolve("crawl/src/main/java/dev/gossamer/crawl/AnswerSteps.java"));
        String list = code.substring(code.indexOf("List.of("), code.indexOf("private AnswerSteps"));
        var steps = STEP.matcher(list).results().map(found -> found.group(1)).toList();
        String page = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
        int from = page.indexOf("`AnswerSteps` lists");
        String told = page.substring(from, page.indexOf("A new step", from));
        var named = NAMED.matcher(told).results().map(found -> found.group(1)).skip(1).toList();
        assertThat(named).isEqualTo(steps).hasSizeGreaterThan(8);
    }

    @Test
    void everyClassThatAPackageNamesIsInIt() throws IOException {
        var missing = new TreeSet<String>();
        int named = 0;
        try (var files = Files.walk(ROOT)) {
            for (Path file : files.filter(each -> each.endsWith("package-info.java")).toList()) {
                Set<String> classes = classes(file.resolveSibling(""));
                var matcher = IN_CODE.matcher(Files.readString(file));
                while (matcher.find()) {
                    named++;
                    if (!classes.contains(matcher.group(1)))
                        missing.add(file + ": " + matcher.group(1));
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(30);
    }

    @Test
    void programsCanUseWhatTheOverviewLinksTo() throws Exception {
        var hidden = new TreeSet<String>();
        int linked = 0;
        var matcher = LINKED.matcher(Files.readString(ROOT.resolve("build/overview.html")));
        while (matcher.find()) {
            linked++;
            if (!Modifier.isPublic(Class.forName(matcher.group(1)).getModifiers()))
                hidden.add(matcher.group(1));
        }
        assertThat(hidden).isEmpty();
        assertThat(linked).isGreaterThan(15);
    }
}
