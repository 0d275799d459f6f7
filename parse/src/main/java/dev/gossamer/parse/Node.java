package dev.gossamer.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A part of a page's tree, as {@link TreeReader} builds it. */
sealed interface Node {
    /** Characters as they are meant, white space as it stood. */
    record Text(String text) implements Node {}

    /** An element with what is in it. Only its children change, while the tree is built or cut. */
    final class Element implements Node {
        private final String name;
        private final Map<String, String> attributes;
        private final List<Node> children = new ArrayList<>();

        /** Characters of text in it that are no white space; reckoned by {@link #weigh}. */
        private int textChars;

        private int linkChars;

        Element(String name, Map<String, String> attributes) {
            this.name = name;
            this.attributes = attributes;
        }

        /** In lower case. */
        String name() {
            return name;
        }

        boolean is(String... names) {
            for (String each : names) if (name.equals(each)) return true;
            return false;
        }

        /** Empty where it has none of that name. */
        String attribute(String attribute) {
            return attributes.getOrDefault(attribute, "");
        }

        boolean has(String attribute) {
            return attributes.containsKey(attribute);
        }

        /** A value in which case says nothing. */
        String word(String attribute) {
            return attribute(attribute).strip().toLowerCase(Locale.ROOT);
        }

        List<Node> children() {
            return children;
        }

        /** Reckons how much text is in it and in each of its descendants, and how much is links. */
        void weigh() {
            textChars = 0;
            linkChars = 0;
            for (Node child : children) {
                switch (child) {
                    case Text text -> textChars += letters(text.text());
                    case Element element -> {
                        element.weigh();
                        textChars += element.textChars;
                        linkChars += element.linkChars;
                    }
                }
            }
            if (name.equals("a") && has("href")) linkChars = textChars;
        }

        private static int letters(String text) {
            int letters = 0;
            for (int i = 0; i < text.length(); i++) if (text.charAt(i) > ' ') letters++;
            return letters;
        }

        int textChars() {
            return textChars;
        }

        /** Text that is not the text of a link: what people wrote to be read. */
        int proseChars() {
            return textChars - linkChars;
        }

        /** All text in it, white space as it stood. */
        String text() {
            var text = new StringBuilder();
            appendText(text);
            return text.toString();
        }

        private void appendText(StringBuilder out) {
            for (Node child : children) {
                switch (child) {
                    case Text text -> out.append(text.text());
                    case Element element -> {
                        if (element.is("br")) out.append('\n');
                        element.appendText(out);
                    }
                }
            }
        }
    }
}
