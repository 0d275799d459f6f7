package dev.gossamer.frontier;

import java.util.List;

/**
 * How often hosts are asked, as it is wanted now. It may change while the crawl runs: a host reads
 * it anew at its next turn and at its next answer, so that a million hosts cost nothing at once.
 */
final class HostPaces {
    private FrontierOptions.Pace pace;
    private List<FrontierOptions.HostPace> overrides;
    private FrontierOptions.HostPace usual;
    private int version;

    HostPaces(FrontierOptions options) {
        pace = options.pace();
        overrides = options.overrides();
        usual = FrontierOptions.HostPace.usual(options);
    }

    void change(FrontierOptions options) {
        pace = options.pace();
        overrides = options.overrides();
        usual = FrontierOptions.HostPace.usual(options);
        version++;
    }

    /** Counts the changes. */
    int version() {
        return version;
    }

    FrontierOptions.Pace pace() {
        return pace;
    }

    FrontierOptions.HostPace of(String host) {
        for (var override : overrides) if (override.matches(host)) return override;
        return usual;
    }

    boolean isUsual(FrontierOptions.HostPace one) {
        return one.equals(usual);
    }
}
