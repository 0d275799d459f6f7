package dev.gossamer.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a {@link WarcStore} writes.
 *
 * @param prefix first part of every file name
 * @param host last part of every file name: the node that wrote it
 * @param codec how records are compressed
 * @param level of the codec: 1 (fast) to 9 (small); zstd has faster ones yet, -1 to -7
 * @param maxFileBytes a file that has reached this is closed and the next begun
 * @param writers how many files may be written at once; a capture waits for none of the others
 * @param blockDigests whether records carry a digest of the whole block besides that of the payload
 * @param metadata whether each capture gets a metadata record: via, time taken, outlinks
 * @param knownDigests how many payloads to remember, so that one that comes again is not stored
 *     again; about 130 bytes each; zero stores every one
 * @param earlier directories of earlier crawls, whose payloads are not stored again either
 * @param info fields of the warcinfo record, such as {@code operator} and {@code robots}
 */
public record WarcOptions(
        String prefix,
        String host,
        Codec codec,
        int level,
        long maxFileBytes,
        int writers,
        boolean blockDigests,
        boolean metadata,
        int knownDigests,
        List<Path> earlier,
        Map<String, String> info) {
    public static final WarcOptions DEFAULT =
            new WarcOptions(
                    "gossamer",
                    "localhost",
                    Codec.GZIP,
                    1,
                    1L << 30,
                    4,
                    true,
                    false,
                    1 << 18,
                    List.of(),
                    Map.of());

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
        if (!prefix.matches("[A-Za-z0-9_.-]+")) {
            throw new IllegalArgumentException("prefix not fit for a file name: " + prefix);
        }
        if (!host.matches("[A-Za-z0-9_.-]+")) {
            throw new IllegalArgumentException("host not fit for a file name: " + host);
        }
        boolean isFaster = codec == Codec.ZSTD && level < 0 && level >= -7;
        if (!isFaster && (level < 1 || level > 9)) {
            throw new IllegalArgumentException("level " + level);
        }
        if (maxFileBytes < 1) throw new IllegalArgumentException("maxFileBytes " + maxFileBytes);
        if (writers < 1 || writers > 64) throw new IllegalArgumentException("writers " + writers);
        if (knownDigests < 0 || knownDigests > 1 << 27) {
            throw new IllegalArgumentException("knownDigests " + knownDigests);
        }
        earlier = List.copyOf(earlier);
        info = Map.copyOf(info);
    }

    public WarcOptions withPrefix(String newPrefix) {
        return new WarcOptions(
                newPrefix,
                host,
                codec,
                level,
                maxFileBytes,
                writers,
                blockDigests,
                metadata,
                knownDigests,
                earlier,
                info);
    }

    public WarcOptions withHost(String newHost) {
        return new WarcOptions(
                prefix,
                newHost,
                codec,
                level,
                maxFileBytes,
                writers,
                blockDigests,
                metadata,
                knownDigests,
                earlier,
                info);
    }

    public WarcOptions withCodec(Codec newCodec, int newLevel) {
        return new WarcOptions(
                prefix,
                host,
                newCodec,
                newLevel,
                maxFileBytes,
                writers,
                blockDigests,
                metadata,
                knownDigests,
                earlier,
                info);
    }

    public WarcOptions withMaxFileBytes(long bytes) {
        return new WarcOptions(
                prefix,
                host,
                codec,
                level,
                bytes,
                writers,
                blockDigests,
                metadata,
                knownDigests,
                earlier,
                info);
    }

    public WarcOptions withWriters(int count) {
        return new WarcOptions(
                prefix,
                host,
                codec,
                level,
                maxFileBytes,
                count,
                blockDigests,
                metadata,
                knownDigests,
                earlier,
                info);
    }

    public WarcOptions withBlockDigests(boolean on) {
        return new WarcOptions(
                prefix,
                host,
                codec,
                level,
                maxFileBytes,
                writers,
                on,
                metadata,
                knownDigests,
                earlier,
                info);
    }

    public WarcOptions withMetadata(boolean on) {
        return new WarcOptions(
                prefix,
                host,
                codec,
                level,
                maxFileBytes,
                writers,
                blockDigests,
                on,
                knownDigests,
                earlier,
                info);
    }

    public WarcOptions withKnownDigests(int count) {
        return new WarcOptions(
                prefix,
                host,
                codec,
                level,
                maxFileBytes,
                writers,
                blockDigests,
                metadata,
                count,
                earlier,
                info);
    }

    public WarcOptions withEarlier(List<Path> dirs) {
        return new WarcOptions(
                prefix,
                host,
                codec,
                level,
                maxFileBytes,
                writers,
                blockDigests,
                metadata,
                knownDigests,
                dirs,
                info);
    }

    public WarcOptions withInfo(Map<String, String> fields) {
        return new WarcOptions(
                prefix,
                host,
                codec,
                level,
                maxFileBytes,
                writers,
                blockDigests,
                metadata,
                knownDigests,
                earlier,
                fields);
    }
}
