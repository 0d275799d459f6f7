package dev.gossamer.crawl;

import dev.gossamer.url.Url;

/** A URL to start from, as a user writes it. */
public final class Seed {
    static final SettingType<Url> TYPE =
            SettingType.parsed("URL", "a URL", Seed::parse, Url::toString);

    private Seed() {}

    /** Reads a seed as a user writes it; without a scheme it is https. */
    public static Url parse(String text) {
        return read(text.contains("://") ? text : "https://" + text, text);
    }

    /** Reads a seed as a program gives it: whole. */
    static Url absolute(String text) {
        return read(text, text);
    }

    private static Url read(String full, String text) {
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
