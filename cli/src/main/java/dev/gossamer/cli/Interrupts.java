package dev.gossamer.cli;

import java.io.File;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Requests to end the process: Ctrl-C, a polite kill, the end of the terminal session. The first
 * asks for an orderly end; a second one ends the process at once. A signal that the process was
 * started to ignore, as nohup does, stays ignored.
 */
final class Interrupts {
    private final AtomicInteger count = new AtomicInteger();
    private volatile Runnable beforeHalt = () -> {};

    private Interrupts() {}

    static Interrupts call(Runnable stop) {
        var interrupts = new Interrupts();
        handle("INT", () -> interrupts.interrupted(stop));
        handle("TERM", () -> interrupts.interrupted(stop));
        // Windows has no such signal.
        if (File.separatorChar == '/') handle("HUP", () -> interrupts.interrupted(stop));
        return interrupts;
    }

    /**
     * A shutdown hook would not do: the JVM does not tell it of a second signal. The class that
     * does is there in every JDK but outside the API, and compilers warn of it in a way that cannot
     * be silenced: hence by reflection.
     */
    static void handle(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ours =
                    Proxy.newProxyInstance(
                            Interrupts.class.getClassLoader(),
                            new Class<?>[] {handler},
                            (_, method, _) -> {
                                if (method.getName().equals("handle")) action.run();
                                return null;
                            });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM does not tell of signals", e);
        }
    }

    private void interrupted(Runnable stop) {
        if (count.incrementAndGet() > 1) {
            beforeHalt.run();
            Runtime.getRuntime().halt(Main.INTERRUPTED);
        }
        stop.run();
    }

    /** Something that cannot stay undone, such as giving the terminal back. */
    void beforeHalt(Runnable last) {
        beforeHalt = last;
    }

    boolean happened() {
        return count.get() > 0;
    }
}
