package dev.gossamer.parse;

/**
 * The tokenization stage of the HTML standard (13.2.5), over bytes of UTF-8 or of an encoding with
 * one byte a character. It is asked for one token after the other, and for the attributes of a tag
 * one after the other; it answers with ranges of the input and makes no objects.
 *
 * <p>The standard's machine has eighty states because it takes a character at a time. This one has
 * the whole page, and three facts of the standard let most of the states become one search each:
 *
 * <ul>
 *   <li>Character references, NUL and carriage returns never move a token's border: a reference
 *       takes only letters, digits, {@code #} and {@code ;}. So ranges are raw, and {@link
 *       CharacterReferences} reads those that somebody wants to see.
 *   <li>Every comment, declaration and CDATA section is one range; how it ends can be told by
 *       looking back from the {@code >}.
 *   <li>Every state that looks at a byte looks at an ASCII one, and in these encodings such a byte
 *       is never part of another character.
 * </ul>
 *
 * <p>Time is linear: no byte is searched again by the search that passed it. A tag that the end of
 * the page cuts off is no token in the standard; here its start is announced, and {@link
 * #isTagComplete} is false after its last attribute.
 */
final class Tokenizer {
    enum Token {
        TEXT,
        START_TAG,
        END_TAG,
        COMMENT,
        DOCTYPE,
        END
    }

    /** How the text that follows is to be read; tree construction sets it after a start tag. */
    enum State {
        DATA,
        RCDATA,
        RAWTEXT,
        SCRIPT_DATA,
        PLAINTEXT,
        CDATA_SECTION
    }

    private byte[] in = new byte[0];
    private int at;
    private int end;
    private State state = State.DATA;
    private String rawTextName = "";
    private boolean cdataAllowed;

    private int start;
    private int stop;
    private int markupStart;
    private State textState = State.DATA;

    private boolean inTag;
    private boolean tagComplete;
    private boolean selfClosing;
    private boolean cutOff;
    private int nameStart;
    private int nameStop;
    private int valueStart;
    private int valueStop;

    void reset(byte[] input, int from, int to) {
        in = input;
        at = from;
        end = to;
        state = State.DATA;
        rawTextName = "";
        cdataAllowed = false;
        inTag = false;
    }

    /**
     * Says how the text after the current start tag is to be read.
     *
     * @param name of the element whose end tag ends it, in lower case
     */
    void read(State next, String name) {
        state = next;
        rawTextName = name;
    }

    /** Whether {@code <![CDATA[} opens a section: only where the current element is not HTML's. */
    void allowCdata(boolean allowed) {
        cdataAllowed = allowed;
    }

    Token next() {
        while (inTag) nextAttribute();
        while (at < end) {
            if (state != State.DATA) {
                readSpecialText();
                if (stop > start) return Token.TEXT;
            } else {
                int markup = markupFrom(at);
                if (markup > at) {
                    start = at;
                    stop = markup;
                    at = markup;
                    textState = State.DATA;
                    return Token.TEXT;
                }
                Token token = readMarkup();
                if (token != Token.END) return token;
            }
        }
        return Token.END;
    }

    /** Moves to the next attribute of the current tag; false when there are no more. */
    boolean nextAttribute() {
        if (!inTag) return false;
        byte[] in = this.in;
        int end = this.end;
        int p = at;
        // Before attribute name state.
        for (; ; p++) {
            if (p >= end) return endTag(end, false);
            byte b = in[p];
            if (b == '>') return endTag(p + 1, true);
            if (b == '/') {
                if (p + 1 < end && in[p + 1] == '>') {
                    selfClosing = true;
                    return endTag(p + 2, true);
                }
            } else if (!ByteSearch.isSpace(b)) break;
        }
        // Attribute name state. The first byte belongs to the name, even an equals sign.
        nameStart = p++;
        while (p < end && !ByteSearch.endsAttributeName(in[p])) p++;
        nameStop = p;
        // After attribute name state.
        while (p < end && ByteSearch.isSpace(in[p])) p++;
        if (p >= end || in[p] != '=') {
            valueStart = p;
            valueStop = p;
            at = p;
            return true;
        }
        // Before attribute value state.
        p++;
        while (p < end && ByteSearch.isSpace(in[p])) p++;
        byte quote = p < end ? in[p] : 0;
        if (quote == '"' || quote == '\'') {
            valueStart = p + 1;
            valueStop = ByteSearch.indexOf(in, quote, p + 1, end);
            at = valueStop + 1;
        } else {
            valueStart = p;
            while (p < end && !ByteSearch.endsUnquotedValue(in[p])) p++;
            valueStop = p;
            at = p;
        }
        return true;
    }

    private boolean endTag(int after, boolean complete) {
        at = after;
        inTag = false;
        tagComplete = complete;
        return false;
    }

    /** Where the token begins: text, the data of a comment, the name of a tag. */
    int start() {
        return start;
    }

    int stop() {
        return stop;
    }

    /** Where the {@code <} of the current tag stands. */
    int markupStart() {
        return markupStart;
    }

    /** How the current text was read: it says which {@link CharacterReferences} count in it. */
    State textState() {
        return textState;
    }

    /** Whether the page ended inside the current declaration. */
    boolean isCutOff() {
        return cutOff;
    }

    /** After the last attribute: whether the tag was closed before the page ended. */
    boolean isTagComplete() {
        return tagComplete;
    }

    /** After the last attribute. */
    boolean isSelfClosing() {
        return selfClosing;
    }

    int nameStart() {
        return nameStart;
    }

    int nameStop() {
        return nameStop;
    }

    int valueStart() {
        return valueStart;
    }

    int valueStop() {
        return valueStop;
    }

    /** Where text ends: at the first {@code <} that opens a tag, a comment or a declaration. */
    private int markupFrom(int from) {
        for (int p = from; ; p++) {
            p = ByteSearch.indexOf(in, '<', p, end);
            if (p + 1 >= end) return end;
            byte b = in[p + 1];
            if (ByteSearch.isLetter(b) || b == '!' || b == '?') return p;
            if (b == '/') return p + 2 < end ? p : end;
        }
    }

    /** Reads what begins with the {@code <} at hand; END where it is nothing at all. */
    private Token readMarkup() {
        markupStart = at;
        byte b = in[at + 1];
        if (b == '!') return readDeclaration(at + 2);
        if (b == '?') return readBogusComment(at + 1);
        if (b != '/') return readTagName(at + 1, Token.START_TAG);
        byte c = in[at + 2];
        if (ByteSearch.isLetter(c)) return readTagName(at + 2, Token.END_TAG);
        if (c != '>') return readBogusComment(at + 2);
        at += 3;
        return Token.END;
    }

    private Token readTagName(int from, Token token) {
        byte[] in = this.in;
        int end = this.end;
        int p = from + 1;
        while (p < end && !ByteSearch.endsTagName(in[p])) p++;
        start = from;
        stop = p;
        at = p;
        inTag = true;
        selfClosing = false;
        return token;
    }

    private Token readDeclaration(int from) {
        if (ByteSearch.startsWith(in, from, end, "--")) return readComment(from + 2);
        if (ByteSearch.startsWith(in, from, end, "doctype")) {
            readUntilGreater(from + 7);
            return Token.DOCTYPE;
        }
        // The one word of the standard that is matched in one case only.
        if (cdataAllowed
                && ByteSearch.startsWith(in, from, end, "[cdata[")
                && in[from + 1] == 'C'
                && in[from + 2] == 'D'
                && in[from + 3] == 'A'
                && in[from + 4] == 'T'
                && in[from + 5] == 'A') {
            at = from + 7;
            state = State.CDATA_SECTION;
            return Token.END;
        }
        return readBogusComment(from);
    }

    private Token readBogusComment(int from) {
        readUntilGreater(from);
        return Token.COMMENT;
    }

    private void readUntilGreater(int from) {
        start = from;
        stop = ByteSearch.indexOf(in, '>', from, end);
        cutOff = stop == end;
        at = Math.min(stop + 1, end);
    }

    /**
     * A comment ends at the first {@code -->} or {@code --!>}; right after its start {@code >} and
     * {@code ->} end it too. At the end of the page, what could have begun its end is not data.
     */
    private Token readComment(int from) {
        start = from;
        for (int p = from; ; p++) {
            p = ByteSearch.indexOf(in, '>', p, end);
            int ending = openEnd(from, p);
            if (p == end || ending >= 2 || ending == p - from) {
                stop = p - ending;
                at = Math.min(p + 1, end);
                return Token.COMMENT;
            }
        }
    }

    /** How many of the bytes before {@code to} are {@code --!}, {@code --} or {@code -}. */
    private int openEnd(int from, int to) {
        if (to - from >= 3 && in[to - 1] == '!' && in[to - 2] == '-' && in[to - 3] == '-') return 3;
        if (to - from < 1 || in[to - 1] != '-') return 0;
        return to - from >= 2 && in[to - 2] == '-' ? 2 : 1;
    }

    private void readSpecialText() {
        start = at;
        textState = state;
        stop =
                switch (state) {
                    case PLAINTEXT -> end;
                    case CDATA_SECTION -> cdataEnd(at);
                    case SCRIPT_DATA -> ScriptData.end(in, at, end, rawTextName);
                    default -> rawTextEnd(at);
                };
        at = state == State.CDATA_SECTION ? Math.min(stop + 3, end) : stop;
        if (state != State.PLAINTEXT) state = State.DATA;
    }

    private int cdataEnd(int from) {
        for (int p = from; ; p++) {
            p = ByteSearch.indexOf(in, '>', p, end);
            if (p == end) return end;
            if (p - from >= 2 && in[p - 1] == ']' && in[p - 2] == ']') return p - 2;
        }
    }

    private int rawTextEnd(int from) {
        for (int p = from; ; p++) {
            p = ByteSearch.indexOf(in, '<', p, end);
            if (p == end || isEndTag(in, p, end, rawTextName)) return p;
        }
    }

    /** Whether an appropriate end tag begins here: {@code </name} and then a byte that ends it. */
    static boolean isEndTag(byte[] in, int at, int end, String name) {
        int after = at + 2 + name.length();
        if (name.isEmpty() || after >= end || in[at + 1] != '/') return false;
        if (!ByteSearch.startsWith(in, at + 2, end, name)) return false;
        return ByteSearch.endsTagName(in[after]);
    }
}
