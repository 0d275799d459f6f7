package dev.gossamer.parse;

import dev.gossamer.http.MediaType;
import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads HTML pages. Not thread-safe: one for each worker, which reuses its buffers. */
public final class HtmlParser {
    /** What a caller wants to pay for. */
    public enum Want {
        /** {@link ParsedPage#links} without their texts. */
        LINKS,
        /** {@link Link#text} too. */
        ANCHOR_TEXT,
        /** {@link ParsedPage#facts}. */
        FACTS,
        /** {@link ParsedPage#text}. */
        TEXT,
        /** What {@code style} elements and attributes name, among the links. */
        STYLES
    }

    /** All that a reader of archived pages uses; styles matter only to who fetches their parts. */
    public static final Set<Want> ALL_BUT_STYLES =
            Set.of(Want.LINKS, Want.ANCHOR_TEXT, Want.FACTS, Want.TEXT);

    private final PageReader reader;

    /** The last content type and what it said: most pages of a crawl have the same. */
    private String lastType = "";

    private Optional<String> lastCharset = Optional.empty();

    public HtmlParser(Set<Want> wanted) {
        this(wanted, "");
    }

    /**
     * @param agent our name for robots: {@code <meta name=AGENT>} is read as {@code <meta
     *     name=robots>} is; empty for none
     */
    public HtmlParser(Set<Want> wanted, String agent) {
        reader =
                new PageReader(
                        wanted.isEmpty() ? Set.of() : EnumSet.copyOf(wanted),
                        agent.toLowerCase(Locale.ROOT));
    }

    /**
     * Reads one page. Any bytes are a page: nothing in them makes this fail.
     *
     * @param url where the page was found: the base, unless the page names another
     * @param contentType the header's value, several joined with commas, or empty
     * @param body decoded content
     */
    public ParsedPage parse(Url url, String contentType, byte[] body) {
        if (!contentType.equals(lastType)) {
            lastCharset = MediaType.extract(List.of(contentType)).flatMap(MediaType::charset);
            lastType = contentType;
        }
        var sniffed = EncodingSniffer.sniff(lastCharset, body);
        var page = read(url, sniffed.encoding(), sniffed.isCertain(), body);
        // A meta element that the sniffer did not see, or saw in another light, is obeyed once.
        var parsed = page.orElseGet(() -> read(url, reader.declared(), true, body).orElseThrow());
        reader.letGo();
        return parsed;
    }

    private Optional<ParsedPage> read(Url url, Encoding encoding, boolean isCertain, byte[] body) {
        int from = EncodingSniffer.bomLength(body);
        if (encoding.isReadableInPlace()) {
            return reader.read(url, encoding, isCertain, body, from);
        }
        byte[] utf8 = encoding.decode(body, from, body.length).getBytes(StandardCharsets.UTF_8);
        return reader.read(url, encoding, isCertain, utf8, 0);
    }
}
