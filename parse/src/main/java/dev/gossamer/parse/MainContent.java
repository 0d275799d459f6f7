package dev.gossamer.parse;

import dev.gossamer.parse.Node.Element;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds what a page is about and leaves out what stands around it on every page of the site:
 * navigation, headers and footers, notices, forms.
 *
 * <p>Pages that say what is what ({@code main}, {@code article}, {@code nav}, roles) are believed.
 * On others names are a hint: an element called {@code sidebar} goes, unless most of the page's
 * prose is in it. Then the way is down from the root for as long as one child holds nearly all
 * prose, where prose is text outside of links, and blocks there that are little but links go too.
 * If too little is left the page is a list of links by nature, and stays as it was.
 */
final class MainContent {
    /** A page whose own words are fewer characters is not cut by guesses. */
    private static final int MIN_PROSE = 250;

    /** The way down goes on into a child that has this part of the prose. */
    private static final double NEARLY_ALL = 0.85;

    /** What is called a sidebar and has this part of the prose is none. */
    private static final double TOO_MUCH = 0.4;

    /** A block is navigation if this part of its text is links. */
    private static final double MOSTLY_LINKS = 0.7;

    private static final Set<String> NEVER_READ =
            Set.of(
                    "script",
                    "style",
                    "template",
                    "noscript",
                    "title",
                    "svg",
                    "math",
                    "canvas",
                    "iframe",
                    "object",
                    "embed",
                    "video",
                    "audio",
                    "button",
                    "input",
                    "select",
                    "textarea",
                    "datalist",
                    "dialog",
                    "meta",
                    "link",
                    "noframes",
                    "map");

    private static final Set<String> AROUND = Set.of("nav", "aside", "footer");

    private static final Set<String> AROUND_ROLES =
            Set.of(
                    "navigation",
                    "banner",
                    "contentinfo",
                    "complementary",
                    "search",
                    "menu",
                    "menubar",
                    "dialog",
                    "alertdialog",
                    "toolbar");

    /** Parts of class names and ids that stand for what is around a text. */
    private static final Set<String> AROUND_NAMES =
            Set.of(
                    "ad",
                    "ads",
                    "advert",
                    "advertisement",
                    "banner",
                    "bottomlang",
                    "breadcrumb",
                    "breadcrumbs",
                    "cookie",
                    "cookies",
                    "footer",
                    "masthead",
                    "menu",
                    "menubar",
                    "modal",
                    "nav",
                    "navbar",
                    "navfooter",
                    "navheader",
                    "navigation",
                    "newsletter",
                    "pager",
                    "pagination",
                    "popup",
                    "promo",
                    "share",
                    "sharing",
                    "sidebar",
                    "skip",
                    "skiplink",
                    "social",
                    "sphinxsidebar",
                    "subscribe",
                    "toolbar",
                    "toplang",
                    "topnav");

    private static final Set<String> BLOCKS =
            Set.of("div", "section", "ul", "ol", "dl", "table", "td", "p", "center", "menu");

    private static final Pattern NAME_PARTS =
            Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])");

    private static final Pattern HIDDEN_STYLE =
            Pattern.compile("(?i)display\\s*:\\s*none|visibility\\s*:\\s*hidden");

    private MainContent() {}

    /** Cuts the tree down and returns the element in it that holds the main content. */
    static Element of(Element root) {
        removeUnread(root);
        root.weigh();
        int prose = root.proseChars();
        Optional<Element> named = named(root);
        removeAround(root, prose, false);
        root.weigh();
        if (named.isPresent() && named.get().textChars() > 0) return named.get();
        if (root.proseChars() < MIN_PROSE) return root;
        Element content = downFrom(root);
        removeLinkBlocks(content);
        return content;
    }

    private static void removeUnread(Element element) {
        element.children()
                .removeIf(
                        child ->
                                child instanceof Element each
                                        && (isUnread(each) || isHidden(each)));
        for (Node child : element.children()) if (child instanceof Element each) removeUnread(each);
    }

    private static boolean isUnread(Element element) {
        return NEVER_READ.contains(element.name());
    }

    private static boolean isHidden(Element element) {
        return element.has("hidden")
                || element.word("aria-hidden").equals("true")
                || HIDDEN_STYLE.matcher(element.attribute("style")).find();
    }

    /** The element that the page itself names as its content; of articles only if there is one. */
    private static Optional<Element> named(Element root) {
        var main =
                first(root, element -> element.is("main") || element.word("role").equals("main"));
        if (main.isPresent()) return main;
        var article = first(root, element -> element.is("article"));
        boolean isMost =
                article.isPresent()
                        && article.get().proseChars() * 2 > Math.max(1, root.proseChars());
        return isMost ? article : Optional.empty();
    }

    private static Optional<Element> first(
            Element element, java.util.function.Predicate<Element> wanted) {
        for (Node child : element.children()) {
            if (!(child instanceof Element each)) continue;
            if (wanted.test(each)) return Optional.of(each);
            var found = first(each, wanted);
            if (found.isPresent()) return found;
        }
        return Optional.empty();
    }

    private static void removeAround(Element element, int prose, boolean isInContent) {
        element.children()
                .removeIf(
                        child ->
                                child instanceof Element each
                                        && isAround(each, isInContent)
                                        && each.proseChars() <= TOO_MUCH * prose);
        for (Node child : element.children()) {
            if (child instanceof Element each) {
                boolean isContent = isInContent || each.is("main", "article");
                removeAround(each, prose, isContent);
            }
        }
    }

    private static boolean isAround(Element element, boolean isInContent) {
        if (AROUND.contains(element.name())) return true;
        if (AROUND_ROLES.contains(element.word("role"))) return true;
        if (element.is("header")) return !isInContent && !hasTitle(element);
        boolean isBlock = BLOCKS.contains(element.name()) || element.is("form", "span", "a");
        return isBlock
                && (isNamedAround(element.attribute("class"))
                        || isNamedAround(element.attribute("id")));
    }

    private static boolean isNamedAround(String names) {
        for (String part : NAME_PARTS.split(names)) {
            if (AROUND_NAMES.contains(part.toLowerCase(java.util.Locale.ROOT))) return true;
        }
        return false;
    }

    private static Element downFrom(Element root) {
        Element at = root;
        while (true) {
            Element next = null;
            for (Node child : at.children()) {
                if (child instanceof Element each
                        && (BLOCKS.contains(each.name())
                                || each.is("form", "tbody", "tr", "article"))
                        && each.proseChars() > NEARLY_ALL * at.proseChars()) {
                    next = each;
                }
            }
            if (next == null || hasHeading(at, next)) return at;
            at = next;
        }
    }

    /** Whether going down would lose a heading that stands beside the child. */
    private static boolean hasHeading(Element at, Element child) {
        return at.children().stream()
                .anyMatch(each -> each != child && each instanceof Element e && isHeading(e));
    }

    private static boolean isHeading(Element element) {
        return element.is("h1", "h2") || (element.is("header") && hasTitle(element));
    }

    private static boolean hasTitle(Element header) {
        return first(header, each -> each.is("h1")).isPresent();
    }

    private static void removeLinkBlocks(Element content) {
        content.children()
                .removeIf(child -> child instanceof Element each && isLinkBlock(each, content));
        for (Node child : content.children()) {
            if (child instanceof Element each && !each.is("pre", "p")) removeLinkBlocks(each);
        }
    }

    /** Nearly all links, and no small part of the page's own words. */
    private static boolean isLinkBlock(Element element, Element content) {
        if (!BLOCKS.contains(element.name()) || element.textChars() == 0) return false;
        int links = element.textChars() - element.proseChars();
        return links > MOSTLY_LINKS * element.textChars()
                && element.proseChars() < 0.1 * content.proseChars();
    }
}
