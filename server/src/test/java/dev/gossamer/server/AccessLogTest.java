package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessLogTest {
    @TempDir Path folder = Path.of("");

    @Test
    void aLongLogMakesRoomForANewOne() throws IOException {
        Path file = folder.resolve("server.log");
        var log = new AccessLog(file);
        var line = Map.of("text", "x".repeat(1 << 20));
        for (int i = 0; i < 20; i++) log.write(line);
        assertThat(Files.size(file)).isLessThanOrEqualTo(AccessLog.MOST_BYTES);
        assertThat(folder.resolve("server.log.1")).exists();
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(2);
        }
    }
}
