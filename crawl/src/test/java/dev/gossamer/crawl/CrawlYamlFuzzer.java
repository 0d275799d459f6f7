package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/**
 * Any bytes as {@code crawl.yaml} give settings or a {@link UsageException} of one line; and what
 * was read is written in a form that reads back the same.
 */
class CrawlYamlFuzzer {
    @FuzzTest(maxDuration = "1m")
    void readsAnything(byte[] input) throws IOException {
        Path file = Files.createTempFile("crawl-yaml-fuzzer", ".yaml");
        try {
            Files.write(file, input);
            var values = SettingsFile.read(file, new ArrayList<>()::add);
            values.save(file);
            assertThat(Settings.load(file).written()).isEqualTo(values.written());
            CrawlOptions.read(values);
        } catch (UsageException e) {
            assertThat(e.getMessage()).hasLineCount(1).hasSizeLessThan(2_000);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
