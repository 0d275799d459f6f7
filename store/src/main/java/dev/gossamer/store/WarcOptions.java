package dev.gossamer.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

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
        return with(draft -> draft.prefix = newPrefix);
    }

    public WarcOptions withHost(String newHost) {
        return with(draft -> draft.host = newHost);
    }

    public WarcOptions withCodec(Codec newCodec, int newLevel) {
        return with(
                draft -> {
                    draft.codec = newCodec;
                    draft.level = newLevel;
                });
    }

    public WarcOptions withMaxFileBytes(long bytes) {
        return with(draft -> draft.maxFileBytes = bytes);
    }

    public WarcOptions withWriters(int count) {
        return with(draft -> draft.writers = count);
    }

    public WarcOptions withBlockDigests(boolean on) {
        return with(draft -> draft.blockDigests = on);
    }

    public WarcOptions withMetadata(boolean on) {
        return with(draft -> draft.metadata = on);
    }

    public WarcOptions withKnownDigests(int count) {
        return with(draft -> draft.knownDigests = count);
    }

    public WarcOptions withEarlier(List<Path> dirs) {
        return with(draft -> draft.earlier = dirs);
    }

    public WarcOptions withInfo(Map<String, String> fields) {
        return with(draft -> draft.info = fields);
    }

    private WarcOptions with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    /** The same fields, to be changed before they are options. */
    private static final class Draft {
        private String prefix;
        private String host;
        private Codec codec;
        private int level;
        private long maxFileBytes;
        private int writers;
        private boolean blockDigests;
        private boolean metadata;
        private int knownDigests;
        private List<Path> earlier;
        private Map<String, String> info;

        Draft(WarcOptions from) {
            prefix = from.prefix;
            host = from.host;
            codec = from.codec;
            level = from.level;
            maxFileBytes = from.maxFileBytes;
            writers = from.writers;
            blockDigests = from.blockDigests;
            metadata = from.metadata;
            knownDigests = from.knownDigests;
            earlier = from.earlier;
            info = from.info;
        }

        WarcOptions options() {
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
                    info);
        }
    }
}
