package dev.gossamer.robots;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Any bytes are a sitemap, which may name nothing. */
class SitemapFuzzer {
    @FuzzTest(maxDuration = "1m")
    void readsAnything(byte[] input) {
        Sitemap.isSitemap(input);
        var sitemap = Sitemap.read(input, 1 << 20);
        assertThat(sitemap.locations()).hasSizeLessThanOrEqualTo(Sitemap.MAX_LOCATIONS);
        for (String location : sitemap.locations())
            assertThat(location).isNotBlank().hasSizeLessThanOrEqualTo(Sitemap.MAX_LOCATION_LENGTH);
    }
}
