package dev.gossamer.http;

/** Finds lines and fields in the bytes of a head. Lines end with LF; a CR before it is theirs. */
final class HeadLines {
    private HeadLines() {}

    /** The index after the line that begins at {@code from}. */
    static int after(byte[] head, int from) {
        int at = from;
        while (at < head.length && head[at] != '\n') at++;
        return Math.min(at + 1, head.length);
    }

    /** The index after the field that begins at {@code from}, folded lines included. */
    static int afterField(byte[] head, int from) {
        int at = after(head, from);
        while (at < head.length && isBlank(head[at])) at = after(head, at);
        return at;
    }

    /** Where the name of the field at {@code from} ends, or -1 where the line is no field. */
    static int colon(byte[] head, int from) {
        if (isBlank(head[from]) || head[from] == ':') return -1;
        for (int at = from; at < head.length && head[at] != '\n'; at++) {
            if (head[at] == ':') return at;
        }
        return -1;
    }

    static boolean isNamed(byte[] head, int from, int colon, String name) {
        int to = trimRight(head, from, colon);
        if (to - from != name.length()) return false;
        for (int i = 0; i < name.length(); i++) {
            if (lower(head[from + i]) != lower((byte) name.charAt(i))) return false;
        }
        return true;
    }

    /** Some servers put a blank before the colon; clients read over it. */
    static int trimRight(byte[] head, int from, int to) {
        int end = to;
        while (end > from && isBlank(head[end - 1])) end--;
        return end;
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    private static int lower(byte b) {
        return b >= 'A' && b <= 'Z' ? b + 32 : b;
    }
}
