package dev.gossamer.parse;

import dev.gossamer.http.RobotsDirectives;
import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.parse.Tokenizer.State;
import dev.gossamer.url.Url;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a page: asks the tokenizer for tokens and knows as much of tree construction as
 * links, facts and text need. That is: which elements hold raw text, what is in a template, what is
 * in SVG or MathML, and that a second {@code <a>} ends the first. Whatever else tree construction
 * does moves elements around and loses none that is a link.
 */
final class PageReader {
    private static final byte[] NOTHING = {};

    private final boolean wantsLinks;
    private final boolean wantsAnchors;
    private final boolean wantsFacts;
    private final boolean wantsText;
    private final boolean wantsStyles;

    /** Whether it matters where elements end. */
    private final boolean wantsContent;

    private final Tokenizer tokenizer = new Tokenizer();
    private final TagAttributes attributes = new TagAttributes();
    private final ForeignContent foreign = new ForeignContent();
    private final LinkList links = new LinkList();
    private final CollapsedText anchor = new CollapsedText(ParseLimits.ANCHOR_CHARS);
    private final CollapsedText text = new CollapsedText(ParseLimits.TEXT_CHARS);

    private byte[] in = NOTHING;
    private Encoding encoding = Encoding.UTF_8;
    private Encoding declared = Encoding.UTF_8;
    private boolean encodingIsCertain;
    private final FactsReader facts = new FactsReader();
    private @Nullable String baseHref;
    private int templateDepth;
    private int openAnchor;

    /** The element whose raw text comes next. */
    private @Nullable Element raw;

    /** Our name for robots, in lower case; empty for none. */
    private final String agent;

    PageReader(Set<Want> wanted, String agent) {
        this.agent = agent;
        wantsAnchors = wanted.contains(Want.ANCHOR_TEXT);
        wantsLinks = wantsAnchors || wanted.contains(Want.LINKS);
        wantsFacts = wanted.contains(Want.FACTS);
        wantsText = wanted.contains(Want.TEXT);
        wantsStyles = wantsLinks && wanted.contains(Want.STYLES);
        wantsContent = wantsAnchors || wantsFacts || wantsText;
    }

    /**
     * Empty when a meta element says that the page must be read in another encoding: {@link
     * #declared}.
     *
     * @param pageEncoding the page's encoding; the input is in UTF-8 if that cannot be read in
     *     place
     * @param isCertain whether a meta element must not change it
     */
    Optional<ParsedPage> read(
            Url url, Encoding pageEncoding, boolean isCertain, byte[] input, int from) {
        encoding = pageEncoding.isReadableInPlace() ? pageEncoding : Encoding.UTF_8;
        declared = pageEncoding;
        encodingIsCertain = isCertain;
        reset(input, from);
        links.clear();
        anchor.clear();
        text.clear();
        facts.clear();
        baseHref = null;
        templateDepth = 0;
        openAnchor = -1;
        raw = null;
        readTokens();
        if (declared != pageEncoding) return Optional.empty();
        closeAnchor();
        var references = References.of(url, Optional.ofNullable(baseHref), declared);
        List<Link> resolved = wantsLinks ? links.resolve(references) : List.of();
        boolean truncated =
                links.isTruncated()
                        || attributes.isTruncated()
                        || facts.isTruncated()
                        || text.isFull();
        return Optional.of(
                new ParsedPage(
                        declared.standardName(),
                        facts.facts(references),
                        resolved,
                        text.toString(),
                        truncated));
    }

    private void reset(byte[] input, int from) {
        in = input;
        tokenizer.reset(input, from, input.length);
        attributes.reset(input, encoding);
        foreign.reset(input);
    }

    /** Keeps nothing of the page, which may be large, until the next one comes. */
    void letGo() {
        reset(NOTHING, 0);
        text.clear();
    }

    /** The encoding that the page declared, after a reading that gave nothing. */
    Encoding declared() {
        return declared;
    }

    private void readTokens() {
        Encoding before = declared;
        while (declared == before) {
            switch (tokenizer.next()) {
                case TEXT -> text();
                case START_TAG -> startTag();
                case END_TAG -> endTag();
                case COMMENT, DOCTYPE -> {}
                case END -> {
                    return;
                }
            }
        }
    }

    private void text() {
        if (templateDepth > 0 || foreign.hidesText()) return;
        if (wantsStyles && raw == Element.STYLE)
            addStyles(encoding.decode(in, tokenizer.start(), tokenizer.stop()), tokenizer.start());
        boolean isTitle = wantsFacts && raw == Element.TITLE && facts.wantsTitle();
        boolean isHeading = wantsFacts && facts.isInHeading();
        boolean isVisible = raw == null || raw == Element.XMP || raw == Element.PLAINTEXT;
        boolean isAnchor = isVisible && openAnchor >= 0 && wantsAnchors && !anchor.isFull();
        boolean isText = isVisible && wantsText && !text.isFull();
        if (isTitle) append(facts.title());
        if (isHeading && isVisible) append(facts.heading());
        if (isAnchor) append(anchor);
        if (isText) append(text);
    }

    /** Appends the text at hand. */
    private void append(CollapsedText out) {
        int rest = out.appendPlain(in, tokenizer.start(), tokenizer.stop());
        if (rest == tokenizer.stop()) return;
        String decoded = encoding.decode(in, rest, tokenizer.stop());
        out.append(CharacterReferences.decodeText(decoded, tokenizer.textState()));
    }

    private void endTag() {
        raw = null;
        boolean matters = wantsContent || templateDepth > 0 || foreign.isOpen();
        if (!matters) return;
        int start = tokenizer.start();
        int stop = tokenizer.stop();
        if (foreign.isOpen()) {
            foreign.endTag(start, stop);
            tokenizer.allowCdata(foreign.isForeign());
        }
        separate(start, stop);
        var element = Element.BY_NAME.find(in, start, stop);
        if (element == null) return;
        switch (element) {
            case TEMPLATE -> templateDepth = Math.max(0, templateDepth - 1);
            case A -> closeAnchor();
            case H1, H2, H3, H4, H5, H6 -> facts.closeHeading();
            default -> {}
        }
    }

    /** Elements that do not stand within a line separate words. */
    private void separate(int start, int stop) {
        if (!wantsText && (!wantsAnchors || openAnchor < 0) && !facts.isInHeading()) return;
        if (Inline.BY_NAME.find(in, start, stop) != null) return;
        text.breakLine();
        anchor.space();
        facts.heading().space();
    }

    private void startTag() {
        int start = tokenizer.start();
        int stop = tokenizer.stop();
        int position = tokenizer.markupStart();
        if (foreign.isForeign()) {
            foreignTag(start, stop, position);
            return;
        }
        separate(start, stop);
        var element = Element.BY_NAME.find(in, start, stop);
        boolean isOfUse = element != null || wantsStyles;
        if (!isOfUse || !attributes.read(tokenizer)) return;
        styleAttribute(position);
        if (element == null) return;
        readContent(element, start, stop);
        if (element == Element.TEMPLATE) templateDepth++;
        else if (templateDepth == 0) element(element, position);
    }

    /** Reads a tag within SVG or MathML, which may turn out to be HTML's after all. */
    private void foreignTag(int start, int stop, int position) {
        if (!attributes.read(tokenizer)) return;
        styleAttribute(position);
        boolean isForeign =
                foreign.startTag(
                        start,
                        stop,
                        tokenizer.isSelfClosing(),
                        attributes.is(Attribute.ENCODING, "text/html")
                                || attributes.is(Attribute.ENCODING, "application/xhtml+xml"),
                        attributes.has(Attribute.COLOR)
                                || attributes.has(Attribute.FACE)
                                || attributes.has(Attribute.SIZE));
        tokenizer.allowCdata(foreign.isForeign());
        var element = Element.BY_NAME.find(in, start, stop);
        // None of the elements of HTML that end SVG or MathML is read specially.
        if (!isForeign) separate(start, stop);
        if (element == null || templateDepth > 0) return;
        if (isForeign) foreignElement(element, position);
        else element(element, position);
    }

    private void foreignElement(Element element, int position) {
        var href = attributes.has(Attribute.HREF) ? Attribute.HREF : Attribute.XLINK$HREF;
        switch (element) {
            case A -> anchor(href, position);
            case IMAGE, USE, SCRIPT -> add(Link.Kind.RESOURCE, href, position);
            default -> {}
        }
    }

    /** What tree construction tells the tokenizer after a start tag of HTML. */
    private void readContent(Element element, int start, int stop) {
        State state =
                switch (element) {
                    case TITLE, TEXTAREA -> State.RCDATA;
                    case STYLE, XMP, IFRAME, NOEMBED, NOFRAMES -> State.RAWTEXT;
                    case SCRIPT -> State.SCRIPT_DATA;
                    case PLAINTEXT -> State.PLAINTEXT;
                    default -> State.DATA;
                };
        if (state != State.DATA) {
            tokenizer.read(state, NameTable.name(element));
            raw = element;
        } else if (element == Element.SVG || element == Element.MATH) {
            if (tokenizer.isSelfClosing()) return;
            foreign.open(start, stop, element == Element.SVG);
            tokenizer.allowCdata(true);
        }
    }

    private void element(Element element, int position) {
        switch (element) {
            case A -> anchor(Attribute.HREF, position);
            case AREA -> add(Link.Kind.NAVIGATE, Attribute.HREF, position);
            case BASE -> {
                if (baseHref == null && attributes.has(Attribute.HREF)) {
                    baseHref = attributes.value(Attribute.HREF);
                }
            }
            case FRAME -> {
                add(Link.Kind.FRAME, Attribute.SRC, position);
                add(Link.Kind.NAVIGATE, Attribute.LONGDESC, position);
            }
            case IFRAME -> add(Link.Kind.FRAME, Attribute.SRC, position);
            case FORM -> {
                if (isGet(Attribute.METHOD)) add(Link.Kind.FORM, Attribute.ACTION, position);
            }
            case BUTTON -> formAction(position);
            case INPUT -> {
                formAction(position);
                if (attributes.is(Attribute.TYPE, "image")) {
                    add(Link.Kind.RESOURCE, Attribute.SRC, position);
                }
            }
            case IMG, IMAGE -> {
                add(Link.Kind.RESOURCE, Attribute.SRC, position);
                addSrcset(Attribute.SRCSET, position);
                add(Link.Kind.NAVIGATE, Attribute.LONGDESC, position);
                if (openAnchor >= 0 && wantsAnchors) {
                    anchor.space();
                    anchor.append(attributes.value(Attribute.ALT));
                    anchor.space();
                }
            }
            case SOURCE -> {
                add(Link.Kind.RESOURCE, Attribute.SRC, position);
                addSrcset(Attribute.SRCSET, position);
            }
            case VIDEO -> {
                add(Link.Kind.RESOURCE, Attribute.SRC, position);
                add(Link.Kind.RESOURCE, Attribute.POSTER, position);
            }
            case AUDIO, EMBED, SCRIPT, TRACK -> add(Link.Kind.RESOURCE, Attribute.SRC, position);
            case OBJECT -> add(Link.Kind.RESOURCE, Attribute.DATA, position);
            case BODY, TABLE, TD, TH -> add(Link.Kind.RESOURCE, Attribute.BACKGROUND, position);
            case BLOCKQUOTE, DEL, INS, Q -> add(Link.Kind.NAVIGATE, Attribute.CITE, position);
            case LINK -> linkElement(position);
            case META -> meta(position);
            case HTML -> facts.language(attributes.value(Attribute.LANG));
            case H1, H2, H3, H4, H5, H6 -> {
                if (wantsFacts) facts.openHeading(in[position + 2] - '0');
            }
            default -> {}
        }
    }

    private void anchor(Attribute href, int position) {
        closeAnchor();
        openAnchor = add(Link.Kind.NAVIGATE, href, position);
    }

    private void closeAnchor() {
        if (openAnchor >= 0 && !anchor.isEmpty()) links.setText(openAnchor, anchor.toString());
        openAnchor = -1;
        anchor.clear();
    }

    private void formAction(int position) {
        if (isGet(Attribute.FORMMETHOD)) add(Link.Kind.FORM, Attribute.FORMACTION, position);
    }

    /** Asking for what a form posts to makes no sense; it is no link. */
    private boolean isGet(Attribute method) {
        return !attributes.is(method, "post") && !attributes.is(method, "dialog");
    }

    /** "Change the encoding" (13.2.3.4): the first declaration makes it certain. */
    private void declareEncoding() {
        Optional<Encoding> found = Optional.empty();
        if (attributes.has(Attribute.CHARSET)) {
            found = Encoding.ofLabel(attributes.value(Attribute.CHARSET));
        } else if (attributes.is(Attribute.HTTP_EQUIV, "content-type")) {
            found = MetaCharset.ofContent(attributes.value(Attribute.CONTENT));
        }
        if (found.isEmpty()) return;
        encodingIsCertain = true;
        boolean isUtf16 = declared == Encoding.UTF_16BE || declared == Encoding.UTF_16LE;
        if (!isUtf16) declared = MetaCharset.readable(found.get());
    }

    private void meta(int position) {
        if (!encodingIsCertain) declareEncoding();
        if (attributes.is(Attribute.HTTP_EQUIV, "refresh")) {
            Refresh.parse(attributes.value(Attribute.CONTENT))
                    .flatMap(Refresh::reference)
                    .ifPresent(reference -> links.add(Link.Kind.REFRESH, reference, "", position));
        } else if (attributes.is(Attribute.HTTP_EQUIV, "content-language")) {
            facts.language(attributes.value(Attribute.CONTENT));
        } else if (attributes.is(Attribute.NAME, "robots") || isForUs()) {
            facts.robots(RobotsDirectives.ofMeta(attributes.value(Attribute.CONTENT)));
        } else if (wantsFacts && attributes.is(Attribute.NAME, "description")) {
            facts.description(attributes.value(Attribute.CONTENT));
        }
    }

    private boolean isForUs() {
        return !agent.isEmpty() && attributes.is(Attribute.NAME, agent);
    }

    private void linkElement(int position) {
        String rel = attributes.tokens(Attribute.REL);
        if (rel.isEmpty() || !attributes.has(Attribute.HREF)) return;
        String href = attributes.value(Attribute.HREF);
        if (wantsFacts) facts.link(rel, href, attributes.value(Attribute.HREFLANG));
        if (!wantsLinks) return;
        LinkRelation.kind(rel)
                .ifPresent(
                        kind -> {
                            int link = links.add(kind, href, rel, position);
                            if (link >= 0 && wantsAnchors) describe(link, Attribute.TITLE);
                        });
        addSrcset(Attribute.IMAGESRCSET, position);
    }

    /** Adds a link; returns its number, or -1 if there is none. */
    private int add(Link.Kind kind, Attribute attribute, int position) {
        if (!wantsLinks || !attributes.has(attribute)) return -1;
        int start = attributes.start(attribute);
        int stop = attributes.stop(attribute);
        boolean isEmpty = start == stop && kind != Link.Kind.NAVIGATE;
        if (isEmpty || Schemes.isHostless(in, start, stop)) return -1;
        String reference = attributes.value(start, stop);
        int link = links.add(kind, reference, attributes.tokens(Attribute.REL), position);
        if (link >= 0 && wantsAnchors) describe(link, Attribute.ALT);
        return link;
    }

    private void describe(int link, Attribute attribute) {
        if (!attributes.has(attribute)) return;
        links.setText(
                link, CollapsedText.of(attributes.value(attribute), ParseLimits.ANCHOR_CHARS));
    }

    private void styleAttribute(int position) {
        if (!wantsStyles || templateDepth > 0 || !attributes.has(Attribute.STYLE)) return;
        addStyles(attributes.value(Attribute.STYLE), position);
    }

    private void addStyles(String styles, int position) {
        for (String reference : StyleSheet.references(styles))
            links.add(Link.Kind.RESOURCE, reference, "", position);
    }

    private void addSrcset(Attribute attribute, int position) {
        if (!wantsLinks || !attributes.has(attribute)) return;
        for (String reference : Srcset.references(attributes.value(attribute))) {
            int link = links.add(Link.Kind.RESOURCE, reference, "", position);
            if (link >= 0 && wantsAnchors) describe(link, Attribute.ALT);
        }
    }
}
