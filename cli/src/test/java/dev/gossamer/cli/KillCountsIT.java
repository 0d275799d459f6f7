package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short kill campaign: all that {@link KillCampaign} asks, in seconds instead of an hour. */
class KillCountsIT {
    @TempDir Path folder = Path.of("");

    /** Five kills over 2,000 pages of one size: what is counted is what is archived. */
    @Test
    void fiveKillsOverTwoThousandPagesAreCountedExactly() throws Exception {
        var campaign = new KillCampaign(folder, 41);
        var crawl = new KillCampaign.Plan(2_000, 20, 5, "gzip", false, false);
        campaign.run(crawl);
        assertThat(campaign.kills()).isEqualTo(5);
    }

    @Test
    void killsBesideFollowersAreCountedExactly() throws Exception {
        var campaign = new KillCampaign(folder, 42);
        var crawl = new KillCampaign.Plan(300, 10, 3, "none", true, true);
        campaign.run(crawl);
        assertThat(campaign.kills()).isPositive();
    }
}
