package dev.gossamer.derive;

import dev.gossamer.http.RobotsDirectives;
import dev.gossamer.http.StatusCode;
import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.url.Url;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Decodes and parses archived captures as the crawl did. Used by several threads at once. */
final class CaptureReader {
    private final DeriveOptions.Reading reading;

    /** The parsers that no thread is using at the moment. */
    private final Queue<HtmlParser> parsers = new ConcurrentLinkedQueue<>();

    CaptureReader(DeriveOptions.Reading reading) {
        this.reading = reading;
    }

    /** Returns the decoded content, cut at a limit; empty where it holds no links and no words. */
    byte[] content(ArchivedPage page, int maxBytes) {
        boolean isRead = isPage(page) && (page.isHtml() || page.isPlainText());
        return isRead ? page.content(Math.min(maxBytes, reading.maxDecodedBytes())) : new byte[0];
    }

    private static boolean isPage(ArchivedPage page) {
        return StatusCode.isPage(page.status());
    }

    /** Parses a page whose content was decoded before. */
    ReadCapture read(Url url, ArchivedPage page, byte[] content) {
        var parsed =
                isPage(page) && page.isHtml()
                        ? Optional.of(parse(url, page, content))
                        : Optional.<ParsedPage>empty();
        String text = parsed.map(ParsedPage::text).orElse("");
        if (isPage(page) && page.isPlainText()) text = page.plainText(content);
        return new ReadCapture(
                url,
                page.at(),
                page.status(),
                page.type(),
                parsed,
                text,
                location(url, page),
                isNoindex(page, parsed));
    }

    private ParsedPage parse(Url url, ArchivedPage page, byte[] content) {
        var free = parsers.poll();
        var parser = free != null ? free : newParser();
        var parsed = parser.parse(url, page.headers().joined("content-type"), content);
        parsers.add(parser);
        return parsed;
    }

    private HtmlParser newParser() {
        return new HtmlParser(HtmlParser.ALL_BUT_STYLES, reading.agent());
    }

    private Optional<Url> location(Url url, ArchivedPage page) {
        if (!StatusCode.isRedirect(page.status())) return Optional.empty();
        return page.field("location").flatMap(url::resolve).map(reading.form()::apply);
    }

    private boolean isNoindex(ArchivedPage page, Optional<ParsedPage> parsed) {
        boolean byServer = RobotsDirectives.of(page.headers(), reading.agent()).noindex();
        return byServer || parsed.map(ParsedPage::noindex).orElse(false);
    }
}
