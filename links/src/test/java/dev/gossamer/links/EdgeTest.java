package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EdgeTest {
    private static final Url URL = Url.of("http://a.test/");

    private static String cut(String text) {
        return new Edge(URL, Edge.Kind.NAVIGATE, text).text();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "199, 199", "200, 200", "201, 200", "100000, 200"})
    void textsAreCut(int length, int kept) {
        assertThat(cut("x".repeat(length))).isEqualTo("x".repeat(kept));
    }

    @Test
    void noPairOfSurrogatesIsCutInTwo() {
        assertThat(cut("x".repeat(199) + "😀")).isEqualTo("x".repeat(199));
        assertThat(cut("x".repeat(198) + "😀y")).isEqualTo("x".repeat(198) + "😀");
        assertThat(cut("x".repeat(198) + "😀")).hasSize(200);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1000})
    void aStatusThatDoesNotFitIsRefused(int status) {
        assertThatThrownBy(() -> new PageLinks(URL, Instant.EPOCH, status, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("status " + status);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 999})
    void theLastStatusThatFitsIsTaken(int status) {
        assertThat(new PageLinks(URL, Instant.EPOCH, status, List.of()).status()).isEqualTo(status);
    }

    @Test
    void theLinksOfAPageCannotBeChangedFromOutside() {
        var edges = new ArrayList<>(List.of(new Edge(URL, Edge.Kind.FORM, "")));
        var page = new PageLinks(URL, Instant.EPOCH, 200, edges);
        edges.clear();
        assertThat(page.edges()).hasSize(1);
    }
}
