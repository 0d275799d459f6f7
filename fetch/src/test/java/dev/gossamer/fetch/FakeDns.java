package dev.gossamer.fetch;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A name server on loopback that knows what a test tells it; others do not exist. */
public final class FakeDns implements AutoCloseable {
    private record Item(int type, int ttl, byte[] data) {}

    private static final int A = 1;
    private static final int CNAME = 5;
    private static final int AAAA = 28;

    final AtomicInteger questions = new AtomicInteger();

    /** Response code for everything, unless zero. */
    volatile int failure;

    volatile boolean isSilent;

    /** Answers over UDP carry no records and say so; over TCP they are whole. */
    volatile boolean isTruncating;

    /** How long each answer over UDP takes. */
    volatile int delayMillis;

    /** What the zone says about names that do not exist; nothing when zero. */
    volatile int negativeTtl;

    final AtomicInteger overTcp = new AtomicInteger();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private final DatagramSocket socket;
    private final ServerSocket listener;
    private final Map<String, List<Item>> items = new ConcurrentHashMap<>();

    public FakeDns() throws IOException {
        // TCP first: it has the fewer free ports, because every client of the machine uses them.
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        socket = new DatagramSocket(listener.getLocalPort(), InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
        Thread.ofVirtual().start(this::serveTcp);
    }

    /** Questions that waited for an answer at the same time. */
    int mostAtOnce() {
        return mostAtOnce.get();
    }

    public int port() {
        return socket.getLocalPort();
    }

    public void a(String name, int ttl, String address) {
        byte[] data = InetAddress.ofLiteral(address).getAddress();
        add(name, new Item(data.length == 4 ? A : AAAA, ttl, data));
    }

    void cname(String name, int ttl, String target) throws IOException {
        add(name, new Item(CNAME, ttl, encode(target)));
    }

    /** The name does not exist from now on, until it is given records again. */
    public void forget(String name) {
        items.remove(name);
    }

    private void add(String name, Item item) {
        items.computeIfAbsent(name, _ -> new ArrayList<>()).add(item);
    }

    private void serve() {
        try {
            while (true) {
                var packet = new DatagramPacket(new byte[1500], 1500);
                socket.receive(packet);
                questions.incrementAndGet();
                if (isSilent) continue;
                mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                if (delayMillis == 0) reply(packet);
                else Thread.ofVirtual().start(() -> replyLater(packet));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void replyLater(DatagramPacket packet) {
        try {
            Thread.sleep(delayMillis);
            reply(packet);
        } catch (IOException | InterruptedException closed) {
            // the test is over
        }
    }

    private void reply(DatagramPacket packet) throws IOException {
        var query = ByteBuffer.wrap(packet.getData(), 0, packet.getLength());
        byte[] answer = answer(query, isTruncating);
        atOnce.decrementAndGet();
        socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
    }

    /** RFC 1035 section 4.2.2: two bytes of length before each message. */
    private void serveTcp() {
        try {
            while (true) {
                try (var client = listener.accept()) {
                    var in = new DataInputStream(client.getInputStream());
                    byte[] query = in.readNBytes(in.readUnsignedShort());
                    overTcp.incrementAndGet();
                    byte[] answer = answer(ByteBuffer.wrap(query), false);
                    var out = new DataOutputStream(client.getOutputStream());
                    out.writeShort(answer.length);
                    out.write(answer);
                    out.flush();
                    in.read(); // until the client closes
                }
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private byte[] answer(ByteBuffer query, boolean isCut) throws IOException {
        int id = query.getShort(0);
        query.position(12);
        var name = new StringBuilder();
        for (int length = query.get(); length > 0; length = query.get()) {
            for (int i = 0; i < length; i++) name.append((char) query.get());
            name.append('.');
        }
        int type = query.getShort();
        var known = items.get(name.toString().toLowerCase(Locale.ROOT));
        boolean hasRecords = failure == 0 && !isCut;
        boolean hasSoa = known == null && negativeTtl > 0;
        var found =
                known == null
                        ? List.<Item>of()
                        : known.stream().filter(i -> i.type == type || i.type == CNAME).toList();
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeShort(id);
        int code = failure != 0 ? failure : known == null ? 3 : 0;
        out.writeShort(0x8180 | code | (isCut ? 0x200 : 0));
        out.writeShort(1);
        out.writeShort(hasRecords ? found.size() : 0);
        out.writeShort(hasSoa ? 1 : 0);
        out.writeShort(0);
        out.write(encode(name.toString()));
        out.writeShort(type);
        out.writeShort(1);
        for (var item : hasRecords ? found : List.<Item>of()) {
            out.writeShort(0xc00c);
            out.writeShort(item.type);
            out.writeShort(1);
            out.writeInt(item.ttl);
            out.writeShort(item.data.length);
            out.write(item.data);
        }
        if (hasSoa) writeSoa(out);
        return bytes.toByteArray();
    }

    /** RFC 1035 section 3.3.13; of all its fields only the last matters here. */
    private void writeSoa(DataOutputStream out) throws IOException {
        out.writeShort(0xc00c);
        out.writeShort(6);
        out.writeShort(1);
        out.writeInt(86_400);
        out.writeShort(22);
        out.writeShort(0); // two names, both the root
        for (int i = 0; i < 4; i++) out.writeInt(1);
        out.writeInt(negativeTtl);
    }

    private static byte[] encode(String name) throws IOException {
        var out = new ByteArrayOutputStream();
        for (String label : name.split("\\.")) {
            out.write(label.length());
            out.writeBytes(label.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        }
        out.write(0);
        return out.toByteArray();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        listener.close();
    }
}
