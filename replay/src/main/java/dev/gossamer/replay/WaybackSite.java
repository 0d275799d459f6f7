package dev.gossamer.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gossamer.http.HttpDate;
import dev.gossamer.http.MediaType;
import dev.gossamer.store.CaptureTime;
import dev.gossamer.store.IndexEntry;
import dev.gossamer.store.StoredCapture;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Archives for other tools, at the addresses that they ask for.
 *
 * <ul>
 *   <li>{@code /wayback/CRAWL/cdx?url=…}: captures, as a CDX server tells them
 *   <li>{@code /wayback/CRAWL/TIMEid_/URL}: the nearest capture as it came, with its own status
 *   <li>{@code /wayback/CRAWL/URL}: a Memento TimeGate, which obeys {@code Accept-Datetime}
 *   <li>{@code /wayback/CRAWL/timemap/link/URL}: all captures of a URL, as a Memento TimeMap
 *   <li>{@code /wayback/CRAWL/opensearch.xml}: how a browser searches the crawl
 *   <li>{@code /warc/CRAWL/FILE}: a WARC file or ranges of it
 * </ul>
 *
 * <p>Captures come from strangers, so their answers are sandboxed: in a browser they have no origin
 * and run nothing.
 */
public final class WaybackSite {
    private static final String POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";
    private static final String CDX = "cdx";
    private static final String TIMEMAP = "timemap/link/";
    private static final String OPENSEARCH = "opensearch.xml";

    /** Captures that a TimeMap names. */
    static final int MAX_MEMENTOS = 100_000;

    /** A longer content is cut. */
    static final long MAX_CONTENT_BYTES = 1L << 30;

    private final CrawlArchives archives;
    private final InstantSource clock;

    public WaybackSite(CrawlArchives archives, InstantSource clock) {
        this.archives = archives;
        this.clock = clock;
    }

    /** Answers a request whose path begins with {@code /wayback/} or {@code /warc/}. */
    public WebAnswer answer(WebCall call) throws IOException {
        if (!call.isRead())
            return WebAnswer.text(405, "only GET and HEAD are answered\n")
                    .with("Allow", "GET, HEAD");
        String[] parts = call.place().split("/", 3);
        if (parts.length < 3) return WebAnswer.text(404, "there is no such address\n");
        var archive = archives.of(parts[1]);
        if (archive.isEmpty()) return WebAnswer.text(404, "there is no such crawl\n");
        if (parts[0].equals("warc"))
            return WarcDownload.answer(archive.get().archive(), parts[2], call);
        return wayback(new Asked(call, parts[1], parts[2], archive.get()))
                .with("Content-Security-Policy", POLICY);
    }

    /** A request for something of one archive. */
    private record Asked(WebCall call, String crawl, String rest, ArchivedCrawl archive) {
        /** What the addresses of this archive begin with. */
        String base() {
            return call.origin() + "/wayback/" + crawl + "/";
        }

        /** The capture of a URL, however that is spelled, which is nearest to a time. */
        Optional<IndexEntry> nearest(Url url, Instant at) throws IOException {
            return archive.archive().find(archive.archived(url), at);
        }

        String memento(Instant at, String url) {
            return base() + CaptureTime.text(at) + CaptureAddress.IDENTITY + "/" + url;
        }
    }

    private WebAnswer wayback(Asked asked) throws IOException {
        String rest = asked.rest;
        if (rest.equals(OPENSEARCH)) return openSearch(asked);
        if (rest.equals(CDX) || rest.startsWith(CDX + "?"))
            return CdxServer.answer(
                    asked.archive.archive(),
                    QueryParameters.parse(
                            rest.substring(Math.min(rest.length(), CDX.length() + 1))));
        if (rest.startsWith(TIMEMAP)) return timeMap(asked, rest.substring(TIMEMAP.length()));
        var address = CaptureAddress.parse(rest);
        if (address.isEmpty()) return WebAnswer.text(404, "there is no such address\n");
        return address.get().at().isPresent()
                ? memento(asked, address.get())
                : timeGate(asked, address.get().url());
    }

    private WebAnswer timeGate(Asked asked, Url url) throws IOException {
        var now = clock.instant();
        var field = asked.call.field("accept-datetime");
        var wanted = field.isEmpty() ? Optional.of(now) : HttpDate.parse(field.get(), now);
        if (wanted.isEmpty()) return WebAnswer.text(400, "Accept-Datetime is no time\n");
        var entry = asked.nearest(url, wanted.get());
        if (entry.isEmpty()) return WebAnswer.text(404, "not archived: " + url + "\n");
        return WebAnswer.text(302, "")
                .with("Location", asked.memento(entry.get().at(), entry.get().url()))
                .with("Vary", "accept-datetime")
                .with("Link", links(asked, url, List.of()));
    }

    private static WebAnswer memento(Asked asked, CaptureAddress address) throws IOException {
        var entry = asked.nearest(address.url(), address.at().orElse(Instant.EPOCH));
        if (entry.isEmpty()) return WebAnswer.text(404, "not archived: " + address.url() + "\n");
        var page = asked.archive.archive().open(entry.get());
        if (!page.hasContent())
            return WebAnswer.text(404, "its content is in an archive that is not at hand\n");
        return asItCame(asked, page)
                .with("Memento-Datetime", HttpDate.text(page.at()))
                .with("Content-Location", asked.memento(entry.get().at(), entry.get().url()))
                .with("Link", links(asked, Url.parse(page.url()).orElse(address.url()), List.of()));
    }

    /** The content without its codings, as clients have it, under the status that it had. */
    private static WebAnswer asItCame(Asked asked, StoredCapture page) throws IOException {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", type(page));
        // A browser that opened it would go where the page says, ahead of any click.
        headers.put("Content-Disposition", "attachment");
        page.headers()
                .first("location")
                .flatMap(text -> Url.parse(page.url()).flatMap(url -> url.resolve(text)))
                .ifPresent(
                        target ->
                                headers.put(
                                        "Location", asked.memento(page.at(), target.toString())));
        int status = page.status() >= 200 && page.status() < 600 ? page.status() : 200;
        long bytes = Math.min(MAX_CONTENT_BYTES, page.contentBytes(MAX_CONTENT_BYTES));
        return ByteRange.answer(
                asked.call,
                status,
                headers,
                bytes,
                (from, length) -> new WebAnswer.Body.ContentPart(page, from, length));
    }

    /** Rebuilt from its parts: a header field of a stranger is not repeated as it is. */
    private static String type(StoredCapture page) {
        String essence = page.type();
        if (!essence.matches("[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,100}"))
            return "application/octet-stream";
        var charset = MediaType.of(page.headers()).flatMap(MediaType::charset);
        return essence
                + charset.filter(name -> name.matches("[A-Za-z0-9_.:-]{1,40}"))
                        .map(name -> "; charset=" + name)
                        .orElse("");
    }

    private static String links(Asked asked, Url url, List<String> more) {
        var links = new ArrayList<String>();
        links.add("<%s>; rel=\"original\"".formatted(url));
        links.add("<%s>; rel=\"timegate\"".formatted(asked.base() + url));
        links.add(
                "<%s>; rel=\"timemap\"; type=\"application/link-format\""
                        .formatted(asked.base() + TIMEMAP + url));
        links.addAll(more);
        return String.join(", ", links);
    }

    private static WebAnswer timeMap(Asked asked, String text) throws IOException {
        var url = CaptureAddress.parse(text).map(CaptureAddress::url);
        if (url.isEmpty()) return WebAnswer.text(404, "there is no such address\n");
        var entries = new ArrayList<IndexEntry>();
        asked.archive
                .archive()
                .forEach(
                        asked.archive.archived(url.get()),
                        entry -> entries.add(entry) && entries.size() < MAX_MEMENTOS);
        if (entries.isEmpty()) return WebAnswer.text(404, "not archived: " + url.get() + "\n");
        var lines = new ArrayList<String>();
        lines.add("<%s>; rel=\"original\"".formatted(url.get()));
        lines.add(
                "<%s>; rel=\"self\"; type=\"application/link-format\"; from=\"%s\"; until=\"%s\""
                        .formatted(
                                asked.base() + TIMEMAP + url.get(),
                                HttpDate.text(entries.getFirst().at()),
                                HttpDate.text(entries.getLast().at())));
        lines.add("<%s>; rel=\"timegate\"".formatted(asked.base() + url.get()));
        for (int i = 0; i < entries.size(); i++) lines.add(line(asked, entries, i));
        return WebAnswer.of(
                200, "application/link-format", (String.join(",\n", lines) + "\n").getBytes(UTF_8));
    }

    private static String line(Asked asked, List<IndexEntry> entries, int i) {
        var entry = entries.get(i);
        String place = (i == 0 ? "first " : "") + (i == entries.size() - 1 ? "last " : "");
        return "<%s>; rel=\"%smemento\"; datetime=\"%s\""
                .formatted(
                        asked.memento(entry.at(), entry.url()), place, HttpDate.text(entry.at()));
    }

    private static WebAnswer openSearch(Asked asked) {
        String xml =
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
                  <ShortName>%1$s</ShortName>
                  <Description>Search the pages of the crawl %1$s</Description>
                  <InputEncoding>UTF-8</InputEncoding>
                  <Url type="text/html" template="%2$s/#/crawls/%1$s/search?q={searchTerms}"/>
                  <Url type="application/json" template="%2$s/api/v1/crawls/%1$s/search?q={searchTerms}"/>
                </OpenSearchDescription>
                """
                        .formatted(escaped(asked.crawl), escaped(asked.call.origin()));
        return WebAnswer.of(200, "application/opensearchdescription+xml", xml.getBytes(UTF_8));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
