package dev.gossamer.replay;

import dev.gossamer.http.HttpDate;
import dev.gossamer.store.Archive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A WARC file as it is, whole or a range of it (RFC 9110, section 14). */
final class WarcDownload {
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

    private WarcDownload() {}

    /** Returns the file of that name; nothing but the files of the archive can be had. */
    static WebAnswer answer(Archive archive, String name, WebCall call) throws IOException {
        for (Path file : archive.paths())
            if (String.valueOf(file.getFileName()).equals(name)) return answer(file, call);
        return WebAnswer.text(404, "there is no such file\n");
    }

    private static WebAnswer answer(Path file, WebCall call) throws IOException {
        long size = Files.size(file);
        var modified = Files.getLastModifiedTime(file).toInstant();
        String tag = "\"%x-%x\"".formatted(size, modified.toEpochMilli());
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", "application/warc");
        headers.put(
                "Content-Disposition", "attachment; filename=\"%s\"".formatted(file.getFileName()));
        headers.put("Accept-Ranges", "bytes");
        headers.put("ETag", tag);
        headers.put("Last-Modified", HttpDate.text(modified));
        if (call.field("if-none-match").filter(named -> isNamed(named, tag)).isPresent())
            return new WebAnswer(304, headers, new WebAnswer.Body.Bytes(new byte[0]));
        boolean isSame = call.field("if-range").map(tag::equals).orElse(true);
        var range =
                isSame && call.method().equals("GET")
                        ? call.field("range").flatMap(text -> range(text, size))
                        : Optional.<Range>empty();
        if (range.isEmpty())
            return new WebAnswer(200, headers, new WebAnswer.Body.FilePart(file, 0, size));
        return part(file, size, range.get(), headers);
    }

    private static WebAnswer part(Path file, long size, Range range, Map<String, String> headers) {
        if (range.from >= size) {
            headers.put("Content-Range", "bytes */" + size);
            return new WebAnswer(416, headers, new WebAnswer.Body.Bytes(new byte[0]));
        }
        headers.put("Content-Range", "bytes %d-%d/%d".formatted(range.from, range.to, size));
        return new WebAnswer(
                206,
                headers,
                new WebAnswer.Body.FilePart(file, range.from, range.to - range.from + 1));
    }

    /** Whether a list of entity tags has one, weak or not (RFC 9110, section 13.1.2). */
    private static boolean isNamed(String list, String tag) {
        if (list.strip().equals("*")) return true;
        for (String each : list.split(",", -1))
            if (each.strip().replaceFirst("^W/", "").equals(tag)) return true;
        return false;
    }

    /** Both ends are in it. */
    private record Range(long from, long to) {}

    /** Empty for what is no range, or several: then the whole file is sent. */
    private static Optional<Range> range(String text, long size) {
        var found = RANGE.matcher(text.strip());
        if (!found.matches()) return Optional.empty();
        String from = found.group(1);
        String to = found.group(2);
        if (from.isEmpty() && to.isEmpty()) return Optional.empty();
        if (from.isEmpty()) {
            long last = Long.parseLong(to);
            return Optional.of(
                    last == 0
                            ? new Range(size, size)
                            : new Range(Math.max(0, size - last), size - 1));
        }
        long first = Long.parseLong(from);
        long last = to.isEmpty() ? Long.MAX_VALUE : Long.parseLong(to);
        return last < first
                ? Optional.empty()
                : Optional.of(new Range(first, Math.min(size - 1, last)));
    }
}
