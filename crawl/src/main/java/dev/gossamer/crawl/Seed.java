package dev.gossamer.crawl;

import dev.gossamer.url.Url;

/** A URL to start from, as a user writes it. */
public final class Seed {
    static final SettingType<Url> TYPE =
            SettingType.parsed("URL", "a URL", Seed::parse, Url::toString);

    private Seed() {}

    /** Reads a seed; without a scheme it is https. */
    public static Url parse(String text) {
        String full = text.contains("://") ? text : "https://" + text;
        return Url.parse(full)
                .filter(url -> !url.host().isEmpty() && url.username().isEmpty())
                .orElseThrow(
                        () ->
                                new UsageException(
                                        "not a URL that can be crawled: '"
                                                + Settings.line(text)
                                                + "'; expected http://… or https://…"));
    }
}
