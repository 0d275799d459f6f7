package dev.gossamer.parse;

import dev.gossamer.parse.Node.Element;
import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes a tree as Markdown (CommonMark, with the tables of GitHub). Block by block: each element
 * becomes a list of blocks, and what holds others puts their lines behind a mark or an indent.
 */
final class Markdown {
    /** Lists and quotations within one another; deeper ones lie flat. */
    private static final int MAX_NESTING = 12;

    /** What is not part of a line: what ends a paragraph, and the parts of lists and tables. */
    private static final Set<String> BLOCKS =
            Stream.concat(
                            TreeReader.ENDS_PARAGRAPH.stream(),
                            Stream.of(
                                    "body",
                                    "caption",
                                    "dd",
                                    "dt",
                                    "legend",
                                    "li",
                                    "plaintext",
                                    "tbody",
                                    "td",
                                    "tfoot",
                                    "th",
                                    "thead",
                                    "tr",
                                    "xmp"))
                    .collect(Collectors.toUnmodifiableSet());

    /** What would begin a heading, list, quotation or rule where a paragraph begins. */
    private static final Pattern BLOCK_START =
            Pattern.compile("^(#{1,6}(?=\\s|$)|[-+>](?=\\s|$)|={3,}$|-{3,}$|~{3,})");

    private static final Pattern NUMBER_START = Pattern.compile("^(\\d{1,9})([.)])(?=\\s|$)");

    private static final Pattern LANGUAGE =
            Pattern.compile(
                    "(?:^|\\s)(?:language|lang|highlight|brush)[-:]\\s?([A-Za-z0-9+#.-]{1,20})");

    private static final Pattern SPACES = Pattern.compile("[\\s\u00a0]+");
    private static final Pattern INVISIBLE = Pattern.compile("[\u200b\u00ad]");

    /** Stands for a line break until white space is collapsed. */
    private static final char LINE_BREAK = '\u2028';

    private final References references;

    Markdown(References references) {
        this.references = references;
    }

    String of(Element content) {
        String text = String.join("\n\n", blocks(content, 0));
        return text.length() > ParseLimits.TEXT_CHARS
                ? text.substring(0, ParseLimits.TEXT_CHARS)
                : text;
    }

    private List<String> blocks(Element element, int nesting) {
        var blocks = new ArrayList<String>();
        var line = new StringBuilder();
        for (Node child : element.children()) {
            switch (child) {
                case Node.Text text -> line.append(escaped(text.text()));
                case Element each -> {
                    if (isBlock(each)) {
                        endParagraph(line, blocks);
                        blocks.addAll(block(each, nesting));
                    } else {
                        inline(each, line);
                    }
                }
            }
        }
        endParagraph(line, blocks);
        return blocks;
    }

    private static boolean isBlock(Element element) {
        if (BLOCKS.contains(element.name())) return true;
        if (element.is("br", "img", "code")) return false;
        for (Node child : element.children()) {
            if (child instanceof Element each && isBlock(each)) return true;
        }
        return false;
    }

    private static void endParagraph(StringBuilder line, List<String> blocks) {
        String text = collapsed(line);
        line.setLength(0);
        if (text.isEmpty()) return;
        text = BLOCK_START.matcher(text).replaceFirst("\\\\$1");
        blocks.add(NUMBER_START.matcher(text).replaceFirst("$1\\\\$2"));
    }

    private List<String> block(Element element, int nesting) {
        return switch (element.name()) {
            case "h1", "h2", "h3", "h4", "h5", "h6" -> heading(element);
            case "hr" -> List.of("---");
            case "pre", "xmp", "plaintext" -> fenced(element);
            case "ul", "menu", "dir" -> list(element, false, nesting);
            case "ol" -> list(element, true, nesting);
            case "blockquote" -> quotation(element, nesting);
            case "dt" -> term(element, nesting);
            case "dd" -> nested("- ", blocks(element, nesting + 1), nesting);
            case "table" -> table(element, nesting);
            default -> blocks(element, nesting);
        };
    }

    private List<String> heading(Element element) {
        var line = new StringBuilder();
        inlineChildren(element, line);
        String text = onOneLine(collapsed(line));
        if (text.isEmpty()) return List.of();
        return List.of("#".repeat(element.name().charAt(1) - '0') + " " + text);
    }

    private static List<String> fenced(Element element) {
        String code = element.text().replaceAll("^\\n|\\s+$", "");
        if (code.isBlank()) return List.of();
        String fence = "```";
        while (code.contains(fence)) fence += "`";
        return List.of(fence + language(element) + "\n" + code + "\n" + fence);
    }

    /** Named by a class of the element or of the code in it. */
    private static String language(Element element) {
        var match = LANGUAGE.matcher(element.attribute("class"));
        if (match.find()) return match.group(1).toLowerCase(Locale.ROOT);
        for (Node child : element.children()) {
            if (child instanceof Element code && code.is("code")) return language(code);
        }
        return "";
    }

    private List<String> list(Element list, boolean isNumbered, int nesting) {
        if (isLayout(list)) return blocks(list, nesting);
        var items = new ArrayList<String>();
        int number =
                isNumbered && list.word("start").matches("\\d{1,6}")
                        ? Integer.parseInt(list.word("start"))
                        : 1;
        for (Node child : list.children()) {
            var blocks =
                    switch (child) {
                        case Node.Text text -> stray(text);
                        case Element item when item.is("li") -> blocks(item, nesting + 1);
                        case Element other -> block(other, nesting + 1);
                    };
            String mark = isNumbered ? number + ". " : "- ";
            var nested = nested(mark, blocks, nesting);
            if (nested.isEmpty()) continue;
            items.addAll(nested);
            number++;
        }
        return joined(items);
    }

    /** Text where the standard allows none; browsers show it all the same. */
    private static List<String> stray(Node.Text text) {
        var blocks = new ArrayList<String>(1);
        endParagraph(new StringBuilder(escaped(text.text())), blocks);
        return blocks;
    }

    /** Whether a list is one in name only: its items are sections of the page. */
    private static boolean isLayout(Element list) {
        for (Node child : list.children()) {
            if (child instanceof Element item && hasSection(item)) return true;
        }
        return false;
    }

    private static boolean hasSection(Element element) {
        for (Node child : element.children()) {
            if (!(child instanceof Element each)) continue;
            if (each.is("h1", "h2", "h3", "h4", "h5", "h6", "hr", "table")) return true;
            if (hasSection(each)) return true;
        }
        return false;
    }

    /** Items of one line each make one block. */
    private static List<String> joined(List<String> items) {
        boolean isTight = items.stream().noneMatch(item -> item.contains("\n\n"));
        return items.isEmpty() ? List.of() : List.of(String.join(isTight ? "\n" : "\n\n", items));
    }

    /** The blocks as one, behind a mark and indented by its width. */
    private static List<String> nested(String mark, List<String> blocks, int nesting) {
        if (blocks.isEmpty() || nesting >= MAX_NESTING) return blocks;
        boolean isTight = blocks.stream().skip(1).allMatch(Markdown::isList);
        String text = String.join(isTight ? "\n" : "\n\n", blocks);
        return List.of(
                mark
                        + text.replace("\n", "\n" + " ".repeat(mark.length()))
                                .replaceAll("(?m)^ +$", ""));
    }

    private static boolean isList(String block) {
        return block.startsWith("- ") || block.matches("(?s)\\d{1,9}\\. .*");
    }

    private List<String> quotation(Element element, int nesting) {
        var blocks = blocks(element, nesting + 1);
        if (blocks.isEmpty() || nesting >= MAX_NESTING) return blocks;
        String text = String.join("\n\n", blocks);
        return List.of(("> " + text.replace("\n", "\n> ")).replaceAll("(?m) +$", ""));
    }

    private List<String> term(Element element, int nesting) {
        var blocks = blocks(element, nesting);
        if (blocks.size() != 1 || blocks.getFirst().contains("\n")) return blocks;
        String text = blocks.getFirst();
        return List.of(text.contains("**") ? text : "**" + text + "**");
    }

    private List<String> table(Element table, int nesting) {
        var rows = new ArrayList<List<Element>>();
        var blocks = new ArrayList<String>();
        collectRows(table, rows, blocks, nesting);
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        boolean isData =
                columns > 1 && rows.stream().flatMap(List::stream).allMatch(Markdown::isOneLine);
        if (isData) {
            blocks.add(pipes(rows, columns));
        } else {
            for (var row : rows) for (Element cell : row) blocks.addAll(blocks(cell, nesting));
        }
        return blocks;
    }

    private void collectRows(
            Element element, List<List<Element>> rows, List<String> captions, int nesting) {
        for (Node child : element.children()) {
            if (child instanceof Node.Text text) captions.addAll(stray(text));
            if (!(child instanceof Element each)) continue;
            if (each.is("caption")) captions.addAll(blocks(each, nesting));
            else if (each.is("tr")) rows.add(cells(each, captions));
            else if (each.is("td", "th")) rows.add(List.of(each));
            else collectRows(each, rows, captions, nesting);
        }
    }

    private static List<Element> cells(Element row, List<String> captions) {
        var cells = new ArrayList<Element>();
        for (Node child : row.children()) {
            if (child instanceof Node.Text text) captions.addAll(stray(text));
            if (child instanceof Element cell && cell.is("td", "th")) cells.add(cell);
        }
        return cells;
    }

    /** Whether a cell's content fits on a line of a table: no tables, lists, code or headings. */
    private static boolean isOneLine(Element cell) {
        for (Node child : cell.children()) {
            if (!(child instanceof Element each)) continue;
            if (each.is("table", "ul", "ol", "dl", "pre", "h1", "h2", "h3", "blockquote"))
                return false;
            if (!isOneLine(each)) return false;
        }
        return true;
    }

    private String pipes(List<List<Element>> rows, int columns) {
        var text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            for (int column = 0; column < columns; column++) {
                var row = rows.get(i);
                text.append("| ")
                        .append(column < row.size() ? cell(row.get(column)) : "")
                        .append(' ');
            }
            text.append("|\n");
            if (i == 0) text.append("|---".repeat(columns)).append("|\n");
        }
        return text.toString().strip();
    }

    private String cell(Element cell) {
        return onOneLine(String.join(" ", blocks(cell, MAX_NESTING))).replace("|", "\\|");
    }

    /** Replaces line ends by spaces, together with the mark of a line break that was there. */
    private static String onOneLine(String text) {
        return text.replace("\\\n", " ").replace('\n', ' ');
    }

    private void inlineChildren(Element element, StringBuilder out) {
        for (Node child : element.children()) {
            switch (child) {
                case Node.Text text -> out.append(escaped(text.text()));
                case Element each -> inline(each, out);
            }
        }
    }

    private void inline(Element element, StringBuilder out) {
        switch (element.name()) {
            case "br" -> out.append(LINE_BREAK);
            case "wbr" -> {}
            case "img" -> image(element, out);
            case "a" -> link(element, out);
            case "code", "kbd", "samp", "tt" -> code(element, out);
            case "em", "i" -> marked("*", element, out);
            case "strong", "b" -> marked("**", element, out);
            case "del", "s", "strike" -> marked("~~", element, out);
            case "q" -> {
                out.append('\u201c');
                inlineChildren(element, out);
                out.append('\u201d');
            }
            default -> {
                boolean isBlock = BLOCKS.contains(element.name());
                if (isBlock) out.append(' ');
                inlineChildren(element, out);
                if (isBlock) out.append(' ');
            }
        }
    }

    private void image(Element element, StringBuilder out) {
        String alt = element.attribute("alt").strip();
        String reference = element.attribute("src").strip();
        // An image without a reference is one that a script completes; it is not the page itself.
        if (alt.isEmpty() || reference.isEmpty()) return;
        var source = references.resolve(reference);
        if (source.isEmpty()) return;
        out.append("![").append(escaped(alt)).append("](").append(text(source.get())).append(')');
    }

    private void link(Element element, StringBuilder out) {
        var inner = new StringBuilder();
        inlineChildren(element, inner);
        var target = target(element);
        if (target.isEmpty() || collapsed(inner).isEmpty() || inner.indexOf("](") >= 0) {
            out.append(inner);
            return;
        }
        around(inner, "[", "](" + text(target.get()) + ")", out);
    }

    /** Where a link leads, unless that is another place of the same page. */
    private Optional<Url> target(Element link) {
        String reference = link.attribute("href").strip();
        return reference.isEmpty() || reference.startsWith("#")
                ? Optional.empty()
                : references.resolve(reference);
    }

    private static String text(Url url) {
        return url.toString().replace("(", "%28").replace(")", "%29");
    }

    private void code(Element element, StringBuilder out) {
        String code = INVISIBLE.matcher(element.text()).replaceAll("");
        code = SPACES.matcher(code).replaceAll(" ").strip();
        if (code.isEmpty()) return;
        String fence = code.contains("`") ? "``" : "`";
        boolean isEdge = code.startsWith("`") || code.endsWith("`");
        String text = fence + (isEdge ? " " + code + " " : code) + fence;
        // A link within code cannot be written; one around it can.
        boolean isLink =
                element.children().size() == 1
                        && element.children().getFirst() instanceof Element only
                        && only.is("a");
        var target =
                isLink ? target((Element) element.children().getFirst()) : Optional.<Url>empty();
        if (target.isPresent())
            out.append('[').append(text).append("](").append(text(target.get())).append(')');
        else out.append(text);
    }

    private void marked(String mark, Element element, StringBuilder out) {
        var inner = new StringBuilder();
        inlineChildren(element, inner);
        if (collapsed(inner).isEmpty() || inner.indexOf(mark) >= 0) out.append(inner);
        else around(inner, mark, mark, out);
    }

    /** White space at the ends stays outside, where it separates words. */
    private static void around(
            StringBuilder inner, String before, String after, StringBuilder out) {
        String text = inner.toString();
        if (text.charAt(0) <= ' ') out.append(' ');
        out.append(before).append(collapsed(inner)).append(after);
        if (text.charAt(text.length() - 1) <= ' ') out.append(' ');
    }

    /** White space as one space; line breaks of the page stay, but not at the ends. */
    private static String collapsed(CharSequence text) {
        return CollapsedText.of(text.toString(), ParseLimits.TEXT_CHARS)
                .replaceAll(" ?\u2028 ?", "\u2028")
                .replaceAll("^\u2028+|\u2028+$", "")
                .replace("\u2028", "\\\n");
    }

    /** Characters that would be taken for marks. An underscore within a word is none. */
    private static String escaped(String text) {
        var out = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isMark = c == '\\' || c == '`' || c == '*' || c == '[' || c == ']' || c == '<';
            boolean isEdge = c == '_' && !(isLetter(text, i - 1) && isLetter(text, i + 1));
            if (isMark || isEdge) out.append('\\');
            out.append(c == LINE_BREAK ? ' ' : c);
        }
        return out.toString();
    }

    private static boolean isLetter(String text, int at) {
        return at >= 0 && at < text.length() && Character.isLetterOrDigit(text.charAt(at));
    }
}
