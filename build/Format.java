import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks ({@code check}) or rewrites ({@code fix}) the format of every Java source of the modules. Run by the root pom on
 * the JDK that the toolchain found, because formatters that run inside Maven fail where Maven itself runs on an older Java.
 */
public final class Format {
    public static void main(String[] args) throws Exception {
        boolean fix = args[0].equals("fix");
        var formatter =
                new Formatter(
                        JavaFormatterOptions.builder()
                                .style(JavaFormatterOptions.Style.AOSP)
                                .formatJavadoc(true)
                                .build());
        var wrong = new ArrayList<Path>();
        for (Path file : sources()) {
            String before = Files.readString(file);
            String once = formatter.formatSource(RemoveUnusedImports.removeUnusedImports(before));
            if (before.equals(once)) continue;
            // Twice: where it breaks a long comment, the formatter settles on the second pass only.
            String after = formatter.formatSource(once);
            if (before.equals(after)) continue;
            wrong.add(file);
            if (fix) Files.writeString(file, after);
        }
        if (wrong.isEmpty()) return;
        for (Path file : wrong) System.out.println((fix ? "formatted " : "not formatted: ") + file);
        if (fix) return;
        System.out.println("run: mvn -q -N verify -Dformat=fix");
        System.exit(1);
    }

    private static List<Path> sources() throws Exception {
        var java = FileSystems.getDefault().getPathMatcher("glob:*/src/*/java/**.java");
        try (var files = Files.find(Path.of(""), 20, (path, facts) -> facts.isRegularFile() && java.matches(path))) {
            return files.sorted().toList();
        }
    }
}
