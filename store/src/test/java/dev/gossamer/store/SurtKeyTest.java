package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.netpreserve.jwarc.URIs;

final class SurtKeyTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.test/",
                "https://www.example.test/",
                "http://www2.example.test:8080/A/b/?z=1&A=2",
                "http://wwwx.test/",
                "http://www.test/",
                "https://a.b.c.test/x/?",
                "http://192.0.2.7/x",
                "http://a.test/x?b&a&&c"
            })
    void keyIsTheOneAnotherToolMakes(String url) {
        assertThat(SurtKey.of(Url.of(url))).isEqualTo(URIs.toNormalizedSurt(url));
    }
}
