package dev.gossamer.simweb;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * What the server saw: every request and every connection, with times in nanoseconds since the
 * server started. Written by the server's event loops, each to its own {@link LogSegment}; may be
 * read at any time. The file format is described in {@code docs/simweb.md}.
 */
public final class ServerLog {
    private static final String HEADER = "#simweb 1";

    private final SimWeb web;
    private final List<LogSegment> segments = new CopyOnWriteArrayList<>();
    private final List<OutageTime> outages = new CopyOnWriteArrayList<>();

    ServerLog(SimWeb web) {
        this.web = web;
    }

    /**
     * @param endNanos when the last byte was handed to the kernel or the connection ended; -1 while
     *     neither is so
     * @param path with the query
     * @param status 0 where no HTTP answer was made
     * @param isWhole whether the answer left as it was meant to, faults included
     */
    public record Request(
            long startNanos,
            long endNanos,
            int connection,
            String address,
            String host,
            String method,
            String path,
            int status,
            Optional<SimFault> fault,
            boolean isWhole) {}

    /**
     * @param closedNanos -1 while it is open
     */
    public record Connection(int number, String address, long openedNanos, long closedNanos) {}

    /**
     * @param endNanos -1 while it goes on
     */
    record OutageTime(SimOutage outage, long startNanos, long endNanos) {}

    void outageBegan(SimOutage outage, long nanos) {
        outages.add(new OutageTime(outage, nanos, -1));
    }

    void outagesEnded(long nanos) {
        outages.replaceAll(
                each ->
                        each.endNanos >= 0
                                ? each
                                : new OutageTime(each.outage, each.startNanos, nanos));
    }

    /** In the order in which they began. */
    List<OutageTime> outages() {
        return List.copyOf(outages);
    }

    /** The web that was served. */
    public SimWeb web() {
        return web;
    }

    /** Requests so far, robots.txt included. */
    public long requestCount() {
        return segments.stream().mapToLong(LogSegment::requests).sum();
    }

    /** Requests that came after the log was full. */
    public long lostCount() {
        return segments.stream().mapToLong(LogSegment::lost).sum();
    }

    /** Hands out every request, by start. */
    public void forEachRequest(Consumer<Request> action) {
        forEachRow((segment, row) -> action.accept(segment.request(row)));
    }

    /** All requests, by start; for logs that fit into memory as objects. */
    public List<Request> requests() {
        var requests = new ArrayList<Request>();
        forEachRequest(requests::add);
        return requests;
    }

    public List<Connection> connections() {
        return segments.stream().flatMap(segment -> segment.connections().stream()).toList();
    }

    public void write(Path file) throws IOException {
        try (var out = new PrintWriter(Files.newBufferedWriter(file))) {
            out.print(HEADER);
            web.options().toMap().forEach((key, value) -> out.print("\t" + key + "=" + value));
            out.print('\n');
            for (Connection c : connections())
                out.print(
                        "C\t"
                                + c.number
                                + "\t"
                                + c.address
                                + "\t"
                                + c.openedNanos
                                + "\t"
                                + c.closedNanos
                                + "\n");
            for (OutageTime each : outages()) out.print(line(each));
            forEachRequest(r -> out.print(line(r)));
            if (out.checkError()) throw new IOException("could not write " + file);
        }
    }

    private static String line(OutageTime each) {
        var host = each.outage.host();
        return String.join(
                        "\t",
                        "O",
                        Long.toString(each.startNanos),
                        Long.toString(each.endNanos),
                        SimOutage.name(each.outage.kind()),
                        host.isPresent() ? Integer.toString(host.getAsInt()) : "-")
                + "\n";
    }

    private void readOutage(String[] fields) {
        var kind = SimOutage.parseKind(fields[3]);
        var outage =
                fields[4].equals("-")
                        ? SimOutage.of(kind)
                        : SimOutage.of(kind, Integer.parseInt(fields[4]));
        outages.add(new OutageTime(outage, Long.parseLong(fields[1]), Long.parseLong(fields[2])));
    }

    private static String line(Request r) {
        return String.join(
                        "\t",
                        "R",
                        Long.toString(r.startNanos),
                        Long.toString(r.endNanos),
                        Integer.toString(r.connection),
                        r.address,
                        r.host,
                        r.method,
                        Integer.toString(r.status),
                        r.isWhole ? "whole" : "cut",
                        r.fault.map(SimFault::name).orElse("-"),
                        r.path)
                + "\n";
    }

    /** Reads what {@link #write} wrote, and makes the web anew from its first line. */
    public static ServerLog read(Path file) throws IOException {
        try (var lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            String first = lines.readLine();
            if (first == null || !first.startsWith(HEADER))
                throw new IOException("not a log of a simulated web: " + file);
            var options = new LinkedHashMap<String, String>();
            for (String option : first.substring(HEADER.length()).strip().split("\t"))
                options.put(
                        option.substring(0, option.indexOf('=')),
                        option.substring(option.indexOf('=') + 1));
            var log = new ServerLog(SimWeb.of(SimWebOptions.of(options)));
            LogSegment segment = log.newSegment();
            int number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                try {
                    String[] fields = line.split("\t", -1);
                    if (fields[0].equals("O")) log.readOutage(fields);
                    else segment.read(fields);
                } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                    throw new IOException(file + ", line " + number + ": " + e.getMessage(), e);
                }
            }
            return log;
        }
    }

    LogSegment newSegment() {
        return newSegment(LogSegment.MAX_REQUESTS);
    }

    LogSegment newSegment(int limit) {
        var segment = new LogSegment(web, limit);
        segments.add(segment);
        return segment;
    }

    interface RowVisitor {
        void visit(LogSegment segment, int row);
    }

    /**
     * All rows by start. Each segment is in order already, so the smallest of their heads is the
     * next.
     */
    void forEachRow(RowVisitor visitor) {
        var all = List.copyOf(segments);
        int[] ends = all.stream().mapToInt(LogSegment::requests).toArray();
        int[] heads = new int[ends.length];
        while (true) {
            int next = -1;
            for (int i = 0; i < ends.length; i++)
                if (heads[i] < ends[i]
                        && (next < 0
                                || all.get(i).start(heads[i]) < all.get(next).start(heads[next])))
                    next = i;
            if (next < 0) return;
            visitor.visit(all.get(next), heads[next]++);
        }
    }
}
