package dev.gossamer.url;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** The rules of the normal form that drop parameters, from queries and from segments of paths. */
final class Parameters {
    /** Names that mean a session wherever they occur. */
    private static final List<String> SESSION_NAMES =
            List.of(
                    "jsessionid",
                    "phpsessid",
                    "aspsessionid*",
                    "cfid",
                    "cftoken",
                    "oscsid",
                    "zenid");

    /** Names that mean a session where the value looks like one: {@code sid=7} may be a section. */
    private static final List<String> PERHAPS_SESSION_NAMES =
            List.of("sid", "sessionid", "session_id", "sessid", "phpsid");

    /** The shortest value that is taken for a session's. */
    private static final int SESSION_VALUE_LENGTH = 16;

    private final NameSet always;
    private final NameSet sessionNames;
    private final NameSet perhaps;

    Parameters(boolean sessionIds, Collection<String> trackingNames) {
        var dropped = new ArrayList<>(trackingNames);
        if (sessionIds) dropped.addAll(SESSION_NAMES);
        always = new NameSet(dropped);
        sessionNames = new NameSet(sessionIds ? SESSION_NAMES : List.of());
        perhaps = new NameSet(sessionIds ? PERHAPS_SESSION_NAMES : List.of());
    }

    /** Whether {@link #stripPath} has nothing to look at here. */
    boolean isPathNormal(byte[] text, int from, int to) {
        if (sessionNames.isEmpty()) return true;
        for (int i = from; i < to; i++) {
            if (text[i] == ';') return false;
        }
        return true;
    }

    /**
     * Whether {@link #stripQuery} would leave this query, given without its question mark, alone.
     */
    boolean isQueryNormal(byte[] text, int from, int to) {
        for (int start = from; start <= to; ) {
            int nameEnd = start;
            while (nameEnd < to && text[nameEnd] != '=' && text[nameEnd] != '&') nameEnd++;
            int end = nameEnd;
            while (end < to && text[end] != '&') end++;
            if (isDropped(text, start, nameEnd, end, always)) return false;
            start = end + 1;
        }
        return true;
    }

    private boolean isDropped(byte[] text, int start, int nameEnd, int end, NameSet names) {
        return names.contains(text, start, nameEnd)
                || (perhaps.contains(text, start, nameEnd)
                        && isSessionValue(text, nameEnd + 1, end));
    }

    private static boolean isSessionValue(byte[] text, int from, int to) {
        if (to - from < SESSION_VALUE_LENGTH) return false;
        for (int i = from; i < to; i++) {
            char c = (char) text[i];
            if (!UrlParser.isLetter(c) && !UrlParser.isDigit(c) && c != '-' && c != '_' && c != '.')
                return false;
        }
        return true;
    }

    /** Without {@code ;name=value} for names of sessions. */
    String stripPath(String path) {
        if (sessionNames.isEmpty() || path.indexOf(';') < 0) return path;
        var out = new StringBuilder(path.length());
        byte[] text = path.getBytes(StandardCharsets.ISO_8859_1);
        for (int start = 0; start < path.length(); ) {
            int end = start + 1;
            while (end < path.length() && text[end] != ';' && text[end] != '/') end++;
            int equals = path.indexOf('=', start, end);
            boolean parameter = text[start] == ';' && equals > 0;
            if (!parameter || !isDropped(text, start + 1, equals, end, sessionNames))
                out.append(path, start, end);
            start = end;
        }
        return out.toString();
    }

    /** The query with its question mark, which goes with the last parameter. */
    String stripQuery(String query) {
        byte[] text = query.getBytes(StandardCharsets.ISO_8859_1);
        if (query.isEmpty() || isQueryNormal(text, 1, text.length)) return query;
        var kept = new StringBuilder(query.length());
        for (int start = 1; start <= query.length(); ) {
            int end = indexOrEnd(query, '&', start, query.length());
            int nameEnd = indexOrEnd(query, '=', start, end);
            if (!isDropped(text, start, nameEnd, end, always)) {
                kept.append(kept.isEmpty() ? '?' : '&').append(query, start, end);
            }
            start = end + 1;
        }
        return kept.toString();
    }

    private static int indexOrEnd(String text, char c, int from, int to) {
        int index = text.indexOf(c, from, to);
        return index < 0 ? to : index;
    }

    /**
     * Names compared without regard to case and without making strings; one that ends in an
     * asterisk is a prefix.
     */
    private static final class NameSet {
        /** By first letter, lower case. */
        private final byte[][][] names = new byte[128][][];

        private final boolean empty;

        NameSet(Collection<String> names) {
            empty = names.isEmpty();
            for (var name : names) {
                byte[] lower = name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
                if (lower.length == 0 || lower[0] < 0)
                    throw new IllegalArgumentException("not a parameter's name: " + name);
                boolean isAnyName = lower.length == 1 && lower[0] == '*';
                if (!isAnyName) add(lower[0], lower);
                else for (int first = 0; first < this.names.length; first++) add(first, lower);
            }
        }

        private void add(int first, byte[] name) {
            var before = names[first] == null ? new byte[0][] : names[first];
            var after = Arrays.copyOf(before, before.length + 1);
            after[before.length] = name;
            names[first] = after;
        }

        boolean isEmpty() {
            return empty;
        }

        boolean contains(byte[] text, int from, int to) {
            if (from >= to) return false;
            var candidates = names[lower(text[from])];
            if (candidates == null) return false;
            for (var candidate : candidates) {
                if (matches(candidate, text, from, to)) return true;
            }
            return false;
        }

        private static boolean matches(byte[] name, byte[] text, int from, int to) {
            for (int i = 0; i < name.length; i++) {
                if (name[i] == '*' && i == name.length - 1) return true;
                if (from + i >= to || name[i] != lower(text[from + i])) return false;
            }
            return from + name.length == to;
        }

        private static byte lower(byte b) {
            return b >= 'A' && b <= 'Z' ? (byte) (b | 0x20) : b;
        }
    }
}
