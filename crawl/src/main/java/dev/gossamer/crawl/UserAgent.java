package dev.gossamer.crawl;

import java.util.regex.Pattern;

/** How a crawl names itself: the header field User-Agent, and the name in it for robots.txt. */
final class UserAgent {
    /** A token of RFC 9110, section 5.6.2. */
    private static final Pattern TOKEN = Pattern.compile("[-!#$%&'*+.^_`|~0-9A-Za-z]+");

    /** Printable ASCII that neither begins nor ends with a blank. */
    private static final Pattern FIELD = Pattern.compile("[!-~](?:[ -~]*[!-~])?");

    /** A URL or a mail address; brackets would end the comment of the field that it goes into. */
    private static final Pattern REACHABLE =
            Pattern.compile("https?://[!-~&&[^()]]+|(?:mailto:)?[!-~&&[^()@]]+@[!-~&&[^()@]]+");

    /** Values of the setting {@code agent}. */
    static final SettingType<String> NAME =
            SettingType.parsed(
                    "NAME",
                    "one word without blanks and slashes, such as MyBot",
                    text -> matching(TOKEN, text),
                    text -> text);

    /** Values of the setting {@code user-agent}. */
    static final SettingType<String> WHOLE =
            SettingType.parsed(
                    "TEXT",
                    "a text of printable ASCII characters, such as 'MyBot/2.0 (+https://example.org/bot)'",
                    text -> matching(FIELD, text),
                    text -> text);

    /** Values of the setting {@code contact}. */
    static final SettingType<String> CONTACT =
            SettingType.parsed(
                    "URL-or-mail",
                    "a URL or a mail address, such as https://example.org/bot or you@example.org",
                    text -> matching(REACHABLE, text),
                    text -> text);

    private UserAgent() {}

    private static String matching(Pattern pattern, String text) {
        if (pattern.matcher(text).matches()) return text;
        throw new IllegalArgumentException(text);
    }

    /** Returns the value of the header field. */
    static String of(CrawlOptions.Identity identity) {
        return identity.userAgent().orElseGet(() -> composed(identity));
    }

    private static String composed(CrawlOptions.Identity identity) {
        return identity.agent()
                + "/"
                + Version.TEXT
                + identity.contact().map(contact -> " (+" + contact + ")").orElse("");
    }

    /**
     * Refuses a User-Agent without the name that robots.txt is read for: those who write rules look
     * for the name in their logs (RFC 9309, section 2.2.1).
     */
    static void check(CrawlOptions.Identity identity) {
        boolean isNamed =
                identity.userAgent().map(text -> text.contains(identity.agent())).orElse(true);
        if (!isNamed)
            throw new UsageException(
                    "user-agent is '%s', which does not contain the name '%s' that robots.txt is read for; set agent to the name in it"
                            .formatted(identity.userAgent().orElse(""), identity.agent()));
    }
}
