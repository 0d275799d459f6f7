package dev.gossamer.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The options of a {@link WarcStore}.
 *
 * @param codec how records are compressed
 * @param level of the codec: 1 (fast) to 9 (small); zstd has faster ones yet, -1 to -7
 * @param maxFileBytes a file that has reached this is closed and the next begun
 * @param writers how many files may be written at once; a capture waits for none of the others
 * @param metadata whether each capture gets a metadata record: via, time taken, outlinks
 * @param earlier directories of earlier crawls, whose payloads are not stored again
 * @param info fields of the warcinfo record, such as {@code operator} and {@code robots}
 */
public record WarcOptions(
        Codec codec,
        int level,
        long maxFileBytes,
        int writers,
        boolean metadata,
        List<Path> earlier,
        Map<String, String> info) {
    public static final WarcOptions DEFAULT =
            new WarcOptions(Codec.GZIP, 1, 1L << 30, 4, false, List.of(), Map.of());

    /** One member or frame a record, so that each can be read by itself. */
    public enum Codec {
        NONE(""),
        GZIP(".gz"),
        ZSTD(".zst");

        final String suffix;

        Codec(String suffix) {
            this.suffix = suffix;
        }
    }

    public WarcOptions {
        boolean isFaster = codec == Codec.ZSTD && level < 0 && level >= -7;
        if (!isFaster && (level < 1 || level > 9)) {
            throw new IllegalArgumentException("level " + level);
        }
        if (maxFileBytes < 1) throw new IllegalArgumentException("maxFileBytes " + maxFileBytes);
        if (writers < 1 || writers > 64) throw new IllegalArgumentException("writers " + writers);
        earlier = List.copyOf(earlier);
        info = Map.copyOf(info);
    }

    public WarcOptions withCodec(Codec newCodec, int newLevel) {
        return new WarcOptions(newCodec, newLevel, maxFileBytes, writers, metadata, earlier, info);
    }

    public WarcOptions withMaxFileBytes(long bytes) {
        return new WarcOptions(codec, level, bytes, writers, metadata, earlier, info);
    }

    public WarcOptions withWriters(int count) {
        return new WarcOptions(codec, level, maxFileBytes, count, metadata, earlier, info);
    }

    public WarcOptions withMetadata(boolean on) {
        return new WarcOptions(codec, level, maxFileBytes, writers, on, earlier, info);
    }

    public WarcOptions withEarlier(List<Path> dirs) {
        return new WarcOptions(codec, level, maxFileBytes, writers, metadata, dirs, info);
    }

    public WarcOptions withInfo(Map<String, String> fields) {
        return new WarcOptions(codec, level, maxFileBytes, writers, metadata, earlier, fields);
    }
}
