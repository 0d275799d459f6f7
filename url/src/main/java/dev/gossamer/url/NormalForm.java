package dev.gossamer.url;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The crawl normal form: many spellings of one page in, one URL out. Applying it twice changes
 * nothing more.
 *
 * <p>What every {@link Url} has from being parsed (lower-case scheme and host, no default port, no
 * dot segments, a path) needs no rule. The rules here go further; each can be had alone.
 * docs/normal-form.md says what each does and why. They hold for the special schemes, which have
 * hosts and paths; of any other URL only the fragment goes.
 */
public final class NormalForm {
    /** What the normal form does, in this order. */
    public enum Rule {
        /** Drops the fragment, which no server sees. */
        FRAGMENT,
        /**
         * Drops {@code user:password@}: a crawl never sends it, so the answer is that of the URL
         * without it, and a relative link would inherit it from its base.
         */
        USERINFO,
        /** {@code %3a} becomes {@code %3A}. */
        PERCENT_CASE,
        /** {@code %41} becomes {@code A}: letters, digits and {@code - . _ ~} need no escape. */
        NEEDLESS_ESCAPES,
        /**
         * {@code |} becomes {@code %7C}: likewise whatever RFC 3986 has no place for, and a percent
         * sign alone.
         */
        MISSING_ESCAPES,
        /** {@code example.com.} becomes {@code example.com}. */
        TRAILING_DOT,
        /** {@code www.example.com} becomes {@code example.com}; not in the default set. */
        WWW_ALIAS,
        /** Drops {@code ;jsessionid=...} from paths and its like from queries. */
        SESSION_IDS,
        /** {@code /index.html} becomes {@code /}; not in the default set. */
        DEFAULT_DOCUMENTS,
        /** Drops parameters that only tell where a visitor came from. */
        TRACKING_PARAMETERS,
        /** Drops a question mark with nothing behind it. */
        EMPTY_QUERY
    }

    /**
     * What {@link Rule#TRACKING_PARAMETERS} drops unless told otherwise; an asterisk stands for any
     * ending.
     */
    public static final List<String> TRACKING_PARAMETERS =
            List.of(
                    "utm_*",
                    "gclid",
                    "gclsrc",
                    "dclid",
                    "gbraid",
                    "wbraid",
                    "srsltid",
                    "fbclid",
                    "igshid",
                    "msclkid",
                    "yclid",
                    "ysclid",
                    "twclid",
                    "ttclid",
                    "li_fat_id",
                    "mc_cid",
                    "mc_eid",
                    "_ga",
                    "_gl",
                    "_hsenc",
                    "_hsmi",
                    "__hssc",
                    "__hstc",
                    "__hsfp",
                    "hsctatracking",
                    "mkt_tok",
                    "oly_anon_id",
                    "oly_enc_id",
                    "vero_id",
                    "wickedid",
                    "_openstat");

    /** The rules that are on by default: all but those that may take two pages for one. */
    public static final Set<Rule> DEFAULT_RULES =
            Collections.unmodifiableSet(
                    EnumSet.complementOf(EnumSet.of(Rule.WWW_ALIAS, Rule.DEFAULT_DOCUMENTS)));

    public static final NormalForm DEFAULT = new NormalForm(DEFAULT_RULES, TRACKING_PARAMETERS);

    private static final Set<String> DEFAULT_DOCUMENT_NAMES =
            Set.of(
                    "index.html",
                    "index.htm",
                    "index.php",
                    "index.jsp",
                    "index.asp",
                    "index.aspx",
                    "index.shtml",
                    "default.htm",
                    "default.html",
                    "default.asp",
                    "default.aspx");

    private final Set<Rule> rules;
    private final Escapes escapes;
    private final Parameters parameters;

    private NormalForm(Set<Rule> rules, Collection<String> trackingParameters) {
        this.rules = rules;
        this.escapes = new Escapes(rules);
        this.parameters =
                new Parameters(
                        rules.contains(Rule.SESSION_IDS),
                        rules.contains(Rule.TRACKING_PARAMETERS) ? trackingParameters : List.of());
    }

    /** With these rules; the names are what {@link Rule#TRACKING_PARAMETERS} drops. */
    public static NormalForm of(Set<Rule> rules, Collection<String> trackingParameters) {
        var copy = EnumSet.noneOf(Rule.class);
        copy.addAll(rules);
        return new NormalForm(copy, trackingParameters);
    }

    /** The same object where there is nothing to change. */
    public Url apply(Url url) {
        if (!url.kind().isSpecial()) return fragment(url);
        var anonymous = rules.contains(Rule.USERINFO) ? url.withoutUserinfo() : url;
        return isNormalButFragment(anonymous) ? fragment(anonymous) : rewrite(anonymous);
    }

    private Url fragment(Url url) {
        return rules.contains(Rule.FRAGMENT) ? url.withoutFragment() : url;
    }

    /** Looks without writing: most URLs are normal, and this is asked of every link. */
    private boolean isNormalButFragment(Url url) {
        var text = url.text;
        if (!escapes.areNormal(text, url.pathStart, url.fragmentStart)) return false;
        if (url.hostEnd > url.hostStart) {
            if (text[url.hostEnd - 1] == '.' && rules.contains(Rule.TRAILING_DOT)) return false;
            if (text[url.hostStart] == 'w' && rules.contains(Rule.WWW_ALIAS)) return false;
        }
        if (!parameters.isPathNormal(text, url.pathStart, url.queryStart)) return false;
        if (rules.contains(Rule.DEFAULT_DOCUMENTS)) return false;
        if (url.queryStart == url.fragmentStart) return true;
        if (url.queryStart + 1 == url.fragmentStart) return !rules.contains(Rule.EMPTY_QUERY);
        return parameters.isQueryNormal(text, url.queryStart + 1, url.fragmentStart);
    }

    private Url rewrite(Url url) {
        var text = url.toString();
        var path = defaultDocument(parameters.stripPath(escapes.rewrite(url.path())));
        var query =
                parameters.stripQuery(
                        escapes.rewrite(text.substring(url.queryStart, url.fragmentStart)));
        if (query.equals("?") && rules.contains(Rule.EMPTY_QUERY)) query = "";
        var rewritten =
                text.substring(0, url.hostStart)
                        + host(url)
                        + text.substring(url.hostEnd, url.pathStart)
                        + path
                        + query
                        + (rules.contains(Rule.FRAGMENT) ? "" : text.substring(url.fragmentStart));
        return Url.parse(rewritten).orElse(url);
    }

    private String host(Url url) {
        var host = url.host();
        if (rules.contains(Rule.TRAILING_DOT)) {
            int end = host.length();
            while (end > 1 && host.charAt(end - 1) == '.') end--;
            host = host.substring(0, end);
        }
        if (rules.contains(Rule.WWW_ALIAS)) {
            // Only below a registered domain: www.com is a site of its own.
            var domain = PublicSuffixes.registeredDomain(host);
            while (host.startsWith("www.") && !host.equals(domain))
                host = host.substring("www.".length());
        }
        return host;
    }

    private String defaultDocument(String path) {
        if (!rules.contains(Rule.DEFAULT_DOCUMENTS)) return path;
        int name = path.lastIndexOf('/') + 1;
        return DEFAULT_DOCUMENT_NAMES.contains(path.substring(name).toLowerCase(Locale.ROOT))
                ? path.substring(0, name)
                : path;
    }
}
