package dev.gossamer.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.index.Searcher;
import dev.gossamer.store.ArchivePosition;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class IndexDerivationTest extends DerivationContract {
    @Override
    DerivedData kind() {
        return DerivedData.INDEX;
    }

    @Override
    Derivation open() throws IOException {
        return IndexDerivation.open(folder.resolve("index"), folder.resolve("links"));
    }

    @Override
    Set<String> known(int to) throws IOException {
        var paths = new TreeSet<String>();
        try (var searcher = Searcher.open(folder.resolve("index"))) {
            for (int i = 0; i < to; i++) {
                var places = searcher.postings("word" + i).places();
                assertThat(places).hasSizeLessThanOrEqualTo(1);
                for (var place : places) paths.add(place.url().path());
            }
        }
        return paths;
    }

    @Test
    void aPageThatIsGoneOrWantsToBeLeftOutIsRemoved() throws IOException {
        try (var derivation = open()) {
            for (int i = 0; i < 4; i++) derivation.read(page(i));
            derivation.read(gone(page(1), 404, false));
            derivation.read(gone(page(2), 410, false));
            derivation.read(gone(page(3), 200, true));
            derivation.commit(ArchivePosition.parse("1"));
        }
        assertThat(known(4)).containsExactly("/0");
    }

    @Test
    void anAnswerThatMayPassRemovesNothing() throws IOException {
        try (var derivation = open()) {
            derivation.read(page(0));
            derivation.read(gone(page(0), 503, false));
            derivation.commit(ArchivePosition.parse("1"));
        }
        assertThat(known(1)).containsExactly("/0");
    }

    private static ReadCapture gone(ReadCapture page, int status, boolean isNoindex) {
        return new ReadCapture(
                page.url(),
                page.at(),
                status,
                page.type(),
                isNoindex ? page.parsed() : Optional.empty(),
                isNoindex ? page.text() : "",
                Optional.empty(),
                isNoindex);
    }
}
