package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class DeadManTest {
    private static final Duration MOST = Duration.ofSeconds(1);

    private static Process child(String what) throws Exception {
        assumeThat(DeadMan.isSupported()).isTrue();
        var child =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                TestCluster.classPath(),
                                Child.class.getName(),
                                what)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        assertThat(child.inputReader().readLine()).isEqualTo("set");
        return child;
    }

    @Test
    void aProcessThatIsStoppedIsDeadSoon() throws Exception {
        var child = child("wind");
        // It was wound up for more than the time that one winding lasts.
        for (int i = 0; i < 20; i++) assertThat(child.inputReader().readLine()).isEqualTo("wound");
        assertThat(child.isAlive()).isTrue();
        new ProcessBuilder("kill", "-STOP", Long.toString(child.pid())).start().waitFor();
        assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(child.exitValue()).isEqualTo(128 + 9);
    }

    @Test
    void aProcessThatDoesNotWindItUpIsDeadSoon() throws Exception {
        var child = child("hang");
        assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(child.exitValue()).isEqualTo(128 + 9);
    }

    @Test
    void aProcessThatTakesItOffLives() throws Exception {
        var child = child("close");
        assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(child.exitValue()).isZero();
    }

    @Test
    void aTimeOfNothingIsRefused() {
        assertThatThrownBy(() -> DeadMan.set(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** The process that has the switch. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) {
            var deadMan = DeadMan.set(MOST).orElseThrow();
            System.out.println("set");
            switch (arguments[0]) {
                case "wind" -> {
                    while (true) {
                        LockSupport.parkNanos(MOST.toNanos() / 10);
                        deadMan.wind();
                        System.out.println("wound");
                    }
                }
                case "hang" -> LockSupport.parkNanos(60 * MOST.toNanos());
                default -> {
                    deadMan.close();
                    deadMan.wind();
                    LockSupport.parkNanos(2 * MOST.toNanos());
                }
            }
        }
    }
}
