package dev.gossamer.parse;

/**
 * Where the page is in SVG and MathML. There {@code <style>}, {@code <title>} and {@code <script>}
 * are elements like others, CDATA sections exist, and only few elements are links; so much of tree
 * construction (13.2.6.5) must be known.
 *
 * <p>A stack of the open elements since the outermost {@code <svg>} or {@code <math>}, kept as the
 * ranges of their names. HTML inside an integration point ({@code <foreignObject>}) is not tracked:
 * there only an end tag of the integration point itself or of an {@code svg} or {@code math} around
 * it closes anything, which is what happens on pages that nest well.
 */
final class ForeignContent {
    /** Elements open at one time; deeper ones are not tracked. */
    static final int DEPTH = 256;

    /** The HTML elements that end foreign content when they begin in it. */
    private enum Breakout {
        B,
        BIG,
        BLOCKQUOTE,
        BODY,
        BR,
        CENTER,
        CODE,
        DD,
        DIV,
        DL,
        DT,
        EM,
        EMBED,
        H1,
        H2,
        H3,
        H4,
        H5,
        H6,
        HEAD,
        HR,
        I,
        IMG,
        LI,
        LISTING,
        MENU,
        META,
        NOBR,
        OL,
        P,
        PRE,
        RUBY,
        S,
        SMALL,
        SPAN,
        STRONG,
        STRIKE,
        SUB,
        SUP,
        TABLE,
        TT,
        U,
        UL,
        VAR;

        static final NameTable<Breakout> BY_NAME = new NameTable<>(Breakout.class);
    }

    /** The MathML elements whose content is HTML, apart from two. */
    private enum MathText {
        MI,
        MN,
        MO,
        MS,
        MTEXT;

        static final NameTable<MathText> BY_NAME = new NameTable<>(MathText.class);
    }

    private final int[] starts = new int[DEPTH];
    private final int[] stops = new int[DEPTH];
    private final boolean[] integration = new boolean[DEPTH];
    private final boolean[] svg = new boolean[DEPTH];
    private byte[] in = new byte[0];
    private int depth;

    void reset(byte[] input) {
        in = input;
        depth = 0;
    }

    /** Whether the current element is of SVG or MathML and its content too. */
    boolean isForeign() {
        return depth > 0 && !integration[depth - 1];
    }

    /** Whether any element is open here. */
    boolean isOpen() {
        return depth > 0;
    }

    /** Whether text here is no text of the page: svg has its own style and script. */
    boolean hidesText() {
        return isForeign()
                && (ByteSearch.is(in, starts[depth - 1], stops[depth - 1], "style")
                        || ByteSearch.is(in, starts[depth - 1], stops[depth - 1], "script"));
    }

    /** A start tag of HTML: {@code <svg>} or {@code <math>}, not closed in itself. */
    void open(int start, int stop, boolean isSvg) {
        if (depth == DEPTH) return;
        starts[depth] = start;
        stops[depth] = stop;
        svg[depth] = isSvg;
        integration[depth] = false;
        depth++;
    }

    /**
     * A start tag in foreign content. False if it ends foreign content and so is one of HTML.
     *
     * @param isHtmlAnnotation whether it has an encoding that says its content is HTML
     * @param isFontOfHtml whether it has an attribute that only HTML's font element has
     */
    boolean startTag(
            int start,
            int stop,
            boolean selfClosing,
            boolean isHtmlAnnotation,
            boolean isFontOfHtml) {
        boolean breaksOut =
                Breakout.BY_NAME.find(in, start, stop) != null
                        || (isFontOfHtml && ByteSearch.is(in, start, stop, "font"));
        if (breaksOut) {
            popToHtml();
            return false;
        }
        if (selfClosing || depth == DEPTH) return true;
        boolean inSvg = svg[depth - 1];
        if (ByteSearch.is(in, start, stop, "svg")) inSvg = true;
        open(start, stop, inSvg);
        integration[depth - 1] =
                inSvg
                        ? ByteSearch.is(in, start, stop, "foreignobject")
                                || ByteSearch.is(in, start, stop, "desc")
                                || ByteSearch.is(in, start, stop, "title")
                        : MathText.BY_NAME.find(in, start, stop) != null
                                || (isHtmlAnnotation
                                        && ByteSearch.is(in, start, stop, "annotation-xml"));
        return true;
    }

    void endTag(int start, int stop) {
        if (isForeign()
                && (ByteSearch.is(in, start, stop, "p") || ByteSearch.is(in, start, stop, "br"))) {
            popToHtml();
            return;
        }
        for (int i = depth - 1; i >= 0; i--) {
            boolean couldBeHtml = i < depth - 1 && !isRoot(i);
            if (isSameName(i, start, stop) && !(couldBeHtml && integration[depth - 1])) {
                depth = i;
                return;
            }
        }
    }

    private boolean isRoot(int i) {
        return ByteSearch.is(in, starts[i], stops[i], "svg")
                || ByteSearch.is(in, starts[i], stops[i], "math");
    }

    private boolean isSameName(int i, int start, int stop) {
        int length = stop - start;
        if (stops[i] - starts[i] != length) return false;
        for (int k = 0; k < length; k++) {
            if (ByteSearch.lower(in[starts[i] + k]) != ByteSearch.lower(in[start + k]))
                return false;
        }
        return true;
    }

    private void popToHtml() {
        while (isForeign()) depth--;
    }
}
