package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.store.WarcOptions.Codec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WarcOptionsTest {
    private static final WarcOptions DEFAULT = WarcOptions.DEFAULT;

    @ParameterizedTest
    @CsvSource({"GZIP, 1", "GZIP, 9", "ZSTD, 9", "ZSTD, 1", "ZSTD, -1", "ZSTD, -7", "NONE, 1"})
    void levelsAreThoseOfTheCodec(Codec codec, int level) {
        var options = DEFAULT.withCodec(codec, level);
        assertThat(options.codec()).isEqualTo(codec);
        assertThat(options.level()).isEqualTo(level);
    }

    @ParameterizedTest
    @CsvSource({"GZIP, 0", "GZIP, 10", "GZIP, -1", "ZSTD, 0", "ZSTD, 10", "ZSTD, -8", "NONE, -1"})
    void otherLevelsAreRefused(Codec codec, int level) {
        assertThatThrownBy(() -> DEFAULT.withCodec(codec, level))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("level " + level);
    }

    @Test
    void aFileHoldsAtLeastAByteAndSomebodyWritesIt() {
        assertThat(DEFAULT.withMaxFileBytes(1).maxFileBytes()).isOne();
        assertThat(DEFAULT.withWriters(1).writers()).isOne();
        assertThat(DEFAULT.withWriters(64).writers()).isEqualTo(64);
        assertThatThrownBy(() -> DEFAULT.withMaxFileBytes(0)).hasMessage("maxFileBytes 0");
        assertThatThrownBy(() -> DEFAULT.withWriters(0)).hasMessage("writers 0");
        assertThatThrownBy(() -> DEFAULT.withWriters(65)).hasMessage("writers 65");
    }

    /** Each changes what it names and nothing else. */
    @Test
    void oneOptionIsChangedAtATime() {
        var changed =
                DEFAULT.withCodec(Codec.ZSTD, 3)
                        .withMaxFileBytes(1000)
                        .withWriters(2)
                        .withMetadata(true)
                        .withEarlier(List.of(Path.of("earlier")))
                        .withInfo(Map.of("operator", "me"));
        assertThat(changed)
                .isEqualTo(
                        new WarcOptions(
                                Codec.ZSTD,
                                3,
                                1000,
                                2,
                                true,
                                List.of(Path.of("earlier")),
                                Map.of("operator", "me")));
        assertThat(
                        changed.withInfo(Map.of())
                                .withEarlier(List.of())
                                .withMetadata(false)
                                .withWriters(DEFAULT.writers())
                                .withMaxFileBytes(DEFAULT.maxFileBytes())
                                .withCodec(DEFAULT.codec(), DEFAULT.level()))
                .isEqualTo(DEFAULT);
    }

    @Test
    void optionsDoNotChangeWithWhatTheyWereMadeOf() {
        var earlier = new ArrayList<>(List.of(Path.of("a")));
        var info = new HashMap<>(Map.of("operator", "me"));
        var options = DEFAULT.withEarlier(earlier).withInfo(info);
        earlier.clear();
        info.clear();
        assertThat(options.earlier()).hasSize(1);
        assertThat(options.info()).hasSize(1);
    }
}
