package dev.gossamer.crawl;

import dev.gossamer.fetch.FetchOptions;
import dev.gossamer.http.HeaderField;
import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.Optional;

/**
 * An entry of the setting "sites": what one origin is sent in addition, in lines such as {@code
 * X-Key: 17} and {@code login: user:password}.
 *
 * @param written the entry as the user wrote it
 * @param origin such as {@code https://example.org}
 */
public record SiteEntry(NamedArguments written, String origin, FetchOptions.Site site) {
    static final SettingType<SiteEntry> TYPE =
            SettingType.entry("SITE", SiteEntry::parse, SiteEntry::written);

    private static SiteEntry parse(NamedArguments entry) {
        return new SiteEntry(entry, origin(entry.name()), site(entry));
    }

    /** A name alone is meant with https: secrets travel in clear only where the user wrote http. */
    private static String origin(String name) {
        String text = name.contains("://") ? name : "https://" + name;
        return Url.parse(text)
                .filter(url -> url.isHttp() && url.pathAndQuery().equals("/"))
                .map(url -> url.scheme() + "://" + url.authority())
                .orElseThrow(
                        () -> wrong(name, "a host, or an origin such as http://example.org:8080"));
    }

    private static FetchOptions.Site site(NamedArguments entry) {
        Optional<FetchOptions.Credentials> login = Optional.empty();
        var headers = new ArrayList<HeaderField>();
        for (String line : entry.arguments()) {
            int colon = line.indexOf(':');
            String name = colon < 0 ? "" : line.substring(0, colon).strip();
            String value = line.substring(colon + 1).strip();
            if (name.equalsIgnoreCase("login") && value.indexOf(':') > 0) {
                login = Optional.of(credentials(value));
            } else if (name.equalsIgnoreCase("login") || value.isEmpty()) {
                throw wrong(entry.name(), "lines 'Header: value' or 'login: user:password'");
            } else {
                headers.add(header(entry, name, value));
            }
        }
        return new FetchOptions.Site(login, headers);
    }

    private static FetchOptions.Credentials credentials(String value) {
        int colon = value.indexOf(':');
        return new FetchOptions.Credentials(value.substring(0, colon), value.substring(colon + 1));
    }

    private static HeaderField header(NamedArguments entry, String name, String value) {
        try {
            return new HeaderField(name, value);
        } catch (IllegalArgumentException e) {
            throw wrong(entry.name(), "header fields that can be sent: 'Header: value'");
        }
    }

    /** The lines themselves are not repeated: they may be secret. */
    private static UsageException wrong(String site, String expected) {
        return new UsageException(
                "sites: '" + Settings.line(site) + "' cannot be read; expected " + expected);
    }
}
