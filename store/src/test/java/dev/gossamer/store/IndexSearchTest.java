package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of an index by their beginning, in sorted runs and in logs. */
class IndexSearchTest {
    @TempDir Path folder = Path.of("");

    private List<String> find(String prefix) throws IOException {
        return new IndexSearch(new IndexFiles(folder)).linesThatBegin(prefix);
    }

    @Test
    void allLinesOfASortedRunAreFound() throws IOException {
        var lines = new ArrayList<String>();
        for (char key = 'a'; key <= 'e'; key++)
            for (int i = 0; i < 5; i++) lines.add(key + " " + i);
        Files.writeString(folder.resolve("index.cdxj"), String.join("\n", lines) + "\n");
        assertThat(find("a ")).containsExactly("a 0", "a 1", "a 2", "a 3", "a 4");
        assertThat(find("c ")).containsExactly("c 0", "c 1", "c 2", "c 3", "c 4");
        assertThat(find("e ")).containsExactly("e 0", "e 1", "e 2", "e 3", "e 4");
        assertThat(find("c 4")).containsExactly("c 4");
        assertThat(find("bb")).isEmpty();
        assertThat(find("f")).isEmpty();
    }

    @Test
    void aLineWithoutItsEndDoesNotCount() throws IOException {
        Files.writeString(folder.resolve("index.cdxj"), "a 1\na 2");
        Files.writeString(folder.resolve("x.warc.gz@0" + IndexLog.SUFFIX), "a 3\na 4");
        assertThat(find("a ")).containsExactly("a 1", "a 3");
    }
}
