package dev.gossamer.parse;

import dev.gossamer.http.MediaType;
import dev.gossamer.parse.Tokenizer.State;
import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes a page anew so that it can be shown elsewhere: its references lead where the caller says,
 * and whatever could run, load ahead or send the reader away is left out. The page comes in any
 * encoding and goes out in UTF-8. Its markup stays as it was otherwise, with its mistakes.
 *
 * <p>Whoever shows the result forbids script and foreign addresses by other means too: this is no
 * sanitizer that knows how every browser mends every mistake.
 */
public final class PageRewriter {
    /** Pages within attributes of pages; deeper ones are left out. */
    private static final int MAX_NESTING = 3;

    /** Attributes that run something, send something, or name what no longer fits. */
    private static final Set<String> DROPPED =
            Set.of(
                    "action",
                    "allow",
                    "archive",
                    "attributionsrc",
                    "classid",
                    "codebase",
                    "crossorigin",
                    "csp",
                    "download",
                    "dynsrc",
                    "formaction",
                    "integrity",
                    "lowsrc",
                    "manifest",
                    "nonce",
                    "ping",
                    "profile",
                    "referrerpolicy",
                    "sandbox",
                    "target");

    /** Attributes whose value is one reference. */
    private static final Set<String> REFERENCES =
            Set.of("background", "data", "href", "longdesc", "poster", "src", "xlink:href");

    /** What a link element may be in a page that is shown again. */
    private static final Set<String> RELATIONS =
            Set.of("stylesheet", "alternate", "icon", "shortcut", "apple-touch-icon");

    /** Meta elements that speak to the browser, but for a refresh. */
    private static final Set<String> COMMANDS =
            Set.of(
                    "content-security-policy",
                    "content-security-policy-report-only",
                    "content-type",
                    "set-cookie",
                    "x-dns-prefetch-control",
                    "origin-trial",
                    "delegate-ch",
                    "accept-ch");

    /**
     * What would begin a tag where a style sheet is read as other elements are; at the end,
     * together with what is written next.
     */
    private static final Pattern TAG_IN_STYLES = Pattern.compile("<(?=[A-Za-z/!?]|\\z)");

    /** Names of attributes that a reader of the result could take for something else. */
    private static final Pattern MISLEADING_NAME = Pattern.compile("[\"'<]");

    /** What a reference is for. */
    public enum Use {
        /** A reader may go there. */
        PAGE,
        /** It is shown inside the page as a page. */
        FRAME,
        /** The page is made of it: a picture, a style sheet. */
        PART
    }

    /** Says where references lead. */
    @FunctionalInterface
    public interface Addresses {
        /** Returns the address that is written for a URL of the web. */
        String of(Url url, Use use);
    }

    private final Addresses addresses;
    private final References base;
    private final int nesting;
    private final Tokenizer tokenizer = new Tokenizer();
    private final byte[] in;
    private final StringBuilder out;

    /** The element whose text is read specially, in lower case; empty elsewhere. */
    private String inside = "";

    private PageRewriter(byte[] utf8, References base, Addresses addresses, int nesting) {
        this.in = utf8;
        this.base = base;
        this.addresses = addresses;
        this.nesting = nesting;
        out = new StringBuilder(utf8.length + utf8.length / 4);
    }

    /**
     * Rewrites an HTML page.
     *
     * @param url where it was found
     * @param contentType the header's value, or empty
     * @param body decoded content
     * @return the page in UTF-8
     */
    public static byte[] rewrite(Url url, String contentType, byte[] body, Addresses addresses) {
        var encoding = encoding(contentType, body);
        String text = encoding.decode(body, EncodingSniffer.bomLength(body), body.length);
        return rewrite(text, url, encoding, addresses, 0).getBytes(StandardCharsets.UTF_8);
    }

    private static String rewrite(
            String page, Url url, Encoding encoding, Addresses addresses, int nesting) {
        byte[] utf8 = page.getBytes(StandardCharsets.UTF_8);
        var base = References.of(url, baseHref(utf8), encoding);
        var rewriter = new PageRewriter(utf8, base, addresses, nesting);
        rewriter.tokenizer.reset(utf8, 0, utf8.length);
        while (rewriter.readToken()) {}
        return rewriter.out.toString();
    }

    /**
     * Rewrites a style sheet, whose encoding is named by the header or else UTF-8.
     *
     * @return the sheet in UTF-8
     */
    public static byte[] rewriteStyles(
            Url url, String contentType, byte[] body, Addresses addresses) {
        var encoding = charset(contentType).flatMap(Encoding::ofLabel).orElse(Encoding.UTF_8);
        String text = encoding.decode(body, EncodingSniffer.bomLength(body), body.length);
        var base = new References(url, encoding);
        return StyleSheet.rewrite(text, reference -> part(base, reference, addresses))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Optional<String> charset(String contentType) {
        return MediaType.extract(List.of(contentType)).flatMap(MediaType::charset);
    }

    private static Encoding encoding(String contentType, byte[] body) {
        return EncodingSniffer.sniff(charset(contentType), body).encoding();
    }

    /**
     * Returns the first base of a page, wherever it stands: it counts for what is before it, too.
     */
    private static Optional<String> baseHref(byte[] utf8) {
        var reader = new PageRewriter(utf8, NO_BASE, (_, _) -> "", MAX_NESTING);
        var tokens = reader.tokenizer;
        tokens.reset(utf8, 0, utf8.length);
        for (var token = tokens.next(); token != Tokenizer.Token.END; token = tokens.next()) {
            if (token != Tokenizer.Token.START_TAG) continue;
            String name = reader.name(tokens.start(), tokens.stop());
            if (name.equals("base")) {
                while (tokens.nextAttribute())
                    if (reader.name(tokens.nameStart(), tokens.nameStop()).equals("href"))
                        return Optional.of(reader.value());
            } else {
                while (tokens.nextAttribute()) {}
                if (tokens.isTagComplete()) reader.readContent(name);
            }
        }
        return Optional.empty();
    }

    private static final References NO_BASE =
            new References(Url.of("http://invalid/"), Encoding.UTF_8);

    private boolean readToken() {
        switch (tokenizer.next()) {
            case TEXT -> text(raw(tokenizer.start(), tokenizer.stop()));
            case START_TAG -> startTag(name(tokenizer.start(), tokenizer.stop()));
            case END_TAG -> endTag(name(tokenizer.start(), tokenizer.stop()));
            case DOCTYPE ->
                    out.append("<!DOCTYPE")
                            .append(raw(tokenizer.start(), tokenizer.stop()))
                            .append('>');
            case COMMENT -> {}
            case END -> {
                return false;
            }
        }
        return true;
    }

    private String raw(int start, int stop) {
        return new String(in, start, stop - start, StandardCharsets.UTF_8);
    }

    private String name(int start, int stop) {
        return raw(start, stop).toLowerCase(Locale.ROOT);
    }

    private String value() {
        return CharacterReferences.decodeAttribute(
                raw(tokenizer.valueStart(), tokenizer.valueStop()));
    }

    /**
     * Text in which tags are none is written so that they are none in any place: within SVG and
     * MathML a browser reads {@code title} and {@code style} as it reads other elements, and where
     * something was left out a stray {@code <} would begin a tag with the text that follows.
     */
    private void text(String text) {
        switch (inside) {
            case "script", "iframe", "noembed", "noframes" -> {}
            case "style" -> out.append(TAG_IN_STYLES.matcher(styles(text)).replaceAll("\\\\3c "));
            case "xmp", "plaintext" -> out.append(text.replace("&", "&amp;").replace("<", "&lt;"));
            default -> out.append(text.replace("<", "&lt;"));
        }
        if (tokenizer.textState() != State.DATA) inside = "";
    }

    /** What browsers read as it stands is shown by the element that all read alike. */
    private static String shownName(String name) {
        return name.equals("xmp") || name.equals("plaintext") ? "pre" : name;
    }

    private void endTag(String name) {
        inside = "";
        if (!name.equals("script") && !name.equals("base"))
            out.append("</").append(shownName(name)).append('>');
    }

    private void startTag(String name) {
        int before = out.length();
        out.append('<').append(shownName(name));
        boolean isKept =
                switch (name) {
                    case "script", "base", "portal", "fencedframe", "animate", "set" -> {
                        while (tokenizer.nextAttribute()) {}
                        yield false;
                    }
                    case "meta" -> meta();
                    case "link" -> link();
                    default -> {
                        attributes(name);
                        yield true;
                    }
                };
        if (tokenizer.isSelfClosing()) out.append('/');
        out.append('>');
        if (!isKept || !tokenizer.isTagComplete()) out.setLength(before);
        if (tokenizer.isTagComplete()) readContent(name);
    }

    private void readContent(String name) {
        State state =
                switch (name) {
                    case "title", "textarea" -> State.RCDATA;
                    case "style", "xmp", "iframe", "noembed", "noframes" -> State.RAWTEXT;
                    case "script" -> State.SCRIPT_DATA;
                    case "plaintext" -> State.PLAINTEXT;
                    default -> State.DATA;
                };
        if (state == State.DATA) return;
        inside = name;
        tokenizer.read(state, name);
    }

    private void attributes(String element) {
        var seen = new HashSet<String>();
        while (tokenizer.nextAttribute()) {
            String name = name(tokenizer.nameStart(), tokenizer.nameStop());
            boolean isRun = name.startsWith("on");
            boolean isMisleading = MISLEADING_NAME.matcher(name).find();
            if (isRun || isMisleading || DROPPED.contains(name) || !seen.add(name)) continue;
            rewritten(element, name, value()).ifPresent(value -> attribute(name, value));
        }
    }

    private void attribute(String name, String value) {
        out.append(' ').append(name).append("=\"");
        out.append(value.replace("&", "&amp;").replace("\"", "&quot;").replace("<", "&lt;"))
                .append('"');
    }

    /** Empty for an attribute that is left out. */
    private Optional<String> rewritten(String element, String name, String value) {
        if (REFERENCES.contains(name)) return reference(element, name, value);
        return switch (name) {
            case "srcset", "imagesrcset" ->
                    Optional.of(Srcset.rewrite(value, each -> part(base, each, addresses)));
            case "style" -> Optional.of(styles(value));
            case "srcdoc" -> nested(value);
            default -> Optional.of(value);
        };
    }

    private String styles(String text) {
        return StyleSheet.rewrite(text, reference -> part(base, reference, addresses));
    }

    private Optional<String> nested(String page) {
        return nesting < MAX_NESTING
                ? Optional.of(rewrite(page, base.base(), base.encoding(), addresses, nesting + 1))
                : Optional.empty();
    }

    private Optional<String> reference(String element, String name, String value) {
        String reference = value.strip();
        // A place in the page itself.
        if (reference.startsWith("#")) return Optional.of(reference);
        var use =
                switch (element) {
                    case "iframe", "frame", "object", "embed" -> Use.FRAME;
                    case "a", "area" -> Use.PAGE;
                    default -> name.equals("longdesc") ? Use.PAGE : Use.PART;
                };
        boolean isData = reference.regionMatches(true, 0, "data:image/", 0, 11);
        if (isData && use == Use.PART) return Optional.of(reference);
        return base.resolve(reference).filter(Url::isHttp).map(url -> addresses.of(url, use));
    }

    /** What leads nowhere stays nowhere: the reference of a part that is no address of the web. */
    private static String part(References base, String reference, Addresses addresses) {
        if (reference.regionMatches(true, 0, "data:", 0, 5)) return reference;
        return base.resolve(reference)
                .filter(Url::isHttp)
                .map(url -> addresses.of(url, Use.PART))
                .orElse("about:invalid");
    }

    /** Returns whether the element is kept. */
    private boolean meta() {
        String command = "";
        String content = "";
        int start = out.length();
        var seen = new HashSet<String>();
        while (tokenizer.nextAttribute()) {
            String name = name(tokenizer.nameStart(), tokenizer.nameStop());
            if (name.startsWith("on") || name.equals("charset") || !seen.add(name)) continue;
            String value = value();
            if (name.equals("http-equiv")) command = value.strip().toLowerCase(Locale.ROOT);
            else if (name.equals("content")) content = value;
            attribute(name, value);
        }
        if (!command.equals("refresh")) return !COMMANDS.contains(command);
        out.setLength(start);
        return refresh(content);
    }

    private boolean refresh(String content) {
        var refresh = Refresh.parse(content);
        var target = refresh.flatMap(Refresh::reference).flatMap(base::resolve);
        if (refresh.isEmpty() || target.filter(Url::isHttp).isEmpty()) return false;
        attribute("http-equiv", "refresh");
        attribute(
                "content",
                refresh.get().seconds() + "; url=" + addresses.of(target.get(), Use.PAGE));
        return true;
    }

    /** Returns whether the element is kept. */
    private boolean link() {
        int start = out.length();
        attributes("link");
        String tag = out.substring(start);
        // Of what a browser would load ahead or look up, nothing may be left.
        int rel = tag.indexOf(" rel=\"");
        if (rel < 0) return false;
        String value = tag.substring(rel + 6, tag.indexOf('"', rel + 6));
        for (String token : value.strip().toLowerCase(Locale.ROOT).split("\\s+"))
            if (!RELATIONS.contains(token)) return false;
        return true;
    }
}
