package dev.gossamer.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
    @TempDir Path dir;

    @Test
    void isHeldByOneOwnerUntilItIsClosed() throws Exception {
        var lock = DirectoryLock.tryLock(dir).orElseThrow();
        assertThat(DirectoryLock.tryLock(dir)).isEmpty();
        assertThat(DirectoryLock.isLocked(dir)).isTrue();
        lock.close();
        lock.close();
        assertThat(DirectoryLock.isLocked(dir)).isFalse();
        try (var again = DirectoryLock.tryLock(dir).orElseThrow()) {
            assertThat(again).isNotNull();
        }
    }

    @Test
    void keepsOtherProcessesOutWhateverThisOneAsks() throws Exception {
        try (var _ = DirectoryLock.tryLock(dir).orElseThrow()) {
            assertThat(DirectoryLock.isLocked(dir)).isTrue();
            assertThat(DirectoryLock.tryLock(dir)).isEmpty();
            Path alias = Files.createSymbolicLink(dir.resolve("alias"), dir);
            assertThat(DirectoryLock.isLocked(alias)).isTrue();
            assertThat(DirectoryLock.tryLock(alias)).isEmpty();
            assertThat(inAnotherProcess("lock")).isEqualTo("refused");
            assertThat(inAnotherProcess("ask")).isEqualTo("locked");
        }
        assertThat(inAnotherProcess("ask")).isEqualTo("free");
        assertThat(inAnotherProcess("lock")).isEqualTo("taken");
    }

    @Test
    void anOwnerWaitsForOneThatOnlyAsks() throws Exception {
        Files.createFile(dir.resolve("lock"));
        var asking = start("hold-presence");
        assertThat(asking.inputReader().readLine()).isEqualTo("holding");
        var owner = CompletableFuture.supplyAsync(this::tryLock);
        asking.outputWriter().append('\n').close();
        assertThat(owner.get(1, TimeUnit.MINUTES)).isTrue();
        asking.waitFor();
    }

    private boolean tryLock() {
        try (var lock = DirectoryLock.tryLock(dir).orElse(null)) {
            return lock != null;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void asksInADirectoryWithoutALockFile() throws Exception {
        assertThat(DirectoryLock.isLocked(dir)).isFalse();
        assertThat(dir).isEmptyDirectory();
    }

    private String inAnotherProcess(String what) throws Exception {
        var process = start(what);
        try (var answer = process.inputReader()) {
            return String.valueOf(answer.readLine());
        } finally {
            process.waitFor();
        }
    }

    private Process start(String what) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        what,
                        dir.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** The other process. */
    static final class Other {
        private Other() {}

        public static void main(String[] arguments) throws IOException {
            Path dir = Path.of(arguments[1]);
            switch (arguments[0]) {
                case "lock" ->
                        System.out.println(
                                DirectoryLock.tryLock(dir).isPresent() ? "taken" : "refused");
                case "ask" -> System.out.println(DirectoryLock.isLocked(dir) ? "locked" : "free");
                default -> holdPresence(dir);
            }
        }

        /** What isLocked does, stopped in the middle until there is something to read. */
        private static void holdPresence(Path dir) throws IOException {
            try (var channel = FileChannel.open(dir.resolve("lock"), StandardOpenOption.READ);
                    var lock = channel.tryLock(1, 1, true)) {
                System.out.println(lock == null ? "refused" : "holding");
                System.in.read();
            }
        }
    }
}
