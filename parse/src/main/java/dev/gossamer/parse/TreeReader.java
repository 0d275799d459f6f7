package dev.gossamer.parse;

import dev.gossamer.parse.Node.Element;
import dev.gossamer.parse.Tokenizer.State;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Builds a tree of a page, for those who must know what stands in what. It is the standard's tree
 * for pages that nest well and for end tags that may be left out; formatting that overlaps is cut
 * where the standard would repeat it, which changes no text. There are no html, head and body: the
 * root holds all.
 */
final class TreeReader {
    /** Elements within elements; what is deeper lies beside its parent. */
    static final int MAX_DEPTH = 200;

    /** Elements of one page; the rest of the page is left out. */
    static final int MAX_ELEMENTS = 300_000;

    private static final Set<String> VOID =
            Set.of(
                    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta",
                    "param", "source", "track", "wbr");

    private static final Set<String> WRAPPERS = Set.of("html", "head", "body");

    /** What ends a paragraph that is open when it begins. */
    static final Set<String> ENDS_PARAGRAPH =
            Set.of(
                    "address",
                    "article",
                    "aside",
                    "blockquote",
                    "center",
                    "details",
                    "dialog",
                    "dir",
                    "div",
                    "dl",
                    "fieldset",
                    "figcaption",
                    "figure",
                    "footer",
                    "form",
                    "h1",
                    "h2",
                    "h3",
                    "h4",
                    "h5",
                    "h6",
                    "header",
                    "hgroup",
                    "hr",
                    "main",
                    "menu",
                    "nav",
                    "ol",
                    "p",
                    "pre",
                    "section",
                    "summary",
                    "table",
                    "ul");

    private static final Set<String> TABLE_PARTS = Set.of("thead", "tbody", "tfoot", "caption");

    /** What ends what, up to which element around both. */
    private record Implied(Set<String> ends, Set<String> within) {}

    private static final Map<String, Implied> IMPLIED =
            Map.ofEntries(
                    Map.entry("li", new Implied(Set.of("li"), Set.of("ul", "ol", "menu"))),
                    Map.entry("dt", new Implied(Set.of("dt", "dd"), Set.of("dl"))),
                    Map.entry("dd", new Implied(Set.of("dt", "dd"), Set.of("dl"))),
                    Map.entry("option", new Implied(Set.of("option"), Set.of("select"))),
                    Map.entry("a", new Implied(Set.of("a"), Set.of("table", "td", "th"))),
                    Map.entry("td", new Implied(Set.of("td", "th"), Set.of("tr", "table"))),
                    Map.entry("th", new Implied(Set.of("td", "th"), Set.of("tr", "table"))),
                    Map.entry("tr", new Implied(Set.of("tr"), Set.of("table"))),
                    Map.entry("thead", new Implied(TABLE_PARTS, Set.of("table"))),
                    Map.entry("tbody", new Implied(TABLE_PARTS, Set.of("table"))),
                    Map.entry("tfoot", new Implied(TABLE_PARTS, Set.of("table"))));

    /** An end tag does not reach beyond these, unless it is one of them or of a table around. */
    private static final Set<String> BORDERS = Set.of("td", "th", "caption", "table");

    private final Tokenizer tokenizer = new Tokenizer();
    private final byte[] in;
    private final List<Element> open = new ArrayList<>();
    private int elements;

    private TreeReader(byte[] in) {
        this.in = in;
    }

    /**
     * @param utf8 the page in UTF-8, whatever it came in
     */
    static Element read(byte[] utf8) {
        var reader = new TreeReader(utf8);
        var root = new Element("", Map.of());
        reader.open.add(root);
        reader.tokenizer.reset(utf8, 0, utf8.length);
        while (reader.elements < MAX_ELEMENTS && reader.readToken()) {}
        return root;
    }

    private boolean readToken() {
        switch (tokenizer.next()) {
            case TEXT -> text();
            case START_TAG -> startTag();
            case END_TAG -> endTag(name(tokenizer.start(), tokenizer.stop()));
            case COMMENT, DOCTYPE -> {}
            case END -> {
                return false;
            }
        }
        return true;
    }

    private void text() {
        String raw = decode(tokenizer.start(), tokenizer.stop());
        String text = CharacterReferences.decodeText(raw, tokenizer.textState());
        open.getLast().children().add(new Node.Text(text));
    }

    private String decode(int start, int stop) {
        return new String(in, start, stop - start, StandardCharsets.UTF_8);
    }

    private String name(int start, int stop) {
        return decode(start, stop).toLowerCase(Locale.ROOT);
    }

    private void startTag() {
        String name = name(tokenizer.start(), tokenizer.stop());
        var attributes = attributes();
        if (!tokenizer.isTagComplete() || WRAPPERS.contains(name)) return;
        if (ENDS_PARAGRAPH.contains(name)) close(Set.of("p"), BORDERS);
        var implied = IMPLIED.get(name);
        if (implied != null) close(implied.ends, implied.within);
        var element = new Element(name, attributes);
        elements++;
        open.getLast().children().add(element);
        if (!VOID.contains(name) && open.size() < MAX_DEPTH) open.add(element);
        State state = content(name);
        if (state != State.DATA) tokenizer.read(state, name);
    }

    private Map<String, String> attributes() {
        Map<String, String> attributes = Map.of();
        while (tokenizer.nextAttribute()) {
            if (tokenizer.valueStop() - tokenizer.valueStart() > ParseLimits.ATTRIBUTE_BYTES)
                continue;
            if (attributes.isEmpty()) attributes = new HashMap<>(4);
            String value = decode(tokenizer.valueStart(), tokenizer.valueStop());
            attributes.putIfAbsent(
                    name(tokenizer.nameStart(), tokenizer.nameStop()),
                    CharacterReferences.decodeAttribute(value));
        }
        return attributes;
    }

    private static State content(String name) {
        return switch (name) {
            case "title", "textarea" -> State.RCDATA;
            case "style", "xmp", "iframe", "noembed", "noframes" -> State.RAWTEXT;
            case "script" -> State.SCRIPT_DATA;
            case "plaintext" -> State.PLAINTEXT;
            default -> State.DATA;
        };
    }

    /** Closes the innermost open element of those names, unless a border stands before it. */
    private void close(Set<String> names, Set<String> borders) {
        for (int i = open.size() - 1; i > 0; i--) {
            String name = open.get(i).name();
            if (names.contains(name)) {
                open.subList(i, open.size()).clear();
                return;
            }
            if (borders.contains(name)) return;
        }
    }

    private void endTag(String name) {
        if (name.equals("br")) open.getLast().children().add(new Element("br", Map.of()));
        boolean isOfTable = BORDERS.contains(name) || IMPLIED.containsKey(name);
        close(Set.of(name), isOfTable ? Set.of() : BORDERS);
    }
}
