package dev.gossamer.parse;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gossamer.parse.Tokenizer.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Runs the tokenizer as the standard describes it and writes its tokens down, one a line. */
final class TokenText {
    /** Where a surrogate without its partner is hidden while the text is UTF-8. */
    private static final int HIDDEN = 0xF0000;

    private TokenText() {}

    static List<String> tokens(String input, State state, String lastStartTag) {
        return tokens(hide(input).getBytes(UTF_8), state, lastStartTag);
    }

    static List<String> tokens(byte[] in, State state, String lastStartTag) {
        var tokenizer = new Tokenizer();
        tokenizer.reset(in, 0, in.length);
        tokenizer.read(state, lastStartTag);
        List<String> out = new ArrayList<>();
        while (true) {
            switch (tokenizer.next()) {
                case TEXT -> addText(out, text(tokenizer, in));
                case COMMENT -> out.add("Comment " + name(in, tokenizer.start(), tokenizer.stop()));
                case DOCTYPE -> out.add(doctype(tokenizer, in));
                case START_TAG -> tag(tokenizer, in, true).ifPresent(out::add);
                case END_TAG -> tag(tokenizer, in, false).ifPresent(out::add);
                case END -> {
                    return out;
                }
            }
        }
    }

    private static void addText(List<String> out, String text) {
        boolean continues = !out.isEmpty() && out.getLast().startsWith("Character ");
        if (continues) out.add(out.removeLast() + text);
        else out.add("Character " + text);
    }

    private static String text(Tokenizer tokenizer, byte[] in) {
        String raw = Encoding.UTF_8.decode(in, tokenizer.start(), tokenizer.stop());
        return show(CharacterReferences.decodeText(raw, tokenizer.textState()));
    }

    private static Optional<String> tag(Tokenizer tokenizer, byte[] in, boolean isStart) {
        String name = lower(name(in, tokenizer.start(), tokenizer.stop()));
        Map<String, String> attributes = new LinkedHashMap<>();
        while (tokenizer.nextAttribute()) {
            String key = lower(name(in, tokenizer.nameStart(), tokenizer.nameStop()));
            String raw = Encoding.UTF_8.decode(in, tokenizer.valueStart(), tokenizer.valueStop());
            attributes.putIfAbsent(key, show(CharacterReferences.decodeAttribute(raw)));
        }
        if (!tokenizer.isTagComplete()) return Optional.empty();
        return Optional.of(
                isStart ? startTag(name, attributes, tokenizer.isSelfClosing()) : "EndTag " + name);
    }

    static String startTag(String name, Map<String, String> attributes, boolean isSelfClosing) {
        return "StartTag " + name + " " + new TreeMap<>(attributes) + (isSelfClosing ? "/" : "");
    }

    private static String doctype(Tokenizer tokenizer, byte[] in) {
        var doctype =
                Doctype.parse(name(in, tokenizer.start(), tokenizer.stop()), tokenizer.isCutOff());
        return doctype(
                quote(doctype.name()),
                quote(doctype.publicId()),
                quote(doctype.systemId()),
                doctype.forceQuirks());
    }

    static String doctype(String name, String publicId, String systemId, boolean forceQuirks) {
        return "DOCTYPE " + name + " " + publicId + " " + systemId + (forceQuirks ? " quirks" : "");
    }

    private static String quote(Optional<String> text) {
        return text.map(t -> "\"" + t + "\"").orElse("null");
    }

    private static String name(byte[] in, int start, int stop) {
        return show(CharacterReferences.decodeName(Encoding.UTF_8.decode(in, start, stop)));
    }

    private static String lower(String name) {
        var out = new StringBuilder(name);
        for (int i = 0; i < out.length(); i++) {
            char c = out.charAt(i);
            if (c >= 'A' && c <= 'Z') out.setCharAt(i, (char) (c + 0x20));
        }
        return out.toString();
    }

    private static String hide(String text) {
        var out = new StringBuilder();
        text.codePoints().forEach(c -> out.appendCodePoint(isSurrogate(c) ? HIDDEN + c : c));
        return out.toString();
    }

    private static String show(String text) {
        var out = new StringBuilder();
        text.codePoints()
                .forEach(c -> out.appendCodePoint(isSurrogate(c - HIDDEN) ? c - HIDDEN : c));
        return out.toString();
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}
