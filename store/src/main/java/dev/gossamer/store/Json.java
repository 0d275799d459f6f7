package dev.gossamer.store;

/** A writer of JSON, with as much of it as a line of a log needs. */
public final class Json {
    private Json() {}

    /** Appends the text as a JSON string, quotes included. */
    public static void quote(StringBuilder out, CharSequence text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c >= ' ' && !Character.isSurrogate(c)) out.append(c);
                    else if (isPair(text, i)) out.append(c).append(text.charAt(++i));
                    else out.append(String.format("\\u%04x", (int) c));
                }
            }
        }
        out.append('"');
    }

    /** A lone surrogate has no UTF-8; it is escaped instead. */
    private static boolean isPair(CharSequence text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
    }
}
