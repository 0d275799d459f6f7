package dev.gossamer.simweb;

import dev.gossamer.simweb.ServerLog.Connection;
import dev.gossamer.simweb.ServerLog.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of the log that one event loop writes, in columns of about 42 bytes a request. The lock
 * is only there for those who read while the server runs.
 */
final class LogSegment {
    /** Most requests that one segment remembers; what comes after is only counted. */
    static final int MAX_REQUESTS = 10_000_000;

    private static final SimFault[] FAULTS = SimFault.values();
    private static final int WHOLE = 0x40;
    private static final int HEAD = 0x80;

    private final SimWeb web;
    private final int limit;
    private int count;
    private long lost;
    private long[] starts = new long[1024];
    private long[] ends = new long[1024];
    private long[] ids = new long[1024];
    private int[] hosts = new int[1024];
    private int[] addresses = new int[1024];
    private int[] connectionNumbers = new int[1024];
    private short[] statuses = new short[1024];
    private short[] flags = new short[1024];

    /** Host and path of the requests that lead nowhere, by row. */
    private final Map<Integer, String[]> strange = new HashMap<>();

    private final List<Connection> connections = new ArrayList<>();

    LogSegment(SimWeb web, int limit) {
        this.web = web;
        this.limit = limit;
    }

    /**
     * A request as it arrives; -1 when the log is full. {@code host} is -1 where its name is
     * unknown.
     */
    synchronized int begin(
            long startNanos, int connection, int address, int host, long id, boolean isHead) {
        if (count == limit) {
            lost++;
            return -1;
        }
        if (count == starts.length) grow(2 * count);
        starts[count] = startNanos;
        ends[count] = -1;
        ids[count] = id;
        hosts[count] = host;
        addresses[count] = address;
        connectionNumbers[count] = connection;
        flags[count] = (short) (isHead ? HEAD : 0);
        return count++;
    }

    /** Keeps the words of a request that the model has no id for. */
    synchronized void name(int row, String host, String path) {
        if (row >= 0) strange.put(row, new String[] {clean(host), clean(path)});
    }

    @SuppressWarnings("EnumOrdinal") // never leaves the process
    synchronized void end(
            int row, long endNanos, int status, Optional<SimFault> fault, boolean isWhole) {
        if (row < 0) return;
        ends[row] = Math.max(starts[row], endNanos);
        statuses[row] = (short) status;
        flags[row] |=
                (short) ((isWhole ? WHOLE : 0) | (fault.isEmpty() ? 0 : fault.get().ordinal() + 1));
    }

    /** Its place, to be given to {@link #closed}. */
    synchronized int opened(int number, int address, long nanos) {
        connections.add(new Connection(number, text(address), nanos, -1));
        return connections.size() - 1;
    }

    synchronized void closed(int place, long nanos) {
        Connection open = connections.get(place);
        long end = Math.max(open.openedNanos(), nanos);
        connections.set(
                place, new Connection(open.number(), open.address(), open.openedNanos(), end));
    }

    synchronized int requests() {
        return count;
    }

    synchronized long lost() {
        return lost;
    }

    synchronized List<Connection> connections() {
        return List.copyOf(connections);
    }

    synchronized long start(int row) {
        return starts[row];
    }

    synchronized long end(int row) {
        return ends[row] < 0 ? Long.MAX_VALUE : ends[row];
    }

    synchronized long id(int row) {
        return ids[row];
    }

    synchronized int host(int row) {
        return hosts[row];
    }

    synchronized int address(int row) {
        return addresses[row];
    }

    synchronized int status(int row) {
        return statuses[row];
    }

    synchronized boolean isWhole(int row) {
        return (flags[row] & WHOLE) != 0;
    }

    synchronized boolean isHead(int row) {
        return (flags[row] & HEAD) != 0;
    }

    synchronized Optional<SimFault> fault(int row) {
        int fault = flags[row] & (WHOLE - 1);
        return fault == 0 ? Optional.empty() : Optional.of(FAULTS[fault - 1]);
    }

    synchronized Request request(int row) {
        return new Request(
                starts[row],
                ends[row],
                connectionNumbers[row],
                text(addresses[row]),
                hostName(row),
                isHead(row) ? "HEAD" : "GET",
                path(row),
                statuses[row],
                fault(row),
                isWhole(row));
    }

    private String hostName(int row) {
        String[] words = strange.get(row);
        if (words != null) return words[0];
        String name = web.hostName(hosts[row]);
        return PageId.isBeside(ids[row]) ? name + ":" + web.besidePort() : name;
    }

    private String path(int row) {
        String[] words = strange.get(row);
        if (words != null) return words[1];
        var path = new Ascii(80);
        web.writePath(path, ids[row]);
        return path.toString();
    }

    /** One line of a log file, in fields. */
    void read(String[] fields) {
        switch (fields[0]) {
            case "C" -> {
                int place =
                        opened(
                                Integer.parseInt(fields[1]),
                                number(fields[2]),
                                Long.parseLong(fields[3]));
                long closedNanos = Long.parseLong(fields[4]);
                if (closedNanos >= 0) closed(place, closedNanos);
            }
            case "R" -> {
                int colon = fields[5].indexOf(':');
                int host =
                        web.host(colon < 0 ? fields[5] : fields[5].substring(0, colon)).orElse(-1);
                long id =
                        host < 0
                                ? PageId.NONE
                                : colon < 0
                                        ? web.locate(host, fields[10])
                                        : web.locateBeside(host, fields[10]);
                int row =
                        begin(
                                Long.parseLong(fields[1]),
                                Integer.parseInt(fields[3]),
                                number(fields[4]),
                                host,
                                id,
                                fields[6].equals("HEAD"));
                if (id == PageId.NONE) name(row, fields[5], fields[10]);
                Optional<SimFault> fault =
                        fields[9].equals("-")
                                ? Optional.empty()
                                : Optional.of(SimFault.valueOf(fields[9]));
                end(
                        row,
                        Long.parseLong(fields[2]),
                        Integer.parseInt(fields[7]),
                        fault,
                        fields[8].equals("whole"));
            }
            default -> throw new IllegalArgumentException("unknown kind of line: " + fields[0]);
        }
    }

    private void grow(int capacity) {
        starts = Arrays.copyOf(starts, capacity);
        ends = Arrays.copyOf(ends, capacity);
        ids = Arrays.copyOf(ids, capacity);
        hosts = Arrays.copyOf(hosts, capacity);
        addresses = Arrays.copyOf(addresses, capacity);
        connectionNumbers = Arrays.copyOf(connectionNumbers, capacity);
        statuses = Arrays.copyOf(statuses, capacity);
        flags = Arrays.copyOf(flags, capacity);
    }

    /** What a stranger sends must not break the lines of the file. */
    private static String clean(String text) {
        return text.replaceAll("[\\x00-\\x20]", "?");
    }

    private static String text(int address) {
        return (address >>> 24)
                + "."
                + (address >>> 16 & 0xff)
                + "."
                + (address >>> 8 & 0xff)
                + "."
                + (address & 0xff);
    }

    private static int number(String address) {
        int number = 0;
        for (String part : address.split("\\.")) number = number << 8 | Integer.parseInt(part);
        return number;
    }
}
