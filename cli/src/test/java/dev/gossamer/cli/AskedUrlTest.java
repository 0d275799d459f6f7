package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AskedUrlTest {
    private static final String ASKED = "http://a.test/?utm_source=1&mine=2";

    @TempDir Path folder = Path.of("");

    @Test
    void theNormalFormIsThatOfTheCrawl() throws IOException {
        Files.writeString(
                folder.resolve("crawl.yaml"),
                "seeds: [\"http://a.test/\"]\ntracking-parameters: [mine]\n");
        assertThat(AskedUrl.of(folder, ASKED)).hasToString("http://a.test/?utm_source=1");
    }

    @Test
    void aFolderWithoutACrawlHasTheUsualOne() throws IOException {
        assertThat(AskedUrl.of(folder, ASKED)).hasToString("http://a.test/?mine=2");
    }
}
