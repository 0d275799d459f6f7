package dev.gossamer.crawl;

import dev.gossamer.fetch.FetchOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What one answer may cost: how long it may take, how slow it may be, how much may come. What each
 * limit ends in stands in {@code docs/fetch.md}.
 *
 * @param timeout for each silent wait that has no limit of its own
 * @param maxDecodedBytes how much of a body is read once its encodings are removed
 * @param spillAboveBytes larger bodies wait on disk, not in memory, until they are archived
 */
public record AnswerLimits(
        Duration timeout,
        FetchOptions.Timeouts timeouts,
        FetchOptions.Limits limits,
        int maxDecodedBytes,
        int spillAboveBytes) {

    static final Set<String> NAMES =
            Set.of(
                    "timeout",
                    "connect-timeout",
                    "tls-timeout",
                    "first-byte-timeout",
                    "idle-timeout",
                    "total-timeout",
                    "min-speed",
                    "slow-after",
                    "max-head",
                    "max-head-fields",
                    "max-interim-answers",
                    "max-decoded",
                    "max-decoded-ratio",
                    "spill-above");

    /** A decoded body is an array, and half a dozen of them must fit beside each other. */
    private static final int MAX_DECODED_BYTES = 1 << 30;

    static AnswerLimits read(Settings from, long maxBodyBytes) {
        var usual = FetchOptions.Limits.DEFAULT;
        var timeout = from.positive("timeout", Duration.ofSeconds(20));
        return new AnswerLimits(
                timeout,
                new FetchOptions.Timeouts(
                        from.positive("connect-timeout", timeout),
                        from.positive("tls-timeout", timeout),
                        from.positive("first-byte-timeout", timeout),
                        from.positive("idle-timeout", timeout),
                        from.positive("total-timeout", FetchOptions.Timeouts.DEFAULT.total())),
                new FetchOptions.Limits(
                        (int) from.bytes("max-head", usual.headBytes(), 1 << 10, 16 << 20),
                        (int) from.number("max-head-fields", usual.headFields(), 1, 100_000),
                        (int) from.number("max-interim-answers", usual.interimAnswers(), 0, 1_000),
                        (int) from.bytes("min-speed", usual.bytesPerSecond(), 0, 1 << 30),
                        from.duration("slow-after", usual.slowAfter()),
                        (int) from.number("max-decoded-ratio", usual.decodedRatio(), 1, 1_000_000),
                        usual.encodings()),
                (int) from.bytes("max-decoded", fourTimes(maxBodyBytes), 1, MAX_DECODED_BYTES),
                (int)
                        from.bytes(
                                "spill-above",
                                FetchOptions.Spill.DEFAULT.aboveBytes(),
                                0,
                                1 << 30));
    }

    private static long fourTimes(long maxBodyBytes) {
        return Math.clamp(maxBodyBytes, 1, MAX_DECODED_BYTES / 4) * 4L;
    }

    /** What follows another setting is left out while it does: a resume may change that one. */
    void save(Map<String, Object> all, long maxBodyBytes) {
        all.put("timeout", CrawlOptions.text(timeout));
        saveWait(all, "connect-timeout", timeouts.connect());
        saveWait(all, "tls-timeout", timeouts.tls());
        saveWait(all, "first-byte-timeout", timeouts.firstByte());
        saveWait(all, "idle-timeout", timeouts.idle());
        all.put("total-timeout", CrawlOptions.text(timeouts.total()));
        all.put("min-speed", limits.bytesPerSecond());
        all.put("slow-after", CrawlOptions.text(limits.slowAfter()));
        all.put("max-head", limits.headBytes());
        all.put("max-head-fields", limits.headFields());
        all.put("max-interim-answers", limits.interimAnswers());
        if (maxDecodedBytes != fourTimes(maxBodyBytes)) all.put("max-decoded", maxDecodedBytes);
        all.put("max-decoded-ratio", limits.decodedRatio());
        all.put("spill-above", spillAboveBytes);
    }

    private void saveWait(Map<String, Object> all, String name, Duration wait) {
        if (!wait.equals(timeout)) all.put(name, CrawlOptions.text(wait));
    }
}
