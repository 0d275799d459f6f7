package dev.gossamer.replay;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A range of bytes that a client wants (RFC 9110, section 14).
 *
 * @param from the first byte
 * @param to the last byte
 */
record ByteRange(long from, long to) {
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

    /** Makes the body that has a part of something. */
    interface Parts {
        WebAnswer.Body of(long from, long length);
    }

    /**
     * Answers with the range that is asked for, or with everything.
     *
     * @param status of an answer with everything
     * @param headers {@code ETag} among them where there is one
     */
    static WebAnswer answer(
            WebCall call, int status, Map<String, String> headers, long size, Parts parts) {
        var all = new LinkedHashMap<>(headers);
        all.put("Accept-Ranges", "bytes");
        String tag = headers.getOrDefault("ETag", "");
        boolean isSame = call.field("if-range").map(tag::equals).orElse(true);
        boolean isRangeable = isSame && status == 200 && call.method().equals("GET");
        var asked =
                isRangeable
                        ? call.field("range").flatMap(text -> parse(text, size))
                        : Optional.<ByteRange>empty();
        if (asked.isEmpty()) return new WebAnswer(status, all, parts.of(0, size));
        var range = asked.get();
        if (range.from >= size) {
            all.put("Content-Range", "bytes */" + size);
            return new WebAnswer(416, all, new WebAnswer.Body.Bytes(new byte[0]));
        }
        all.put("Content-Range", "bytes %d-%d/%d".formatted(range.from, range.to, size));
        return new WebAnswer(206, all, parts.of(range.from, range.to - range.from + 1));
    }

    /** Empty for what is no range, or several: then everything is sent. */
    private static Optional<ByteRange> parse(String text, long size) {
        var found = RANGE.matcher(text.strip());
        if (!found.matches()) return Optional.empty();
        String from = found.group(1);
        String to = found.group(2);
        if (from.isEmpty() && to.isEmpty()) return Optional.empty();
        if (from.isEmpty()) {
            long last = Long.parseLong(to);
            return Optional.of(
                    last == 0
                            ? new ByteRange(size, size)
                            : new ByteRange(Math.max(0, size - last), size - 1));
        }
        long first = Long.parseLong(from);
        long last = to.isEmpty() ? Long.MAX_VALUE : Long.parseLong(to);
        return last < first
                ? Optional.empty()
                : Optional.of(new ByteRange(first, Math.min(size - 1, last)));
    }
}
