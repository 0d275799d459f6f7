package dev.gossamer.simweb;

import dev.gossamer.simweb.PageId.Space;
import dev.gossamer.simweb.Pages.Links;
import dev.gossamer.simweb.Paths.TrapShape;
import dev.gossamer.simweb.SimWords.Language;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/**
 * Writes bodies. Owned by one thread, which uses it again and again: a page costs no allocation and
 * little more than copying its bytes, because sentences lie ready in the charset of the host.
 */
final class PageWriter {
    private static final int SALT_SIZE = 80;
    private static final int SALT_TITLE = 81;
    private static final int SALT_TEXT = 82;
    private static final int LINKS_A_PARAGRAPH = 4;
    private static final byte[] ANCHOR_HREF = ascii("<a href=\"");
    private static final byte[] ANCHOR_TEXT = ascii("\">");
    private static final byte[] ANCHOR_END = ascii("</a> ");

    private final SimWebOptions options;
    private final Hosts hosts;
    private final Pages pages;
    private final WordList vocabulary;
    private final Links links = new Links();
    private final Links images = new Links();

    /** The chance by which the text of the page goes on. */
    private long text;

    PageWriter(SimWebOptions options, Hosts hosts, Pages pages) {
        this.options = options;
        this.hosts = hosts;
        this.pages = pages;
        vocabulary = new WordList(options.words());
    }

    /** The body of anything that exists and is answered with 200 or 404; robots.txt apart. */
    void write(Ascii out, long id) {
        switch (PageId.space(id)) {
            case PAGE, PRINT -> page(out, PageId.host(id), PageId.number(id));
            case PRIVATE -> small(out, id, "Private");
            case BESIDE, BESIDE_PRIVATE -> small(out, id, "Another origin");
            case SECTION -> small(out, id, "Section");
            case MISSING -> small(out, id, "Not found");
            case TRAP -> trap(out, id);
            case LISTED -> small(out, id, "Listed");
            case SITEMAP -> sitemap(out, id);
            case NEXT -> small(out, id, "Next");
            case SHEET, IMPORTED -> sheet(out, id);
            case FILE, IMAGE, SHEET_IMAGE, PAGE_IMAGE, PART_IMAGE ->
                    new FileBody(size(id)).write(out, id);
            case REDIRECT, ROBOTS, FRONT, BESIDE_ROBOTS, DEAD ->
                    throw new IllegalArgumentException("no body of its own: " + id);
        }
    }

    private int size(long id) {
        return options.pageBytes()
                .draw(
                        Chance.of(
                                options.seed(),
                                SALT_SIZE,
                                hosts.source(PageId.host(id)),
                                PageId.number(id)));
    }

    private void page(Ascii out, int host, long number) {
        int source = hosts.source(host);
        Language language = hosts.language(host);
        pages.links(host, number, links);
        pages.images(host, number, images);
        int start = out.length();
        int size =
                size(PageId.of(host, Space.PAGE, number)) - 100; // what stands behind the last link
        boolean hasStyles = pages.hasStyles(host, number);
        head(out, host, source, number, hasStyles);
        if (hasStyles) part(out, number);
        text = Chance.of(options.seed(), SALT_TEXT, source, number);
        out.put("<p>");
        for (int i = 0; i < links.count(); i++) {
            long end = start + (i + 1L) * size / (links.count() + 1);
            fill(out, end, language);
            if (i % LINKS_A_PARAGRAPH == LINKS_A_PARAGRAPH - 1) {
                out.put("</p>\n");
                if (i == LINKS_A_PARAGRAPH - 1) images(out);
                if ((text & 3) == 0) title(out.put("<h2>"), source, number + i).put("</h2>\n");
                out.put("<p>");
            }
            out.put(ANCHOR_HREF);
            href(out, host, number, links.id(i), Chance.mix(text));
            anchor(out.put(ANCHOR_TEXT), links.id(i)).put(ANCHOR_END);
        }
        if (links.count() < LINKS_A_PARAGRAPH) images(out.put("</p><p>"));
        fill(out, start + size, language);
        out.put("</p>\n</body>\n</html>\n");
    }

    /** Writes sentences until {@code end} is reached. */
    private void fill(Ascii out, long end, Language language) {
        while (out.length() < end) {
            text = Chance.mix(text + 1);
            if (options.words() == 0) out.put(language.sentence(text));
            else vocabulary.sentence(out, text);
        }
    }

    private static void part(Ascii out, long number) {
        Paths.write(out.put("<div style=\"background: url(&quot;"), Space.PART_IMAGE, number);
        out.put("&quot;)\"></div>\n");
    }

    private void head(Ascii out, int host, int source, long number) {
        head(out, host, source, number, false);
    }

    private void head(Ascii out, int host, int source, long number, boolean hasStyles) {
        Language language = hosts.language(host);
        out.put("<!DOCTYPE html>\n<html lang=\"").put(language.code()).put("\">\n<head>\n");
        if (hosts.metaNamesCharset(host))
            out.put("<meta charset=\"").put(language.charset().name()).put("\">\n");
        title(out.put("<title>"), source, number).put("</title>\n");
        if (hasStyles) styles(out, number);
        out.put("</head>\n<body>\n");
        title(out.put("<h1>"), source, number).put("</h1>\n");
    }

    private static void styles(Ascii out, long number) {
        Paths.write(out.put("<link rel=\"stylesheet\" href=\""), Space.SHEET, number);
        Paths.write(out.put("\">\n<style>body { background: url("), Space.PAGE_IMAGE, number);
        out.put(") }</style>\n");
    }

    /** One that imports another and names an image; one with nothing but rules. */
    private static void sheet(Ascii out, long id) {
        if (PageId.space(id) == Space.SHEET) {
            Paths.write(out.put("@import \""), Space.IMPORTED, PageId.number(id));
            Paths.write(
                    out.put("\";\nh1 { background-image: url('"),
                    Space.SHEET_IMAGE,
                    PageId.number(id));
            out.put("') }\n");
        }
        out.put("p { margin: 1em; color: #333 }\n");
    }

    private void images(Ascii out) {
        for (int i = 0; i < images.count(); i++) {
            out.put("<img src=\"");
            Paths.write(out, Space.IMAGE, PageId.number(images.id(i)));
            out.put("\" alt=\"Picture ").put(PageId.number(images.id(i))).put("\">\n");
        }
    }

    /** What a page is called, in its title and in links to it. */
    private Ascii title(Ascii out, int source, long number) {
        long hash = Chance.of(options.seed(), SALT_TITLE, source, number);
        out.put(SimWords.title(hash)).put(" ").put(SimWords.name(Chance.mix(hash)));
        return out.put(" ").put(source).put("-").put(number);
    }

    private Ascii anchor(Ascii out, long id) {
        String kind =
                switch (PageId.space(id)) {
                    case PRINT -> "Print version of ";
                    case REDIRECT -> "More: ";
                    case MISSING -> "Old ";
                    case FILE -> "Download ";
                    case PRIVATE -> "Members: ";
                    case TRAP -> "Next: ";
                    case BESIDE, BESIDE_PRIVATE, DEAD -> "Elsewhere: ";
                    case SECTION -> "Application: ";
                    default -> "";
                };
        return title(out.put(kind), hosts.source(PageId.host(id)), PageId.number(id));
    }

    /**
     * Links are written in the ways in which people write them; all mean the URL of {@link
     * SimWeb#url}.
     */
    private void href(Ascii out, int host, long from, long id, long style) {
        int target = PageId.host(id);
        if (PageId.isBeside(id)) {
            hosts.writeBeside(out, target);
        } else if (PageId.space(id) == Space.DEAD) {
            hosts.writeDead(out, target);
        } else if (target == host && PageId.space(id) != Space.TRAP && namesUser(host, style)) {
            hosts.writeAuthority(out.put("http://user-").put(style >>> 60).put("@"), host);
            Paths.write(out, PageId.space(id), PageId.number(id));
            return;
        } else if (target != host) {
            out.put((style & 7) == 0 || isSchemeless(style) ? "//" : "http://");
            hosts.writeAuthority(out, target);
        }
        if (PageId.space(id) == Space.TRAP) {
            Paths.writeTrap(out, pages.trapShape(target), PageId.number(id), "&amp;");
            return;
        }
        boolean isTopic = PageId.space(id) == Space.PAGE && PageId.number(id) != 0;
        if (target == host && isTopic && from != 0 && (style & 3) == 1) {
            relative(out, from, PageId.number(id));
        } else {
            Paths.write(out, PageId.space(id), PageId.number(id));
        }
        if ((style & 0xf0) == 0) out.put("#part-").put(style >>> 60);
    }

    private boolean namesUser(int host, long style) {
        double part = options.part(Share.USERINFO_LINKS);
        return part > 0 && Chance.happens(Chance.mix(style + 1), part) && hosts.isSingle(host);
    }

    private boolean isSchemeless(long style) {
        return Chance.happens(Chance.mix(style + 2), options.part(Share.SCHEMELESS));
    }

    private static void relative(Ascii out, long from, long to) {
        if (Paths.topic(from) != Paths.topic(to)) out.put("../").put(Paths.topic(to)).put("/");
        out.put("page-").put(to).put(".html");
    }

    private void small(Ascii out, long id, String what) {
        head(out, PageId.host(id), hosts.source(PageId.host(id)), PageId.number(id));
        out.put("<p>").put(what).put("</p>\n</body>\n</html>\n");
    }

    /** XML, packed XML or a line a URL. */
    private void sitemap(Ascii out, long id) {
        pages.sitemapLinks(id, links);
        boolean isIndex = PageId.number(id) == 0 && pages.isSitemapIndex(PageId.host(id));
        switch ((int) PageId.number(id)) {
            case 0 -> xml(out, isIndex ? "sitemapindex" : "urlset", isIndex ? "sitemap" : "url");
            case 1 -> {
                var plain = new Ascii(1 << 12);
                xml(plain, "urlset", "url");
                out.put(packed(plain));
            }
            default -> {
                for (int i = 0; i < links.count(); i++) url(out, links.id(i)).put("\n");
                if (links.count() == 0) out.put("\n");
            }
        }
    }

    private void xml(Ascii out, String root, String element) {
        out.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<").put(root);
        out.put(" xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
        for (int i = 0; i < links.count(); i++) {
            out.put("<").put(element).put("><loc>");
            url(out, links.id(i)).put("</loc></").put(element).put(">\n");
        }
        out.put("</").put(root).put(">\n");
    }

    private Ascii url(Ascii out, long id) {
        hosts.writeAuthority(out.put("http://"), PageId.host(id));
        Paths.write(out, PageId.space(id), PageId.number(id));
        return out;
    }

    private static byte[] packed(Ascii plain) {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain.array(), 0, plain.length());
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        return packed.toByteArray();
    }

    private void trap(Ascii out, long id) {
        int host = PageId.host(id);
        TrapShape shape = pages.trapShape(host);
        pages.trapLinks(id, links);
        head(out, host, hosts.source(host), PageId.number(id));
        for (int i = 0; i < links.count(); i++) {
            out.put("<p><a href=\"");
            if (shape == TrapShape.REPETITION) out.put(Paths.repeated());
            else Paths.writeTrap(out, shape, PageId.number(links.id(i)), "&amp;");
            out.put("\">Next ").put(i).put("</a></p>\n");
        }
        out.put("</body>\n</html>\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
