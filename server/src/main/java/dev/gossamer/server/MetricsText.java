package dev.gossamer.server;

import java.util.Map;

/** Metrics in the text format 0.0.4 of Prometheus, as they are written one after the other. */
final class MetricsText {
    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final StringBuilder text = new StringBuilder(1 << 14);

    /** Begins a metric; its samples follow. */
    void begin(String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    void sample(String name, long count, String... labels) {
        sample(name, (double) count, labels);
    }

    /**
     * Adds a sample.
     *
     * @param labels names and values in turn
     */
    void sample(String name, double value, String... labels) {
        text.append(name);
        for (int i = 0; i < labels.length; i += 2)
            text.append(i == 0 ? '{' : ',')
                    .append(labels[i])
                    .append("=\"")
                    .append(escaped(labels[i + 1]))
                    .append('"');
        if (labels.length > 0) text.append('}');
        text.append(' ').append(number(value)).append('\n');
    }

    /** Adds a metric with one sample. */
    void one(String name, String type, String help, double value) {
        begin(name, type, help);
        sample(name, value);
    }

    /**
     * Adds the samples of a histogram.
     *
     * @param counts by upper bound, each without those below; the last bound is {@code +Inf}
     */
    void histogram(String name, Map<String, Long> counts, String... labels) {
        long sum = 0;
        var all = new String[labels.length + 2];
        System.arraycopy(labels, 0, all, 0, labels.length);
        all[labels.length] = "le";
        for (var each : counts.entrySet()) {
            sum += each.getValue();
            all[labels.length + 1] = each.getKey();
            sample(name + "_bucket", sum, all);
        }
        sample(name + "_count", sum, labels);
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
