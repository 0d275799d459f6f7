package dev.gossamer.cli;

import dev.gossamer.crawl.UsageException;
import dev.gossamer.simweb.SimWebOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which simulated web: a few options of their own, all others by name. */
final class SimwebFlags {
    static final class Seed {
        @Option(
                names = "--seed",
                paramLabel = "N",
                description = "The number that the whole web is computed from (default: 1).")
        long value = 1;
    }

    @Mixin private Seed seed = new Seed();

    @Option(names = "--hosts", paramLabel = "N", description = "How many hosts (default: 50).")
    private int hosts = 50;

    @Option(
            names = "--pages",
            paramLabel = "N",
            description = "About how many pages in all (default: 1000).")
    private int pages = 1000;

    @Option(
            names = "--faults",
            paramLabel = "SHARE",
            description =
                    "The share of pages or hosts that each kind of fault strikes, such as 0.01 (default: 0).")
    private double faults;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Any other property of the web (see docs/simweb.md; repeatable).")
    private Map<String, String> others = new LinkedHashMap<>();

    SimWebOptions options(int port, int dnsPort) {
        return check(
                usual -> {
                    var options =
                            usual.withSeed(seed.value)
                                    .withSize(hosts, pages)
                                    .withFaults(faults)
                                    .withPort(port)
                                    .with("dns-port", Integer.toString(dnsPort));
                    for (var other : others.entrySet())
                        options = options.with(other.getKey(), other.getValue());
                    return options;
                });
    }

    /** What the model refuses is the user's mistake. */
    static SimWebOptions check(UnaryOperator<SimWebOptions> change) {
        try {
            return change.apply(SimWebOptions.usual());
        } catch (IllegalArgumentException e) {
            throw new UsageException("not a web that can be: " + e.getMessage());
        }
    }
}
