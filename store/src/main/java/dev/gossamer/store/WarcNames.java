package dev.gossamer.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * Names of WARC files as archives expect them: prefix, time of the first record to the millisecond,
 * serial number, host. The serial goes on from the highest in the directory, so that a resumed
 * crawl never meets a name again.
 */
final class WarcNames {
    /** The machine that wrote a file: nobody else is told its real name. */
    static final String HOST = "localhost";

    private static final String PREFIX = "gossamer";
    private static final Pattern SERIAL = Pattern.compile("-\\d{17}-(\\d{5,9})-[^-].*\\.warc.*");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path dir;
    private final WarcOptions.Codec codec;
    private final AtomicInteger serial;

    private WarcNames(Path dir, WarcOptions.Codec codec, int nextSerial) {
        this.dir = dir;
        this.codec = codec;
        serial = new AtomicInteger(nextSerial);
    }

    static WarcNames in(Path dir, WarcOptions.Codec codec) throws IOException {
        int next = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(dir)) {
            for (Path file : files) {
                next = Math.max(next, serial(file).orElse(-1) + 1);
            }
        }
        return new WarcNames(dir, codec, next);
    }

    /** The number in a file's name; empty for a name that is not of ours. */
    static OptionalInt serial(Path file) {
        var name = SERIAL.matcher(String.valueOf(file.getFileName()));
        return name.find() ? OptionalInt.of(Integer.parseInt(name.group(1))) : OptionalInt.empty();
    }

    Path next(Instant firstRecord) {
        String name =
                String.format(
                        Locale.ROOT,
                        "%s-%s-%05d-%s.warc%s",
                        PREFIX,
                        TIME.format(firstRecord),
                        serial.getAndIncrement(),
                        HOST,
                        codec.suffix);
        return dir.resolve(name);
    }
}
