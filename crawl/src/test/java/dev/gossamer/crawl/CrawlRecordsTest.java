package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a crawl writes down of how it went, and of what it did not fetch. */
class CrawlRecordsTest {
    private static final Url PAGE = Url.of("http://a.test/");
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir Path folder = Path.of("");
    private CrawlDirectory directory;

    @BeforeEach
    void makeFolder() throws IOException {
        Files.createDirectories(folder.resolve("state"));
        Files.writeString(folder.resolve("crawl.yaml"), "seeds: [http://a.test/]\n");
        directory = CrawlDirectory.open(folder);
    }

    private static CrawlSeries.Point point(int number) {
        return new CrawlSeries.Point(
                BEGIN.plusSeconds(10L * number),
                number,
                number + 1,
                100,
                5,
                9,
                2,
                3,
                1,
                List.of(4L, 3L, 2L, 1L),
                0.25,
                1.5);
    }

    private List<CrawlSeries.Point> read(int most) throws IOException {
        return CrawlSeries.read(folder, Instant.MIN, Instant.MAX, most);
    }

    @Test
    void aSeriesIsReadAsItWasWritten() throws IOException {
        assertThat(read(10)).isEmpty();
        for (int i = 0; i < 5; i++) CrawlSeries.append(directory.series(), point(i));
        assertThat(read(10)).containsExactly(point(0), point(1), point(2), point(3), point(4));
        assertThat(CrawlSeries.read(folder, BEGIN.plusSeconds(10), BEGIN.plusSeconds(30), 10))
                .containsExactly(point(1), point(2), point(3));
        assertThat(Files.readAllLines(directory.series())).hasSize(6);
    }

    @Test
    void ofManyPointsSomeAreLeftOutButNeverTheLast() throws IOException {
        for (int i = 0; i < 100; i++) CrawlSeries.append(directory.series(), point(i));
        assertThat(read(10)).hasSize(10).endsWith(point(99)).doesNotHaveDuplicates();
        assertThat(read(1)).containsExactly(point(99));
    }

    @Test
    void aLineThatACrashCutIsPassedOver() throws IOException {
        CrawlSeries.append(directory.series(), point(0));
        Files.writeString(directory.series(), "2026-01-0", StandardOpenOption.APPEND);
        Files.writeString(directory.series(), "\n", StandardOpenOption.APPEND);
        CrawlSeries.append(directory.series(), point(1));
        assertThat(read(10)).containsExactly(point(0), point(1));
    }

    @Test
    void aLongSeriesLosesEverySecondLine() throws IOException {
        var lines = new StringBuilder();
        CrawlSeries.append(directory.series(), point(0));
        String line = Files.readAllLines(directory.series()).get(1);
        int count = (8 << 20) / line.length() + 1;
        for (int i = 0; i < count; i++) lines.append(line).append('\n');
        Files.writeString(directory.series(), lines, StandardOpenOption.APPEND);
        CrawlSeries.append(directory.series(), point(1));
        assertThat(Files.size(directory.series())).isLessThan(5 << 20);
        assertThat(read(Integer.MAX_VALUE)).hasSize((count + 1) / 2 + 1).endsWith(point(1));
    }

    @Test
    void examplesAreTheFirstAndTheLast() throws IOException {
        var examples = new Examples(CrawlExamples.NONE);
        for (int i = 0; i < 1000; i++)
            examples.add(
                    Examples.Kind.ERRORS, "404", Url.of("http://a.test/" + i), PAGE, "detail " + i);
        examples.save(directory.examples());
        var read = CrawlExamples.read(folder).errors().getOrDefault("404", List.of());
        assertThat(read).hasSize(100);
        assertThat(read.get(49).url()).isEqualTo("http://a.test/49");
        assertThat(read.get(50).url()).isEqualTo("http://a.test/950");
        assertThat(read.getLast())
                .isEqualTo(
                        new CrawlExamples.Example(
                                "http://a.test/999", "http://a.test/", "detail 999"));
        assertThat(CrawlExamples.read(folder).dropped()).isEmpty();
    }

    @Test
    void examplesGoOnAfterAResumeAndAreBounded() throws IOException {
        var examples = new Examples(CrawlExamples.NONE);
        for (int i = 0; i < 1000; i++)
            examples.add(Examples.Kind.LEFT_OUT, "rule " + i, PAGE, PAGE, "");
        examples.add(
                Examples.Kind.LEFT_OUT,
                "rule 0",
                Url.of("http://a.test/" + "x".repeat(3000)),
                PAGE,
                "");
        examples.save(directory.examples());
        var more = new Examples(CrawlExamples.read(folder));
        more.add(Examples.Kind.LEFT_OUT, "rule 0", Url.of("http://a.test/2"), PAGE, "");
        more.save(directory.examples());
        assertThat(CrawlExamples.read(folder).leftOut()).hasSize(200);
        assertThat(CrawlExamples.read(folder).leftOut().get("rule 0"))
                .extracting(CrawlExamples.Example::url)
                .containsExactly("http://a.test/", "http://a.test/2");
        assertThat(
                        CrawlExamples.read(folder)
                                .leftOut()
                                .getOrDefault("rule 0", List.of())
                                .getFirst()
                                .via())
                .isEmpty();
    }

    @Test
    void aChangeThatACrashCutCostsNoOther() throws IOException {
        var log = new ChangeLog(directory.changes());
        log.add("ada", "pause", Map.of());
        var whole = Files.readString(directory.changes());
        Files.writeString(directory.changes(), whole + whole.substring(0, 20));
        log.add("bob", "resume", Map.of());
        assertThat(ChangeLog.last(folder, 10)).hasSize(2).first().asString().contains("bob");
        assertThat(ChangeLog.since(folder, 0)).hasSize(2).last().asString().contains("bob");
    }

    @Test
    void examplesThatCannotBeReadAreForgotten() throws IOException {
        Files.writeString(directory.examples(), "{\"errors\": [");
        assertThat(CrawlExamples.read(folder)).isEqualTo(CrawlExamples.NONE);
    }

    @Test
    void aSamplerTakesTheFirstAndThenFewerAndFewer() {
        var sampler = new Sampler();
        int first = 0;
        for (int i = 0; i < 16; i++) if (sampler.isTaken("scope")) first++;
        assertThat(first).isEqualTo(16);
        int all = first;
        for (int i = 0; i < 1_000_000; i++) if (sampler.isTaken("scope")) all++;
        assertThat(all).isBetween(100, 300);
        assertThat(sampler.isTaken("depth")).isTrue();
    }
}
