package dev.gossamer.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The content of a response head that concerns the connection and the framing of the body, RFC 9112
 * sections 4 and 6. As lenient as curl and browsers: LF alone ends a line, the reason may be
 * missing, lines without a colon are passed over.
 *
 * @param bytes the whole head, up to and with the empty line
 * @param status 0 where there is none
 * @param contentLength -1 where there is none to rely on
 * @param transferCodings in the order applied; {@code identity} left out
 * @param isKeptAlive the server will take another request on this connection
 * @param flaw why this is no answer; empty when it is one
 * @param hasTooManyFields more than the reader was told to take
 */
public record ResponseHead(
        byte[] bytes,
        int status,
        long contentLength,
        List<String> transferCodings,
        boolean isKeptAlive,
        String flaw,
        boolean hasTooManyFields) {

    /** More than any server applies; a longer list costs time for each of its items. */
    private static final int MAX_TRANSFER_CODINGS = 16;

    private static final byte[] START = "HTTP/".getBytes(StandardCharsets.US_ASCII);

    /** Returns whether this is an answer. */
    public boolean isWhole() {
        return flaw.isEmpty();
    }

    /** Returns whether another answer follows; 101 aside, because we never ask to switch. */
    public boolean isInterim() {
        return status < 200 && status != 101;
    }

    /** Returns whether the answer has no body whatever its fields say. */
    public boolean hasNoBody() {
        return StatusCode.hasNoBody(status);
    }

    /** Returns whether the body is framed in chunks. */
    public boolean isChunked() {
        return !transferCodings.isEmpty() && transferCodings.getLast().equals("chunked");
    }

    /**
     * Returns whether bytes may still become a head: tells garbage and HTTP/0.9 before waiting for
     * more.
     */
    public static boolean mayBegin(byte[] bytes, int length) {
        for (int i = 0; i < Math.min(length, START.length); i++) {
            if (bytes[i] != START[i]) return false;
        }
        return true;
    }

    /**
     * Reads a head.
     *
     * @param head with all of its lines; must not change afterwards
     */
    public static ResponseHead parse(byte[] head, int maxFields) {
        return new Reader(head).read(maxFields);
    }

    /** Reads a head that was accepted before, as those of an archive were. */
    public static ResponseHead parse(byte[] head) {
        return parse(head, Integer.MAX_VALUE);
    }

    /** Returns the head of a message: its bytes up to and with the empty line. */
    public static byte[] in(byte[] message) {
        return Arrays.copyOf(message, HeadEnd.in(message));
    }

    /** Returns the header fields. */
    public Headers headers() {
        return Headers.of(bytes);
    }

    private static final class Reader {
        private final byte[] head;
        private long contentLength = -1;
        private String lengthText = "";
        private List<String> transferCodings = List.of();
        private boolean saysClose;
        private boolean saysKeepAlive;
        private String flaw = "";

        Reader(byte[] head) {
            this.head = head;
        }

        ResponseHead read(int maxFields) {
            checkBytes();
            int status = status();
            boolean isOld = head.length > 7 && head[5] == '1' && head[7] == '0';
            int fields = 0;
            for (int at = HeadLines.after(head, 0); at < head.length; ) {
                int next = HeadLines.afterField(head, at);
                if (head[at] != '\r' && head[at] != '\n') fields++;
                field(at, next);
                at = next;
            }
            boolean isKeptAlive = !saysClose && (!isOld || saysKeepAlive);
            return new ResponseHead(
                    head,
                    status,
                    contentLength,
                    transferCodings,
                    isKeptAlive,
                    flaw,
                    fields > maxFields);
        }

        /** Both are ways to make two readers see two different heads; curl refuses them too. */
        private void checkBytes() {
            for (int at = 0; at < head.length - 1; at++) {
                byte b = head[at];
                if (b == 0) wrong("zero byte in head");
                if (b == '\r' && head[at + 1] != '\n' && head[at + 1] != '\r')
                    wrong("bare CR in head");
            }
        }

        /**
         * {@code HTTP/1.1 200 OK}; three digits and then a blank or the end of the line. The status
         * is read whatever the version is: archives hold heads that were written as HTTP/2.
         */
        private int status() {
            int at = START.length + 3;
            if (!mayBegin(head, head.length) || head.length < START.length + 7) {
                wrong("not HTTP");
                at = firstBlank();
            } else if (head[at - 3] != '1' || head[at - 2] != '.' || !isDigit(head[at - 1])) {
                wrong("unknown version");
                at = firstBlank();
            }
            while (HeadLines.isBlank(at(at))) at++;
            int status = 0;
            int digits = 0;
            for (; isDigit(at(at)) && digits < 4; at++, digits++) {
                status = status * 10 + at(at) - '0';
            }
            boolean ends = HeadLines.isBlank(at(at)) || at(at) == '\r' || at(at) == '\n';
            return digits == 3 && status >= 100 && ends
                    ? status
                    : wrong("no status of three digits");
        }

        private int firstBlank() {
            int at = 0;
            while (!HeadLines.isBlank(at(at)) && at(at) != '\n') at++;
            return at;
        }

        /** The head goes on with line ends where it lacks its last. */
        private byte at(int index) {
            return index < head.length ? head[index] : (byte) '\n';
        }

        private void field(int from, int to) {
            int colon = HeadLines.colon(head, from);
            if (colon < 0) return;
            switch (HeadLines.trimRight(head, from, colon) - from) {
                case 10 -> {
                    if (HeadLines.isNamed(head, from, colon, "connection"))
                        connection(colon + 1, to);
                }
                case 14 -> {
                    if (HeadLines.isNamed(head, from, colon, "content-length"))
                        length(colon + 1, to);
                }
                case 17 -> {
                    if (HeadLines.isNamed(head, from, colon, "transfer-encoding")) {
                        transferEncoding(colon + 1, to);
                    }
                }
                default -> {}
            }
        }

        private void connection(int from, int to) {
            for (String option : items(from, to)) {
                saysClose |= option.equals("close");
                saysKeepAlive |= option.equals("keep-alive");
            }
        }

        /**
         * The Fetch standard's rule "extract a length": values that differ are an error; what is no
         * number is passed over, and the body then ends with the connection.
         */
        private void length(int from, int to) {
            String text = new String(head, from, to - from, StandardCharsets.ISO_8859_1).strip();
            for (String value : FieldList.items(text)) {
                if (lengthText.isEmpty()) {
                    lengthText = value.isEmpty() ? " " : value;
                    contentLength = number(value);
                } else if (!lengthText.equals(value.isEmpty() ? " " : value)) {
                    wrong("contradicting Content-Length");
                }
            }
        }

        private static long number(String value) {
            if (value.isEmpty()) return -1;
            for (int i = 0; i < value.length(); i++) {
                if (value.charAt(i) < '0' || value.charAt(i) > '9') return -1;
            }
            int from = 0;
            while (from < value.length() - 1 && value.charAt(from) == '0') from++;
            boolean isHuge = value.length() - from > 18;
            return isHuge ? Long.MAX_VALUE : Long.parseLong(value, from, value.length(), 10);
        }

        private void transferEncoding(int from, int to) {
            var codings = new ArrayList<>(transferCodings);
            for (String coding : items(from, to)) {
                if (coding.equals("identity") || coding.isEmpty()) continue;
                if (coding.equals("chunked") && codings.contains("chunked")) continue;
                if (codings.size() == MAX_TRANSFER_CODINGS) {
                    wrong("too many transfer codings");
                    break;
                }
                codings.add(coding);
            }
            int chunked = codings.indexOf("chunked");
            if (chunked >= 0 && chunked < codings.size() - 1)
                wrong("chunked is not the last coding");
            transferCodings = codings;
        }

        private List<String> items(int from, int to) {
            String text = new String(head, from, to - from, StandardCharsets.ISO_8859_1);
            return FieldList.items(text.toLowerCase(Locale.ROOT));
        }

        private int wrong(String what) {
            if (flaw.isEmpty()) flaw = what;
            return 0;
        }

        private static boolean isDigit(byte b) {
            return b >= '0' && b <= '9';
        }
    }
}
