package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that is killed while it writes loses nothing that it has reported as written. */
final class KilledCrawlIT {
    private static final int PAGES = 400;

    @TempDir private Path dir;

    @ParameterizedTest
    @EnumSource(WarcOptions.Codec.class)
    void afterAKillEveryWrittenPageIsThereAndTheFilesAreValid(WarcOptions.Codec codec)
            throws Exception {
        var written = writeUntilKilled(codec);
        try (var store = WarcStore.open(dir, WarcOptions.DEFAULT.withCodec(codec, 1))) {
            store.write(Captures.page("http://a.test/after", "after"));
        }
        var archive = Archive.open(dir);
        for (String url : written) {
            assertThat(archive.find(Url.of(url))).as(url).hasSize(1);
            assertThat(archive.read(archive.find(Url.of(url)).getFirst()).url()).isEqualTo(url);
        }
        assertThat(Jwarc.files(dir)).noneMatch(file -> file.toString().endsWith(".open"));
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    private List<String> writeUntilKilled(WarcOptions.Codec codec)
            throws IOException, InterruptedException {
        var writer =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Writer.class.getName(),
                                dir.toString(),
                                codec.name())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        var written = new ArrayList<String>();
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(
                                writer.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                written.add(line);
                // By its handle: the process itself would close the stream we are reading.
                if (written.size() == PAGES) writer.toHandle().destroyForcibly(); // SIGKILL
            }
        }
        assertThat(writer.waitFor()).isNotZero();
        // The last line may have been cut by the kill.
        written.removeIf(line -> !line.endsWith("/"));
        assertThat(written).hasSizeGreaterThanOrEqualTo(PAGES);
        return written;
    }

    /** Runs in the process that is killed: names each page after it is written. */
    static final class Writer {
        public static void main(String[] args) throws IOException {
            var options =
                    WarcOptions.DEFAULT
                            .withCodec(WarcOptions.Codec.valueOf(args[1]), 1)
                            .withMaxFileBytes(300_000);
            try (var store = WarcStore.open(Path.of(args[0]), options)) {
                var random = new Random(1);
                for (int i = 0; ; i++) {
                    String url = "http://a.test/" + i + "/";
                    store.write(
                            Captures.page(
                                    url, Captures.words(random, 2000 + random.nextInt(200_000))));
                    System.out.println(url);
                }
            }
        }

        private Writer() {}
    }
}
