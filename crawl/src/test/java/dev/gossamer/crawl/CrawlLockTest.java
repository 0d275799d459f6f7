package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lock of a crawl, asked for by its own process and by another. */
class CrawlLockTest {
    @TempDir Path root = Path.of("");

    @BeforeEach
    void crawl() throws IOException {
        var directory = CrawlDirectory.create(root);
        Files.writeString(root.resolve("crawl.yaml"), "seeds: [\"http://a.test/\"]\n");
        directory.save(Status.NOTHING.as(Status.State.running));
    }

    @Test
    void theStatusInTheProcessThatCrawlsLeavesTheLockAlone() throws Exception {
        try (var lock = CrawlDirectory.open(root).lock().orElseThrow()) {
            assertThat(lock).isNotNull();
            assertThat(CrawlDirectory.open(root).status().state()).isEqualTo(Status.State.running);
            assertThat(CrawlDirectory.open(root).lock()).isEmpty();
            assertThat(lockInAnotherProcess()).isEqualTo("refused");
        }
        assertThat(CrawlDirectory.open(root).status().state()).isEqualTo(Status.State.crashed);
        assertThat(lockInAnotherProcess()).isEqualTo("taken");
    }

    @Test
    void theStatusOfACrashedCrawlWritesNothing() throws Exception {
        assertThat(CrawlDirectory.open(root).status().state()).isEqualTo(Status.State.crashed);
        assertThat(root.resolve("state/lock")).doesNotExist();
    }

    private String lockInAnotherProcess() throws Exception {
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Other.class.getName(),
                                root.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (var answer = process.inputReader()) {
            return String.valueOf(answer.readLine());
        } finally {
            process.waitFor();
        }
    }

    /** The other process. */
    static final class Other {
        private Other() {}

        public static void main(String[] arguments) throws IOException {
            var lock = CrawlDirectory.open(Path.of(arguments[0])).lock();
            System.out.println(lock.isPresent() ? "taken" : "refused");
        }
    }
}
