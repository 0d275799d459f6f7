package dev.gossamer.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeedFileTest {
    @TempDir Path folder = Path.of("");

    @Test
    void linesAreUtf8AndStrippedAfterAByteOrderMark() throws IOException {
        Path file = folder.resolve("seeds.txt");
        Files.writeString(file, "\uFEFFhttp://a.test/\u00fc\r\n\n  # x\n#\n\t b\u00fccher.test \n");
        assertThat(SeedFile.read(file.toString()))
                .containsExactly("http://a.test/\u00fc", "b\u00fccher.test");
    }

    @Test
    void aLineThatIsNoUrlIsNamedWithItsFile() {
        byte[] text = "http://a.test/\n# x\n\n\nnot a url\n".getBytes(UTF_8);
        assertThatThrownBy(() -> SeedFile.parse("seeds.txt", text))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("seeds.txt:5: not a URL that can be crawled: 'not a url'");
    }

    @Test
    void anotherCharsetIsRefused() {
        byte[] text = "http://a.test/\nhttp://a.test/\u00fc\n".getBytes(ISO_8859_1);
        assertThatThrownBy(() -> SeedFile.parse("seeds.txt", text))
                .isInstanceOf(UsageException.class)
                .hasMessage("seeds.txt:2: not UTF-8");
    }
}
