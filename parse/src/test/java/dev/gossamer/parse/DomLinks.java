package dev.gossamer.parse;

import dev.gossamer.url.Url;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * The links of a page by a tree that somebody else built: what {@link PageReader} must find. A set,
 * because the tree repeats an unclosed {@code <a>} in every block after it.
 */
final class DomLinks {
    private final Set<String> found = new TreeSet<>();
    private final References base;

    private DomLinks(Url page, Document document) {
        Optional<String> href = Optional.empty();
        for (Element element : document.select("base[href]")) {
            if (href.isEmpty() && isHtml(element) && !isInTemplate(element)) {
                href = Optional.of(element.attr("href"));
            }
        }
        base = References.of(page, href, Encoding.UTF_8);
    }

    static Set<String> of(Url page, Document document) {
        var links = new DomLinks(page, document);
        for (Element element : document.getAllElements()) {
            if (isInTemplate(element)) continue;
            if (isHtml(element)) links.addHtml(element);
            else links.addForeign(element);
        }
        return links.found;
    }

    static Set<String> of(ParsedPage page) {
        Set<String> found = new TreeSet<>();
        for (Link link : page.links()) found.add(link.kind() + " " + link.target());
        return found;
    }

    private static boolean isHtml(Element element) {
        return element.tag().namespace().endsWith("xhtml");
    }

    private static boolean isInTemplate(Element element) {
        return element.parents().stream().anyMatch(e -> isHtml(e) && e.nameIs("template"));
    }

    private void addForeign(Element element) {
        String href = element.hasAttr("href") ? "href" : "xlink:href";
        switch (element.normalName()) {
            case "a" -> add(Link.Kind.NAVIGATE, element, href);
            case "image", "use", "script" -> add(Link.Kind.RESOURCE, element, href);
            default -> {}
        }
    }

    private void addHtml(Element element) {
        switch (element.normalName()) {
            case "a", "area" -> add(Link.Kind.NAVIGATE, element, "href");
            case "blockquote", "q", "ins", "del" -> add(Link.Kind.NAVIGATE, element, "cite");
            case "iframe", "frame" -> add(Link.Kind.FRAME, element, "src");
            case "img", "source" -> {
                add(Link.Kind.RESOURCE, element, "src");
                for (String reference : Srcset.references(element.attr("srcset"))) {
                    addReference(Link.Kind.RESOURCE, reference);
                }
            }
            case "script", "audio", "embed", "track" -> add(Link.Kind.RESOURCE, element, "src");
            case "video" -> {
                add(Link.Kind.RESOURCE, element, "src");
                add(Link.Kind.RESOURCE, element, "poster");
            }
            case "object" -> add(Link.Kind.RESOURCE, element, "data");
            case "body", "table", "td", "th" -> add(Link.Kind.RESOURCE, element, "background");
            case "form" -> {
                if (!element.attr("method").equalsIgnoreCase("post")) {
                    add(Link.Kind.FORM, element, "action");
                }
            }
            case "link" -> {
                String rel = element.attr("rel").strip().toLowerCase(Locale.ROOT);
                LinkRelation.kind(rel.replaceAll("\\s+", " "))
                        .ifPresent(kind -> add(kind, element, "href"));
            }
            case "meta" -> {
                if (element.attr("http-equiv").equalsIgnoreCase("refresh")) {
                    Refresh.parse(element.attr("content"))
                            .flatMap(Refresh::reference)
                            .ifPresent(reference -> addReference(Link.Kind.REFRESH, reference));
                }
            }
            default -> {}
        }
        if (element.normalName().equals("img")) add(Link.Kind.NAVIGATE, element, "longdesc");
    }

    private void add(Link.Kind kind, Element element, String attribute) {
        if (!element.hasAttr(attribute)) return;
        String reference = element.attr(attribute);
        if (!reference.isEmpty() || kind == Link.Kind.NAVIGATE) addReference(kind, reference);
    }

    private void addReference(Link.Kind kind, String reference) {
        base.resolve(reference).ifPresent(url -> found.add(kind + " " + url));
    }
}
