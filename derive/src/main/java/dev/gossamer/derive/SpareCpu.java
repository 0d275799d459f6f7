package dev.gossamer.derive;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * The share of CPU time that a background thread may use: what the rest of the machine leaves over,
 * so that a crawl at full speed stays at full speed. After each stretch of work the thread owes a
 * pause, whose length depends on how many processors everything else kept busy in the last half
 * second. A small share is always granted, or the thread would never finish.
 */
final class SpareCpu {
    /** The smallest share, of one processor. */
    static final double LEAST_SHARE = 0.1;

    private static final double FULL = 0.95;
    private static final long LOOK_NANOS = 500_000_000L;

    private final OperatingSystemMXBean system =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final int processors = Runtime.getRuntime().availableProcessors();
    private final LongSupplier nanos;
    private double share = LEAST_SHARE;
    private long lookedAt;
    private long cpuThen;
    private long workedFrom;

    /** Measures the thread that calls this, which must be the one that calls the other methods. */
    SpareCpu(LongSupplier nanos) {
        this.nanos = nanos;
        lookedAt = nanos.getAsLong();
        workedFrom = lookedAt;
        cpuThen = threads.getCurrentThreadCpuTime();
    }

    /**
     * Returns the part of its time that a thread may work. On a fully loaded machine it halves its
     * share, because others may want that time. Otherwise it adds what is idle to what it has.
     *
     * @param load of all processors, 0 to 1; less than 0 if it is not known
     * @param own processors that the thread itself kept busy, 0 to 1
     */
    static double share(double load, int processors, double own) {
        if (load < 0) return 1;
        double share = load >= FULL ? own / 2 : own + processors * (1 - load);
        return Math.clamp(share, LEAST_SHARE, 1);
    }

    /** Returns how long to pause after the work since the last pause. */
    long owedNanos() {
        long now = nanos.getAsLong();
        look(now);
        return (long) ((now - workedFrom) * (1 - share) / share);
    }

    /** Notes that a pause, or a wait for something to do, has ended. */
    void begin() {
        workedFrom = nanos.getAsLong();
    }

    private void look(long now) {
        long passed = now - lookedAt;
        if (passed < LOOK_NANOS) return;
        long cpu = threads.getCurrentThreadCpuTime();
        share = share(system.getCpuLoad(), processors, (double) (cpu - cpuThen) / passed);
        lookedAt = now;
        cpuThen = cpu;
    }
}
