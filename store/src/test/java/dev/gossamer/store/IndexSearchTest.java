package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
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

    @Test
    void partsFollowEachOtherOverRunsAndLogs() throws IOException {
        var random = new Random(7);
        var lines = new TreeSet<String>();
        for (int file = 0; file < 3; file++) {
            var own = new TreeSet<String>();
            for (int i = 0; i < 40; i++) own.add("k " + random.nextInt(1000) + " x");
            own.add("j 1");
            own.add("k 500 x");
            own.add("l 1");
            Files.writeString(folder.resolve(file + ".cdxj"), String.join("\n", own) + "\n");
            lines.addAll(own);
        }
        Files.writeString(
                folder.resolve("x.warc.gz@0" + IndexLog.SUFFIX), "k 99 z\nl 2\nk 1 z\nk 500 x\n");
        lines.addAll(List.of("k 99 z", "k 1 z"));
        var wanted = lines.stream().filter(line -> line.startsWith("k ")).toList();
        for (int most : new int[] {1, 7, 1000}) {
            var found = new ArrayList<String>();
            String after = "";
            while (true) {
                var part =
                        new IndexSearch(new IndexFiles(folder)).linesThatBegin("k ", after, most);
                assertThat(part).hasSizeLessThanOrEqualTo(most);
                found.addAll(part);
                if (part.size() < most) break;
                after = part.getLast();
            }
            assertThat(found).as("%d at a time", most).isEqualTo(wanted);
        }
    }

    private List<String> find(String prefix, String after, int most) throws IOException {
        return new IndexSearch(new IndexFiles(folder)).linesThatBegin(prefix, after, most);
    }

    @Test
    void theSearchBeginsBehindALineWhetherItIsThereOrNot() throws IOException {
        String lines = "j 9\nk 1\nk 3\nk 30\nk 5\nl 1\n";
        for (String name : List.of("index.cdxj", "x.warc.gz@0" + IndexLog.SUFFIX)) {
            Path file = folder.resolve(name);
            Files.writeString(file, lines);
            assertThat(find("k", "", 9)).as(name).containsExactly("k 1", "k 3", "k 30", "k 5");
            assertThat(find("k", "a", 2)).as(name).containsExactly("k 1", "k 3");
            assertThat(find("k", "k 1", 9)).as(name).containsExactly("k 3", "k 30", "k 5");
            assertThat(find("k", "k 2", 1)).as(name).containsExactly("k 3");
            assertThat(find("k", "k 3", 9)).as(name).containsExactly("k 30", "k 5");
            assertThat(find("k", "k 30", 9)).as(name).containsExactly("k 5");
            assertThat(find("k", "k 5", 9)).as(name).isEmpty();
            assertThat(find("k", "k", 1)).as(name).containsExactly("k 1");
            assertThat(find("k", "l 1", 9)).as(name).isEmpty();
            assertThat(find("k", "z", 9)).as(name).isEmpty();
            assertThat(find("k 30", "", 9)).as(name).containsExactly("k 30");
            assertThat(find("k 30 ", "", 9)).as(name).isEmpty();
            assertThat(find("l", "", 9)).as(name).containsExactly("l 1");
            assertThat(find("", "", 9)).as(name).hasSize(6);
            Files.delete(file);
        }
    }

    @Test
    void ofSeveralFilesTheFirstLinesAreTaken() throws IOException {
        Files.writeString(folder.resolve("index.cdxj"), "k 4\nk 5\nk 6\n");
        Files.writeString(folder.resolve("x.warc.gz@0" + IndexLog.SUFFIX), "k 7\nk 1\nk 5\nk 2\n");
        assertThat(find("k", "", 3)).containsExactly("k 1", "k 2", "k 4");
        assertThat(find("k", "k 2", 3)).containsExactly("k 4", "k 5", "k 6");
        assertThat(find("k", "k 6", 3)).containsExactly("k 7");
    }

    @Test
    void anEmptyFileHasNoLines() throws IOException {
        Files.createFile(folder.resolve("index.cdxj"));
        Files.createFile(folder.resolve("x.warc.gz@0" + IndexLog.SUFFIX));
        assertThat(find("")).isEmpty();
        assertThat(find("k", "k 1", 1)).isEmpty();
    }

    /** A merge deletes runs: whoever looks meanwhile looks again, but not for ever. */
    @Test
    void aFileThatIsListedButNeverThereIsReported() throws IOException {
        Files.writeString(folder.resolve("index.cdxj"), "k 1\n");
        Path gone = folder.resolve("run-00000001.cdxj");
        Files.createSymbolicLink(gone, folder.resolve("nowhere"));
        assertThatThrownBy(() -> find("k"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining(gone.toString());
    }
}
