package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.derive.DerivedData;
import dev.gossamer.derive.Lag;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The JSON of a status, on whose names programs rely. */
class StatusTest {
    @Test
    void derivedDataStandsUnderItsLabelAsFollowers() {
        var status =
                Status.NOTHING.with(
                        Map.of(
                                DerivedData.LINKS,
                                new Lag(7, "", 0),
                                DerivedData.INDEX,
                                new Lag(0, "full", 2)));
        String json = status.toJson().replaceAll("\\s", "");
        assertThat(json)
                .contains("\"links\":{\"behindBytes\":7,\"problem\":\"\",\"skipped\":0}")
                .contains("\"index\":{\"behindBytes\":0,\"problem\":\"full\",\"skipped\":2}")
                .contains(",\"followers\":{");
        assertThat(Status.fromJson(status.toJson())).isEqualTo(status);
    }

    @Test
    void aStatusWithoutDerivedDataIsRead() {
        String json =
                Status.NOTHING.toJson().replaceAll(",\\s*\"followers\"\\s*:\\s*\\{\\s*\\}", "");
        assertThat(json).doesNotContain("followers");
        assertThat(Status.fromJson(json).lags()).isEmpty();
    }
}
