package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The borders between modules. Maven hands on the modules that a dependency depends on, so a module
 * can use one that it does not declare; this test refuses that.
 */
class ModuleBordersTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern MODULE = Pattern.compile("<module>(\\w+)</module>");
    private static final Pattern DEPENDENCY =
            Pattern.compile(
                    "<groupId>dev\\.gossamer</groupId>\\s*<artifactId>gossamer-(\\w+)</artifactId>(.*?)</dependency>",
                    Pattern.DOTALL);
    private static final Pattern USE = Pattern.compile("\\bdev\\.gossamer\\.(\\w+)\\.[A-Z]");

    /** Modules that others may not use: they stand at the end of the flow. */
    private static final Set<String> ENDS = Set.of("cli");

    /** Returns the modules with code, which is all but the BOM. */
    private static List<String> modules() throws IOException {
        return matches(MODULE, Files.readString(ROOT.resolve("pom.xml"))).stream()
                .filter(module -> !module.equals("bom"))
                .toList();
    }

    private static List<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }

    /** Returns the modules that a pom declares, for its main code or also for its tests. */
    private static Set<String> declared(String module, boolean areTestsMeant) throws IOException {
        String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
        var declared = new TreeSet<String>();
        int own = pom.indexOf("</parent>");
        DEPENDENCY
                .matcher(pom.substring(own))
                .results()
                .filter(found -> areTestsMeant || !found.group(2).contains("<scope>test"))
                .forEach(found -> declared.add(found.group(1)));
        return declared;
    }

    /** Returns the modules whose classes are named in the sources, each with the first file. */
    private static Map<String, Path> used(String module, String kind) throws IOException {
        var used = new LinkedHashMap<String, Path>();
        Path sources = ROOT.resolve(module).resolve("src").resolve(kind).resolve("java");
        if (!Files.exists(sources)) return used;
        try (var files = Files.walk(sources)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                for (String name : matches(USE, Files.readString(file)))
                    used.putIfAbsent(name, file);
            }
        }
        used.remove(module);
        return used;
    }

    @Test
    void aModuleDeclaresWhatItUses() throws IOException {
        var undeclared = new ArrayList<String>();
        for (String module : modules()) {
            for (String kind : List.of("main", "test")) {
                var declared = declared(module, kind.equals("test"));
                used(module, kind)
                        .forEach(
                                (name, file) -> {
                                    if (!declared.contains(name))
                                        undeclared.add(module + " uses " + name + " in " + file);
                                });
            }
        }
        assertThat(undeclared).isEmpty();
    }

    @Test
    void theBomNamesEveryModule() throws IOException {
        String bom = Files.readString(ROOT.resolve("bom").resolve("pom.xml"));
        String managed = bom.substring(bom.indexOf("<dependencyManagement>"));
        assertThat(matches(DEPENDENCY, managed)).isEqualTo(modules());
    }

    @Test
    void modulesUseOnlyThoseListedBeforeThem() throws IOException {
        var before = new HashSet<String>();
        var backwards = new ArrayList<String>();
        for (String module : modules()) {
            for (String name : used(module, "main").keySet()) {
                if (!before.contains(name)) backwards.add(module + " uses " + name);
            }
            before.add(module);
        }
        assertThat(backwards).isEmpty();
    }

    @Test
    void nobodyUsesTheEndsOfTheFlow() throws IOException {
        for (String module : modules()) {
            assertThat(used(module, "main").keySet()).as(module).doesNotContainAnyElementsOf(ENDS);
        }
    }
}
