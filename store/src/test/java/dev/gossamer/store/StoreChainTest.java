package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StoreChainTest {
    @Test
    void storeThatFailsIsReportedAndTheOthersStillGetTheCapture() throws IOException {
        var kept = new ArrayList<Capture>();
        var page = Captures.page("http://a.test/", "x");
        try (var chain =
                new StoreChain(List.of(new Broken("one"), new Kept(kept), new Broken("two")))) {
            assertThatThrownBy(() -> chain.write(page))
                    .isInstanceOf(IOException.class)
                    .hasMessage("one")
                    .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        }
        assertThat(kept).containsExactly(page);
    }

    @Test
    void mistakeInOneStoreIsThrownAfterTheOthersGotTheCapture() throws IOException {
        var kept = new ArrayList<Capture>();
        var mistaken =
                new FailsOnce(new ArrayList<>(), new IllegalStateException("a mistake of its own"));
        try (var chain = new StoreChain(List.of(mistaken, new Kept(kept)))) {
            assertThatThrownBy(() -> chain.write(Captures.page("http://a.test/", "x")))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(kept).hasSize(1);
    }

    private static final class FailsOnce implements Store {
        private final List<Capture> captures;
        private final Exception failure;
        private boolean hasFailed;

        FailsOnce(List<Capture> captures, Exception failure) {
            this.captures = captures;
            this.failure = failure;
        }

        @Override
        public void write(Capture capture) throws IOException {
            if (!hasFailed) {
                hasFailed = true;
                if (failure instanceof IOException e) throw e;
                throw (RuntimeException) failure;
            }
            captures.add(capture);
        }

        @Override
        public void sync() {}

        @Override
        public void close() {}
    }

    private record Kept(List<Capture> captures) implements Store {
        @Override
        public void write(Capture capture) {
            captures.add(capture);
        }

        @Override
        public void sync() {}

        @Override
        public void close() {}
    }

    private record Broken(String why) implements Store {
        @Override
        public void write(Capture capture) throws IOException {
            throw new IOException(why);
        }

        @Override
        public void sync() {}

        @Override
        public void close() {}
    }
}
