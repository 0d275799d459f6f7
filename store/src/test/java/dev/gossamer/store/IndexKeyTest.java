package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.netpreserve.jwarc.URIs;

final class IndexKeyTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.test/",
                "https://www.example.test/",
                "http://www2.example.test:8080/A/b/?z=1&A=2",
                "http://wwwx.test/",
                "http://www.test/",
                "https://a.b.c.test/x/?",
                "http://a.test/x?b&a&&c",
                "http://192.0.2.7:8080/x"
            })
    void keyIsTheOneAnotherToolMakes(String url) {
        assertThat(Url.of(url).surt()).isEqualTo(URIs.toNormalizedSurt(url));
    }
}
