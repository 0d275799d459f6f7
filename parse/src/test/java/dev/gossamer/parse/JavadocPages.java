package dev.gossamer.parse;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.JarURLConnection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.jar.JarFile;

/** The pages of a javadoc jar on the class path: real HTML by two generators, 47 MB. */
final class JavadocPages {
    private static final String ONE = "/com/google/common/base/package-summary.html";

    private JavadocPages() {}

    static Map<Url, byte[]> all() throws IOException {
        var resource = Objects.requireNonNull(JavadocPages.class.getResource(ONE));
        Map<Url, byte[]> pages = new TreeMap<>();
        try (JarFile jar = ((JarURLConnection) resource.openConnection()).getJarFile()) {
            var names =
                    jar.stream().map(e -> e.getName()).filter(n -> n.endsWith(".html")).toList();
            for (String name : List.copyOf(names)) {
                try (var in = jar.getInputStream(jar.getEntry(name))) {
                    pages.put(Url.of("http://docs.example.org/" + name), in.readAllBytes());
                }
            }
        }
        return pages;
    }
}
