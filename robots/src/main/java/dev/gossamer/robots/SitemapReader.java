package dev.gossamer.robots;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.zip.GZIPInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads sitemaps of every kind. Nothing that a file says makes it ask for another one. */
final class SitemapReader {
    /** Elements in each other; sitemaps need four. */
    private static final int MAX_DEPTH = 64;

    private static final String LOCATION = "<loc>";

    /** An escaped character takes up to ten. */
    private static final int MAX_SALVAGED_LENGTH = 10 * Sitemap.MAX_LOCATION_LENGTH;

    /** Packed files may grow by this, beyond a mebibyte. */
    private static final int MAX_RATIO = 200;

    private final List<String> locations = new ArrayList<>();

    /** Names of the elements that are open, without their prefixes. */
    private final List<String> open = new ArrayList<>();

    private String root = "";

    private SitemapReader() {}

    /** One for each file: factories of the JDK may not be shared between threads. */
    private static XMLInputFactory factory() {
        var factory = XMLInputFactory.newDefaultFactory();
        // Neither entities of its own nor other files: no bombs, and no way into this machine.
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        factory.setProperty("jdk.xml.maxElementDepth", String.valueOf(MAX_DEPTH));
        // These count each &amp;, and so stop in the middle of large sitemaps that are right.
        factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
        factory.setProperty("jdk.xml.totalEntitySizeLimit", "0");
        return factory;
    }

    static boolean isSitemap(byte[] start) {
        if (isGzip(start)) return false;
        var text =
                new String(
                        start,
                        0,
                        Math.min(start.length, Sitemap.START_BYTES),
                        StandardCharsets.US_ASCII);
        return text.contains("<urlset") || text.contains("<sitemapindex");
    }

    static Sitemap read(byte[] file, int maxBytes) {
        byte[] content = isGzip(file) ? unpacked(file, maxBytes) : file;
        int start = 0;
        while (start < content.length && content[start] <= ' ' && content[start] >= 0) start++;
        boolean isText = start < content.length && isUrlStart(content, start);
        if (isText) return text(content);
        var reader = new SitemapReader();
        var sitemap = reader.xml(new ByteArrayInputStream(content, start, content.length - start));
        boolean hasLocations = reader.root.equals("urlset") || reader.root.equals("sitemapindex");
        return sitemap.isWhole() || !hasLocations ? sitemap : reader.salvaged(content);
    }

    /** An ampersand that is not escaped ends the parser, but not what browsers and people see. */
    private Sitemap salvaged(byte[] content) {
        var text = new String(content, StandardCharsets.UTF_8);
        var found = new LinkedHashSet<>(locations);
        int at = text.indexOf(LOCATION);
        while (at >= 0 && found.size() < Sitemap.MAX_LOCATIONS) {
            int from = at + LOCATION.length();
            int end = text.indexOf('<', from);
            if (end < 0) break;
            String location = text.substring(from, Math.min(end, from + MAX_SALVAGED_LENGTH));
            boolean isClosed = text.startsWith("</", end);
            String plain = location.replace("&amp;", "&").strip();
            if (isClosed && !plain.isEmpty() && plain.length() <= Sitemap.MAX_LOCATION_LENGTH)
                found.add(plain);
            at = text.indexOf(LOCATION, end);
        }
        return new Sitemap(List.copyOf(found), root.equals("sitemapindex"), false);
    }

    private static boolean isGzip(byte[] file) {
        return file.length > 2 && file[0] == 0x1f && file[1] == (byte) 0x8b;
    }

    /** Some servers send packed files without saying so. What comes before damage counts. */
    private static byte[] unpacked(byte[] packed, int maxBytes) {
        long most = Math.max(1 << 20, (long) packed.length * MAX_RATIO);
        int limit = (int) Math.min(maxBytes, most);
        var content = new Growing(limit);
        try (var in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            content.readFrom(in);
        } catch (IOException torn) {
            return content.bytes();
        }
        return content.bytes();
    }

    private static boolean isUrlStart(byte[] content, int at) {
        // Behind a byte order mark too.
        int from = content[at] == (byte) 0xef ? at + 3 : at;
        return from + 4 <= content.length
                && new String(content, from, 4, StandardCharsets.US_ASCII).equalsIgnoreCase("http");
    }

    /** A URL a line. */
    private static Sitemap text(byte[] content) {
        var locations = new ArrayList<String>();
        var text = new String(content, StandardCharsets.UTF_8);
        var lines = text.lines().iterator();
        while (lines.hasNext() && locations.size() < Sitemap.MAX_LOCATIONS) {
            String line = lines.next().strip();
            if (line.startsWith("\uFEFF")) line = line.substring(1);
            boolean isUrl = line.regionMatches(true, 0, "http", 0, 4);
            if (isUrl && line.length() <= Sitemap.MAX_LOCATION_LENGTH) locations.add(line);
        }
        return new Sitemap(locations, false, true);
    }

    private Sitemap xml(InputStream content) {
        boolean isWhole = true;
        try {
            XMLStreamReader in = factory().createXMLStreamReader(content);
            try {
                while (in.hasNext() && locations.size() < Sitemap.MAX_LOCATIONS) {
                    int event = in.next();
                    if (event == XMLStreamConstants.START_ELEMENT) element(in);
                    else if (event == XMLStreamConstants.END_ELEMENT) open.removeLast();
                }
            } finally {
                in.close();
            }
        } catch (XMLStreamException | RuntimeException torn) {
            // The parser of the JDK meets some wrong files with exceptions of other kinds.
            isWhole = false;
        }
        boolean isIndex = root.equals("sitemapindex");
        return new Sitemap(locations, isIndex, isWhole);
    }

    private void element(XMLStreamReader in) throws XMLStreamException {
        String name = withoutPrefix(in.getLocalName());
        if (open.isEmpty()) root = name;
        open.add(name);
        switch (root) {
            case "urlset" -> {
                if (isAt("urlset", "url", "loc")) location(in);
            }
            case "sitemapindex" -> {
                if (isAt("sitemapindex", "sitemap", "loc")) location(in);
            }
            case "rss" -> {
                if (isAt("rss", "channel", "item", "link")) location(in);
            }
            case "feed" -> {
                boolean isPage =
                        in.getAttributeValue(null, "rel") == null
                                || "alternate".equals(in.getAttributeValue(null, "rel"));
                if (isAt("feed", "entry", "link") && isPage)
                    add(in.getAttributeValue(null, "href"));
            }
            default -> throw new XMLStreamException("no sitemap: " + name);
        }
    }

    private static String withoutPrefix(String name) {
        return name.substring(name.indexOf(':') + 1);
    }

    private boolean isAt(String... names) {
        return open.equals(List.of(names));
    }

    /** The text of this element, up to its end, whatever else is in it. */
    private void location(XMLStreamReader in) throws XMLStreamException {
        var text = new StringBuilder();
        int depth = 1;
        while (depth > 0) {
            switch (in.next()) {
                case XMLStreamConstants.START_ELEMENT -> depth++;
                case XMLStreamConstants.END_ELEMENT -> depth--;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (text.length() <= Sitemap.MAX_LOCATION_LENGTH) text.append(in.getText());
                }
                default -> {}
            }
        }
        open.removeLast();
        add(text.toString());
    }

    private void add(@Nullable String location) {
        if (location == null) return;
        String stripped = location.strip();
        if (!stripped.isEmpty() && stripped.length() <= Sitemap.MAX_LOCATION_LENGTH)
            locations.add(stripped);
    }

    /** An array that grows with what comes, up to a limit. */
    private static final class Growing {
        private final int limit;
        private byte[] bytes = new byte[8192];
        private int length;

        Growing(int limit) {
            this.limit = limit;
        }

        void readFrom(InputStream in) throws IOException {
            while (length < limit) {
                if (length == bytes.length)
                    bytes = Arrays.copyOf(bytes, (int) Math.min(limit, length * 2L));
                int count = in.read(bytes, length, bytes.length - length);
                if (count < 0) return;
                length += count;
            }
        }

        byte[] bytes() {
            return Arrays.copyOf(bytes, length);
        }
    }
}
