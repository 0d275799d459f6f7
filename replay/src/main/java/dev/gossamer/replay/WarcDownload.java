package dev.gossamer.replay;

import dev.gossamer.http.HttpDate;
import dev.gossamer.store.Archive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;

/** A WARC file as it is, whole or a range of it. */
final class WarcDownload {
    private WarcDownload() {}

    /** Returns the file of that name; nothing but the files of the archive can be had. */
    static WebAnswer answer(Archive archive, String name, WebCall call) throws IOException {
        var file = archive.path(name);
        return file.isPresent()
                ? answer(file.get(), call)
                : WebAnswer.text(404, "there is no such file\n");
    }

    private static WebAnswer answer(Path file, WebCall call) throws IOException {
        long size = Files.size(file);
        var modified = Files.getLastModifiedTime(file).toInstant();
        String tag = "\"%x-%x\"".formatted(size, modified.toEpochMilli());
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", "application/warc");
        headers.put(
                "Content-Disposition", "attachment; filename=\"%s\"".formatted(file.getFileName()));
        headers.put("ETag", tag);
        headers.put("Last-Modified", HttpDate.text(modified));
        if (call.field("if-none-match").filter(named -> isNamed(named, tag)).isPresent())
            return new WebAnswer(304, headers, new WebAnswer.Body.Bytes(new byte[0]));
        return ByteRange.answer(
                call,
                200,
                headers,
                size,
                (from, length) -> new WebAnswer.Body.FilePart(file, from, length));
    }

    /** Whether a list of entity tags has one, weak or not (RFC 9110, section 13.1.2). */
    private static boolean isNamed(String list, String tag) {
        if (list.strip().equals("*")) return true;
        for (String each : list.split(",", -1))
            if (each.strip().replaceFirst("^W/", "").equals(tag)) return true;
        return false;
    }
}
