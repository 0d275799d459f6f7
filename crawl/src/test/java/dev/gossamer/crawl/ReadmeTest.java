package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README tells people to copy must compile. */
class ReadmeTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir Path classes = Path.of("");

    private static List<String> examples(String page) throws IOException {
        return JAVA.matcher(Files.readString(ROOT.resolve(page)))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void theProgramOfTheReadmeCompiles() throws IOException {
        assertThat(compile("TenLines", examples("README.md").get(0))).isEmpty();
    }

    @Test
    void theProgramOfTheReadmeIsAboutTenLines() throws IOException {
        assertThat(examples("README.md").get(0).lines().filter(line -> !line.isBlank()).count())
                .isLessThanOrEqualTo(12);
    }

    /** The project in src/it runs this program with what the build made. */
    @Test
    void theProgramOfTheReadmeIsTheOneThatRunsAsAProjectOfItsOwn() throws IOException {
        String project = Files.readString(Path.of("src/it/ten-lines/src/main/java/TenLines.java"));
        assertThat(examples("README.md").get(0).replace("\"https://example.org/\"", "args"))
                .isEqualTo(project);
    }

    @Test
    void theReadmeNamesTheArtifactAndItsVersion() throws IOException {
        assertThat(Files.readString(ROOT.resolve("README.md")))
                .contains("<artifactId>gossamer-crawl</artifactId>")
                .contains("<version>%s</version>".formatted(Version.TEXT));
    }

    @Test
    void theFragmentOfTheReadmeCompiles() throws IOException {
        String body =
                """
                import dev.gossamer.crawl.*;
                import dev.gossamer.store.Store;
                import java.nio.file.Path;
                class Fragment {
                    void run(Store myStore) throws Exception {
                %s
                    }
                }
                """
                        .formatted(examples("README.md").get(1));
        assertThat(compile("Fragment", body)).isEmpty();
    }

    @Test
    void theFilterOfTheFilterPageCompiles() throws IOException {
        String imports = "import dev.gossamer.crawl.*;\nimport dev.gossamer.url.Url;\n";
        assertThat(compile("OnlyDocs", imports + examples("docs/filters.md").get(0))).isEmpty();
    }

    /** What the compiler had to say; nothing when all is well. */
    private String compile(String name, String source) {
        var file =
                new SimpleJavaFileObject(
                        URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        var said = new StringWriter();
        var options =
                List.of(
                        "-d",
                        classes.toString(),
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"));
        boolean isFine =
                ToolProvider.getSystemJavaCompiler()
                        .getTask(said, null, null, options, null, List.of(file))
                        .call();
        return isFine ? "" : said.toString();
    }
}
