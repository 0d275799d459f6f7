package dev.gossamer.server;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the process of the server itself takes, under the names that Prometheus' clients use. */
final class ProcessMetrics {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    private ProcessMetrics() {}

    static void write(MetricsText text) throws IOException {
        var memory = ManagementFactory.getMemoryMXBean();
        text.begin("jvm_memory_used_bytes", "gauge", "Memory of the Java machine in use.");
        text.sample("jvm_memory_used_bytes", memory.getHeapMemoryUsage().getUsed(), "area", "heap");
        text.sample(
                "jvm_memory_used_bytes",
                memory.getNonHeapMemoryUsage().getUsed(),
                "area",
                "nonheap");
        text.one(
                "jvm_memory_max_bytes",
                "gauge",
                "The largest heap.",
                (double) memory.getHeapMemoryUsage().getMax());
        text.one(
                "jvm_threads_current",
                "gauge",
                "Platform threads.",
                ManagementFactory.getThreadMXBean().getThreadCount());
        text.begin("jvm_gc_collection_seconds", "summary", "Time for collections of garbage.");
        for (var collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            String name = collector.getName();
            text.sample(
                    "jvm_gc_collection_seconds_sum",
                    collector.getCollectionTime() / 1e3,
                    "gc",
                    name);
            text.sample(
                    "jvm_gc_collection_seconds_count", collector.getCollectionCount(), "gc", name);
        }
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system)
            text.one(
                    "process_cpu_seconds_total",
                    "counter",
                    "Processor time of the server.",
                    system.getProcessCpuTime() / 1e9);
        text.one(
                "process_start_time_seconds",
                "gauge",
                "When the server was started.",
                ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3);
        linux(text);
    }

    private static void linux(MetricsText text) throws IOException {
        if (!Files.isReadable(STATUS)) return;
        for (String line : Files.readAllLines(STATUS))
            if (line.startsWith("VmRSS:"))
                text.one(
                        "process_resident_memory_bytes",
                        "gauge",
                        "Memory of the server in all.",
                        1024 * Double.parseDouble(line.replaceAll("\\D", "")));
        try (var files = Files.list(OPEN_FILES)) {
            text.one("process_open_fds", "gauge", "Open files.", (double) files.count());
        }
    }
}
