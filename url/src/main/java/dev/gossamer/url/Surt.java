package dev.gossamer.url;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The key under which web archives sort and look up URLs (the first field of CDX and CDXJ): host
 * backwards, so that a site stands together with its subdomains, and small differences levelled.
 *
 * <p>The rules are those of the Python package surt, which pywb and cdxj-indexer use, so that they
 * find what we wrote: everything unescaped until nothing changes, then blanks, percent and number
 * signs and what is not ASCII escaped again; lower case; no {@code www} with or without digits; no
 * empty segments and no slash at the end of a path; session ids of certain lengths cut out;
 * parameters in order.
 */
final class Surt {
    private static final String HEX = "0123456789abcdef";
    private static final int SESSION_ID_LENGTH = 32;
    private static final int ASP_ID_LENGTH = 24;

    private Surt() {}

    static String key(Url url) {
        if (!url.hasAuthority()) return url.toString();
        var port = url.authority().substring(url.host().length());
        var key = new StringBuilder(url.length() + 8);
        key.append(host(url.host())).append(port).append(')').append(path(url.path()));
        var query = url.query().map(Surt::query).orElse("");
        if (!query.isEmpty()) key.append('?').append(query);
        return key.toString();
    }

    /**
     * Addresses too: IPv4 turned around, IPv6 without its brackets, as the Python surt has them.
     */
    private static String host(String host) {
        if (host.startsWith("[")) return host.substring(1, host.length() - 1);
        int from = 0;
        int to = host.length();
        while (from < to && host.charAt(from) == '.') from++;
        while (to > from && host.charAt(to - 1) == '.') to--;
        var name = host.substring(from, to).replace("..", ".");
        int digits = name.startsWith("www") ? 3 : name.length();
        while (digits < name.length() && UrlParser.isDigit(name.charAt(digits))) digits++;
        boolean www = digits < name.length() && name.charAt(digits) == '.';
        var labels = Arrays.asList((www ? name.substring(digits + 1) : name).split("\\.", -1));
        Collections.reverse(labels);
        return String.join(",", labels).toLowerCase(Locale.ROOT);
    }

    private static String path(String path) {
        var kept = new ArrayList<String>();
        var unescaped = unescape(path);
        var segments = unescaped.split("/", -1);
        for (int i = 1; i < segments.length; i++) {
            if (segments[i].equals("..") && !kept.isEmpty()) kept.removeLast();
            else if (!segments[i].equals(".")) kept.add(segments[i]);
        }
        var out = new StringBuilder("/");
        for (var segment : kept) {
            if (!segment.isEmpty()) out.append(segment).append('/');
        }
        var levelled = withoutAspSession(escape(out.toString()).toLowerCase(Locale.ROOT));
        boolean hasSlash = levelled.length() > 1 && levelled.endsWith("/");
        return hasSlash ? levelled.substring(0, levelled.length() - 1) : levelled;
    }

    /**
     * Without the first {@code (S(24 letters or digits))/} or its like in front of an aspx page.
     */
    private static String withoutAspSession(String path) {
        if (!path.contains(".aspx")) return path;
        for (int open = path.lastIndexOf("/(");
                open >= 0;
                open = path.lastIndexOf("/(", open - 1)) {
            int end = path.indexOf(")/", open);
            if (end < 0) continue;
            boolean isSession = isAspSession(path.substring(open + 2, end));
            int page = path.indexOf(".aspx", end + 3);
            if (isSession && page > 0) return path.substring(0, open + 1) + path.substring(end + 2);
        }
        return path;
    }

    /** 24 letters or digits, or a letter and as many in brackets, once or more. */
    private static boolean isAspSession(String text) {
        if (isAlphanumeric(text, 0, text.length())) return text.length() == ASP_ID_LENGTH;
        int one = ASP_ID_LENGTH + 3;
        if (text.isEmpty() || text.length() % one != 0) return false;
        for (int at = 0; at < text.length(); at += one) {
            boolean isOne =
                    UrlParser.isLetter(text.charAt(at))
                            && text.charAt(at + 1) == '('
                            && isAlphanumeric(text, at + 2, at + one - 1)
                            && text.charAt(at + one - 1) == ')';
            if (!isOne) return false;
        }
        return true;
    }

    private static String query(String query) {
        var levelled = escape(unescape(query)).toLowerCase(Locale.ROOT);
        for (var name : List.of("jsessionid=", "phpsessid=", "sid="))
            levelled = withoutSession(levelled, name);
        levelled = withoutAspSessionParameter(levelled);
        levelled = withoutColdFusion(levelled);
        var parameters = levelled.split("&", -1);
        Arrays.sort(parameters, BY_NAME_THEN_VALUE);
        return String.join("&", parameters);
    }

    /** A name without an equals sign stands before the same name with one. */
    private static final Comparator<String> BY_NAME_THEN_VALUE =
            Comparator.comparing(Surt::name).thenComparing(Comparator.naturalOrder());

    private static String name(String parameter) {
        int equals = parameter.indexOf('=');
        return equals < 0 ? parameter : parameter.substring(0, equals);
    }

    /** Cuts the last one with a value of 32 letters or digits. */
    private static String withoutSession(String query, String name) {
        for (int at = query.lastIndexOf(name); at >= 0; at = query.lastIndexOf(name, at - 1)) {
            int end = at + name.length() + SESSION_ID_LENGTH;
            if (isParameterEnd(query, end) && isAlphanumeric(query, at + name.length(), end))
                return cut(query, at, end);
        }
        return query;
    }

    private static String withoutAspSessionParameter(String query) {
        var name = "aspsessionid";
        for (int at = query.lastIndexOf(name); at >= 0; at = query.lastIndexOf(name, at - 1)) {
            int equals = at + name.length() + 8;
            int end = equals + 1 + ASP_ID_LENGTH;
            if (isParameterEnd(query, end)
                    && query.charAt(equals) == '='
                    && isLetters(query, at, equals)
                    && isLetters(query, equals + 1, end)) return cut(query, at, end);
        }
        return query;
    }

    private static String withoutColdFusion(String query) {
        for (int at = query.lastIndexOf("cfid=");
                at >= 0;
                at = query.lastIndexOf("cfid=", at - 1)) {
            int token = query.indexOf('&', at);
            if (token < 0 || token == at + 5 || !query.startsWith("cftoken=", token + 1)) continue;
            int end = query.indexOf('&', token + 1);
            if (end < 0) end = query.length();
            if (end > token + 9) return cut(query, at, end);
        }
        return query;
    }

    /** With the sign behind it, but not the one in front. */
    private static String cut(String query, int from, int to) {
        return query.substring(0, from) + query.substring(Math.min(to + 1, query.length()));
    }

    private static boolean isParameterEnd(String query, int at) {
        return at == query.length() || (at < query.length() && query.charAt(at) == '&');
    }

    private static boolean isAlphanumeric(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!UrlParser.isLetter(text.charAt(i)) && !UrlParser.isDigit(text.charAt(i)))
                return false;
        }
        return true;
    }

    private static boolean isLetters(String text, int from, int to) {
        for (int i = from; i < to; i++) if (!UrlParser.isLetter(text.charAt(i))) return false;
        return true;
    }

    /**
     * Bytes as characters, unescaped until there is no escape left. One pass is enough: an escape
     * that comes about by undoing another one ends where that one ended.
     */
    private static String unescape(String text) {
        if (text.indexOf('%') < 0) return text;
        var out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            out.append(text.charAt(i));
            for (int value = lastEscape(out); value >= 0; value = lastEscape(out)) {
                out.setLength(out.length() - 3);
                out.append((char) value);
            }
        }
        return out.toString();
    }

    /** The value of the escape that ends the text, or -1. */
    private static int lastEscape(StringBuilder text) {
        int at = text.length() - 3;
        return at >= 0 && text.charAt(at) == '%'
                ? PercentEncoding.hexPair(text.charAt(at + 1), text.charAt(at + 2))
                : -1;
    }

    private static String escape(String bytes) {
        var out = new StringBuilder(bytes.length() + 8);
        for (int i = 0; i < bytes.length(); i++) {
            char c = bytes.charAt(i);
            if (c > ' ' && c < 0x7F && c != '#' && c != '%') out.append(c);
            else out.append('%').append(HEX.charAt(c >> 4 & 15)).append(HEX.charAt(c & 15));
        }
        return out.toString();
    }
}
