package dev.gossamer.parse;

/**
 * Where a script ends (13.2.5.15 to 13.2.5.31). A script may hide its own end tag in a comment that
 * opens another script: {@code <!-- <script> </script> -->}; pages of the nineties did that, so
 * three modes must be told apart. A {@code -->} leads back to plain script data from either of the
 * others.
 */
final class ScriptData {
    private enum Mode {
        PLAIN,
        ESCAPED,
        DOUBLE_ESCAPED
    }

    private ScriptData() {}

    /** The place of the {@code </script} that ends the script (or another name), or {@code end}. */
    static int end(byte[] in, int from, int end, String name) {
        var mode = Mode.PLAIN;
        // Dashes seen before this place cannot be part of an end of comment.
        int commentStart = from;
        for (int p = from; p < end; p++) {
            if (mode == Mode.PLAIN) p = ByteSearch.indexOf(in, '<', p, end);
            if (p == end) return end;
            byte b = in[p];
            if (b == '>') {
                boolean endsComment = p - commentStart >= 2 && in[p - 1] == '-' && in[p - 2] == '-';
                if (endsComment) mode = Mode.PLAIN;
            } else if (b == '<') {
                if (mode != Mode.DOUBLE_ESCAPED && Tokenizer.isEndTag(in, p, end, name)) {
                    return p;
                }
                if (mode == Mode.PLAIN && ByteSearch.startsWith(in, p, end, "<!--")) {
                    mode = Mode.ESCAPED;
                    commentStart = p + 2;
                    p += 3;
                } else if (mode == Mode.ESCAPED && isScriptWord(in, p + 1, end)) {
                    mode = Mode.DOUBLE_ESCAPED;
                    p += "script".length();
                } else if (mode == Mode.DOUBLE_ESCAPED
                        && p + 1 < end
                        && in[p + 1] == '/'
                        && isScriptWord(in, p + 2, end)) {
                    mode = Mode.ESCAPED;
                    p += "/script".length();
                }
            }
        }
        return end;
    }

    private static boolean isScriptWord(byte[] in, int at, int end) {
        int after = at + "script".length();
        if (after >= end || !ByteSearch.startsWith(in, at, end, "script")) return false;
        return ByteSearch.endsTagName(in[after]);
    }
}
