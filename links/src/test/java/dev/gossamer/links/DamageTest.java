package dev.gossamer.links;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.DamagedFileException;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One block of a file is damaged: what does not need it is right, the rest is refused. */
class DamageTest {
    private static final String UNKNOWN = "http://unheard.example/";

    @TempDir private Path dir;

    private interface Question {
        Object ask() throws IOException;
    }

    /** Empty where the file was found to be damaged. */
    private static Optional<Object> answer(Question question) throws IOException {
        try {
            return Optional.of(question.ask());
        } catch (DamagedFileException _) {
            return Optional.empty();
        }
    }

    private List<Question> questions(LinkGraph graph, List<Url> urls) {
        List<Question> questions = new ArrayList<>();
        for (var url : urls) {
            questions.add(() -> graph.fetched(url));
            questions.add(() -> graph.from(url));
            questions.add(() -> graph.to(url, 1000));
            questions.add(() -> graph.anchors(url, 1000));
        }
        return questions;
    }

    private List<Optional<Object>> answers(List<Url> urls) throws IOException {
        List<Optional<Object>> answers = new ArrayList<>();
        // A new graph for each question, so that none has checked a block for another.
        for (int i = 0; i < 4 * urls.size(); i++) {
            int number = i;
            answers.add(
                    answer(
                            () -> {
                                try (var graph = LinkGraph.open(dir)) {
                                    return questions(graph, urls).get(number).ask();
                                }
                            }));
        }
        return answers;
    }

    @Test
    void noQuestionIsAnsweredWronglyWhicheverBlockIsDamaged() throws IOException {
        var pages = new RandomPages(12, 40, 100);
        List<Url> urls = new ArrayList<>();
        try (var store = LinkStore.open(dir)) {
            for (int i = 0; i < 1500; i++) {
                var page = pages.page();
                if (i % 150 == 0) urls.add(page.source());
                store.add(page);
            }
            store.commit("");
        }
        urls.add(Url.of(UNKNOWN));
        var right = answers(urls);
        assertThat(right).doesNotContain(Optional.empty());
        var file = dir.resolve("00000000.seg");
        byte[] bytes = Files.readAllBytes(file);
        long length;
        try (var segment = Segment.open(file)) {
            length = segment.bytes();
        }
        assertThat(length).isGreaterThan(3L * BlockWriter.BLOCK);
        int refused = 0;
        int answered = 0;
        for (int from = 0; from < length; from += BlockWriter.BLOCK) {
            byte[] damaged = bytes.clone();
            int to = (int) Math.min(length, from + BlockWriter.BLOCK);
            for (int i = from; i < to; i++) damaged[i] ^= (byte) 0xFF;
            Files.write(file, damaged);
            var answers = answers(urls);
            for (int i = 0; i < answers.size(); i++) {
                if (answers.get(i).isEmpty()) {
                    refused++;
                } else {
                    answered++;
                    assertThat(answers.get(i)).as("block at %d", from).isEqualTo(right.get(i));
                }
            }
        }
        assertThat(refused).isPositive();
        assertThat(answered).as("blocks that a question does not need").isPositive();
    }

    /** Each of these begins a block of its own, so that no other access has checked it. */
    @Test
    void indexesAndBitsAreCheckedBeforeTheyAreBelieved() throws IOException {
        var file = dir.resolve("segment");
        long[] footer = new long[Segment.FOOTER];
        try (var out = BlockWriter.create(file)) {
            out.writeLong(SegmentWriter.MAGIC);
            toNextBlock(out);
            var texts = new DictionaryWriter(out);
            texts.add("text".getBytes(UTF_8), 4);
            toNextBlock(out);
            footer[Segment.TEXTS] = 1;
            footer[Segment.TEXT_INDEX] = texts.finish();
            toNextBlock(out);
            footer[Segment.URLS] = 1;
            footer[Segment.FETCHED] = out.position();
            out.writeLong(1);
            toNextBlock(out);
            footer[Segment.FORWARD_INDEX] = out.position();
            out.writeLong(8 * out.position());
            toNextBlock(out);
            footer[Segment.BACKWARD_INDEX] = out.position();
            out.writeLong(8 * out.position());
            out.finish(footer);
        }
        byte[] bytes = Files.readAllBytes(file);
        List<String> found = new ArrayList<>();
        for (int block = 0; block < 6; block++) {
            byte[] damaged = bytes.clone();
            damaged[block * BlockWriter.BLOCK + 7] ^= 1;
            Files.write(file, damaged);
            found.add(block + ": " + damagedParts(file));
        }
        assertThat(found)
                .containsExactly(
                        "0: [open]",
                        "1: [text]",
                        "2: [text]",
                        "3: [fetched]",
                        "4: [forward]",
                        "5: [backward]");
    }

    private static void toNextBlock(BlockWriter out) throws IOException {
        while (out.position() % BlockWriter.BLOCK != 0) out.write(0);
    }

    private static List<String> damagedParts(Path file) throws IOException {
        List<String> parts = new ArrayList<>();
        if (answer(
                        () -> {
                            Segment.open(file).close();
                            return "";
                        })
                .isEmpty()) return List.of("open");
        try (var segment = Segment.open(file)) {
            if (answer(() -> segment.texts().find("text".getBytes(UTF_8))).isEmpty())
                parts.add("text");
            if (answer(() -> segment.isFetched(0)).isEmpty()) parts.add("fetched");
            if (answer(() -> segment.forwardGroup(0)).isEmpty()) parts.add("forward");
            if (answer(() -> segment.backwardGroup(0)).isEmpty()) parts.add("backward");
        }
        return parts;
    }

    @Test
    void aClosedSegmentIsNotRead() throws IOException {
        try (var store = LinkStore.open(dir)) {
            store.add(new RandomPages(1, 1, 5).page());
            store.commit("");
        }
        var segment = Segment.open(dir.resolve("00000000.seg"));
        segment.close();
        assertThatThrownBy(() -> segment.forward().next())
                .isInstanceOf(IllegalStateException.class);
        var graph = LinkGraph.open(dir);
        graph.close();
        assertThatThrownBy(() -> graph.from(Url.of(UNKNOWN)))
                .isInstanceOf(IllegalStateException.class);
    }
}
