package dev.gossamer.cluster;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.Optional;

/**
 * A dead man's switch: the process is killed by the system when it was not wound up for a while.
 * Also a process that is stopped, or so slow that it does nothing, is dead then, and its
 * connections are closed. So a node that lost its time does not keep on asking when others have its
 * shards.
 *
 * <p>It is a timer of POSIX, on a clock that also runs while the machine sleeps, with the signal
 * that nobody can catch. Where there is no such timer, the switch does nothing and says so.
 *
 * <p>Any thread may wind it up or take it off; the memory is guarded by this object.
 */
public final class DeadMan implements AutoCloseable {
    private static final int CLOCK_BOOTTIME = 7;
    private static final int SIGKILL = 9;
    private static final int SIGEV_SIGNAL = 0;

    /** Offsets and sizes of the structures, the same on all 64-bit Linux systems. */
    private static final int SIGEVENT_BYTES = 64;

    private static final int SIGNAL_AT = 8;
    private static final int NOTIFY_AT = 12;
    private static final int TIMERSPEC_BYTES = 32;
    private static final int VALUE_SECONDS_AT = 16;
    private static final int VALUE_NANOS_AT = 24;

    private final Arena memory;
    private final MethodHandle settime;
    private final MemorySegment timer;
    private final MemorySegment wound;
    private final MemorySegment stopped;
    private boolean isOff;

    private DeadMan(Arena memory, MethodHandle settime, MemorySegment timer, MemorySegment wound) {
        this.memory = memory;
        this.settime = settime;
        this.timer = timer;
        this.wound = wound;
        stopped = memory.allocate(TIMERSPEC_BYTES, Long.BYTES);
    }

    /** Returns whether this system has such a timer. */
    public static boolean isSupported() {
        return System.getProperty("os.name", "").equals("Linux")
                && ValueLayout.ADDRESS.byteSize() == Long.BYTES
                && function("timer_create").isPresent()
                && function("timer_settime").isPresent();
    }

    private static Optional<MemorySegment> function(String name) {
        return Linker.nativeLinker().defaultLookup().find(name);
    }

    /**
     * Sets the timer; it must be wound up from now on. Empty where the system has none.
     *
     * @param most the longest time between two windings
     */
    @SuppressWarnings("restricted") // The two functions are called with what they expect.
    public static Optional<DeadMan> set(Duration most) {
        if (most.isNegative() || most.isZero())
            throw new IllegalArgumentException("not a time to wait: " + most);
        if (!isSupported()) return Optional.empty();
        var linker = Linker.nativeLinker();
        var create =
                linker.downcallHandle(
                        function("timer_create").orElseThrow(),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.ADDRESS,
                                ValueLayout.ADDRESS));
        var settime =
                linker.downcallHandle(
                        function("timer_settime").orElseThrow(),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_INT,
                                ValueLayout.ADDRESS,
                                ValueLayout.ADDRESS));
        var memory = Arena.ofShared();
        var event = memory.allocate(SIGEVENT_BYTES, Long.BYTES);
        event.set(ValueLayout.JAVA_INT, SIGNAL_AT, SIGKILL);
        event.set(ValueLayout.JAVA_INT, NOTIFY_AT, SIGEV_SIGNAL);
        var id = memory.allocate(ValueLayout.ADDRESS);
        if (call(() -> (int) create.invokeExact(CLOCK_BOOTTIME, event, id)) != 0) {
            memory.close();
            return Optional.empty();
        }
        var wound = memory.allocate(TIMERSPEC_BYTES, Long.BYTES);
        wound.set(ValueLayout.JAVA_LONG, VALUE_SECONDS_AT, most.getSeconds());
        wound.set(ValueLayout.JAVA_LONG, VALUE_NANOS_AT, most.getNano());
        var set = new DeadMan(memory, settime, id.get(ValueLayout.ADDRESS, 0), wound);
        set.wind();
        return Optional.of(set);
    }

    /** The process lives for another while. Does nothing once it was taken off. */
    public synchronized void wind() {
        if (!isOff) settime(wound);
    }

    private void settime(MemorySegment value) {
        int result = call(() -> (int) settime.invokeExact(timer, 0, value, MemorySegment.NULL));
        if (result != 0) throw new IllegalStateException("timer_settime: " + result);
    }

    private interface Call {
        int run() throws Throwable;
    }

    private static int call(Call call) {
        try {
            return call.run();
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a function of the system threw", e);
        }
    }

    /** Nobody is killed any more. */
    @Override
    public synchronized void close() {
        if (isOff) return;
        isOff = true;
        settime(stopped);
        memory.close();
    }
}
