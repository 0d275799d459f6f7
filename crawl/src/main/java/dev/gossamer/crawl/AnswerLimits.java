package dev.gossamer.crawl;

import dev.gossamer.files.HeapShare;
import java.time.Duration;

/**
 * What one answer may cost. {@code docs/fetch.md} tells what each limit ends in.
 *
 * @param timeout for each silent wait: to connect, for TLS, for the first byte, between bytes
 * @param totalTimeout for one answer, from start to end
 * @param maxDecodedBytes how much of a body is read once its codings are removed
 */
public record AnswerLimits(Duration timeout, Duration totalTimeout, int maxDecodedBytes) {
    /** A decoded body is an array, and half a dozen of them must fit into memory together. */
    private static final int MAX_DECODED_BYTES = 1 << 30;

    /** Text is seldom compressed to less than a quarter; what is beyond that is cut. */
    private static final int DECODED_GROWTH = 4;

    /** As much as was wished for, but no more than this process can read without harm. */
    static int withinHeap(int bytes) {
        return Math.min(bytes, HeapShare.CONTENT.count());
    }

    static AnswerLimits of(SettingValues settings) {
        long body =
                Math.clamp(settings.get(Settings.MAX_BODY), 1, MAX_DECODED_BYTES / DECODED_GROWTH);
        return new AnswerLimits(
                settings.get(Settings.TIMEOUT),
                settings.get(Settings.TOTAL_TIMEOUT),
                (int) body * DECODED_GROWTH);
    }
}
