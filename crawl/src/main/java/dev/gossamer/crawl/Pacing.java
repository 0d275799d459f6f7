package dev.gossamer.crawl;

import dev.gossamer.frontier.FrontierOptions;
import java.time.Duration;
import java.util.List;

/**
 * How hosts are paced beyond {@link CrawlOptions.Politeness}. Most crawls need none of it.
 *
 * @param hosts the first line that matches a host counts
 * @param adaptive the delay is at least so many times the duration of the last answer; 0 is off
 * @param domainDelay between requests to one registered domain, all its hosts together
 * @param maxCrawlDelay the longest Crawl-delay of a robots.txt that is kept
 */
public record Pacing(
        List<HostPaceLine> hosts,
        double adaptive,
        Duration domainDelay,
        Duration maxCrawlDelay,
        Timetable timetable) {
    public Pacing {
        hosts = List.copyOf(hosts);
    }

    static Pacing of(SettingValues settings) {
        return new Pacing(
                settings.get(Settings.PACE),
                settings.get(Settings.ADAPTIVE_DELAY),
                settings.get(Settings.DOMAIN_DELAY),
                settings.get(Settings.MAX_CRAWL_DELAY),
                new Timetable(settings.get(Settings.TIMETABLE)));
    }

    /** Says the lines in the terms of the frontier. */
    List<FrontierOptions.HostPace> overrides(CrawlOptions options) {
        return hosts.stream().map(line -> line.override(options)).toList();
    }
}
