package dev.gossamer.crawl;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Lets a thread work with what the rest of the machine leaves over, so that a crawl at full speed
 * stays at it. After each stretch of work the thread owes a pause; how long depends on how many
 * processors everything else kept busy in the last half second. Always a little is left to it, or
 * it would never come to an end.
 */
@ReadsTheClock
final class Leisure {
    /** Of one processor, when there is nothing to spare. */
    static final double LEAST_SHARE = 0.1;

    private static final double FULL = 0.95;
    private static final long LOOK_NANOS = 500_000_000L;

    private final OperatingSystemMXBean system =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final int processors = Runtime.getRuntime().availableProcessors();
    private double share = LEAST_SHARE;
    private long lookedAt = System.nanoTime();
    private long cpuThen = threads.getCurrentThreadCpuTime();
    private long workedFrom = lookedAt;

    /**
     * The part of its time that a thread may work. On a machine that is full it takes half as much
     * as before: who is to say that others would not want it? On one that is not, it may have what
     * is idle besides what it has.
     *
     * @param load of all processors, 0 to 1; less than 0 if it is not known
     * @param own processors that the thread itself kept busy, 0 to 1
     */
    static double share(double load, int processors, double own) {
        if (load < 0) return 1;
        double share = load >= FULL ? own / 2 : own + processors * (1 - load);
        return Math.clamp(share, LEAST_SHARE, 1);
    }

    /** How long to pause after the work since the last call or pause. */
    long owedNanos() {
        long now = System.nanoTime();
        look(now);
        return (long) ((now - workedFrom) * (1 - share) / share);
    }

    /** A pause, or a wait for something to do, has ended. */
    void begin() {
        workedFrom = System.nanoTime();
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
