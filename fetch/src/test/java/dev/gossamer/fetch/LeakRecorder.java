package dev.gossamer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Netty's leak detector, remembering what it finds. The build names it as the one to use. */
public final class LeakRecorder<T> extends ResourceLeakDetector<T> {
    private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

    public LeakRecorder(Class<?> type, int samplingInterval) {
        super(type, samplingInterval);
    }

    /** Netty looks for this one too. */
    public LeakRecorder(Class<?> type, int samplingInterval, long maxActive) {
        super(type, samplingInterval);
    }

    @Override
    protected boolean needReport() {
        return true;
    }

    @Override
    protected void reportTracedLeak(String type, String records) {
        LEAKS.add(type + records);
    }

    @Override
    protected void reportUntracedLeak(String type) {
        LEAKS.add(type);
    }

    /** Leaks show once the buffer is collected and another is allocated. */
    static void assertNoLeaks() {
        for (int i = 0; i < 3; i++) {
            System.gc();
            for (int j = 0; j < 50; j++) ByteBufAllocator.DEFAULT.buffer(16).release();
        }
        assertThat(LEAKS).isEmpty();
    }
}
